//! What distinguishes some graphs of a collection from the others?
//!
//! A [`Contrast`] has what can be [counted](Quantity) in each graph, and [windows](Window) of its spectrum and heat trace. It lists the
//! largest [`Difference`]s between a part of the graphs and the others, in words. A map shows them for a selection.

mod described;
mod difference;
mod quantity;
mod window;

pub use described::Described;
pub(crate) use described::times;
pub use difference::{Contrast, Difference};
pub(crate) use difference::{LEAST, MOST};
pub use quantity::Quantity;
pub(crate) use quantity::counted;
pub use window::{Curve, WINDOWS, Window};
