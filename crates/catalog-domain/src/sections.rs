//! Sections, and the trees that they form: which are active, which are public, and what is above and below them.

pub(crate) mod filter_value_visibility;
pub(crate) mod section;
pub(crate) mod tree;
pub(crate) mod visibility;

pub use filter_value_visibility::{HiddenFilterValue, applies_in};
pub use section::Section;
pub use tree::{NodeIndex, SectionNode, SectionTree, SectionTrees};
pub use visibility::{OffStorefront, SectionVisibility, SwitchedOff};
