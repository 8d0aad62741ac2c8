//! Why a section or product is or is not shown, where, and at which prices: the decisions of the other modules with
//! their reasons, as plain values. Nothing is decided here a second time, and a property test compares the explanations
//! with the catalog.

mod prices;
mod product;
mod section;

pub use prices::{ExplainedPrice, PriceKind};
pub use product::{ExplainedFilterValue, ExplainedLink, FacetRule, ProductExplanation, explain_product};
pub use section::{SectionExplanation, SectionPath, SectionStep, explain_section};
