//! Readers of plain-text formats with one graph per file: edge lists and Matrix Market.

pub(super) mod edge_list;
pub(super) mod matrix_market;
mod matrix_market_header;
