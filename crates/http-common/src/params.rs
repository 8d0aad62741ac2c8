//! From the text of a request line to domain values: one reader for all interfaces, and the parameters of the pages of
//! products and changes, for v2 itself and for the pages that show what it would respond.

mod list_section_products;
mod parameter_reader;
mod parameters;
mod product_changes;
mod product_parts;

pub use list_section_products::{ListSectionProducts, SearchProducts, read_search, read_section_list};
pub use parameter_reader::{LARGEST_EXACT_NUMBER, MIN_REVISION, ParameterReader, PartName, Strictness};
pub use parameters::{NoParameters, Parameters};
pub use product_changes::{ListProductChanges, SummarizeProductChanges};
pub use product_parts::{ProductPart, ProductParts};
