//! From a file to lines, for all readers: decompression, reading ahead, lines, one graph per line.

pub(super) mod graph_per_line;
pub(super) mod lines;
pub(super) mod read_ahead;
pub(super) mod source;
