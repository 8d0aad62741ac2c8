//! From the text of a v2 request line to domain values: the parameters of the pages of products and changes, for v2
//! itself and for the pages that show what it would respond.

mod list_section_products;
mod parameter_reader;
mod product_changes;
mod product_parts;

pub use list_section_products::ListSectionProducts;
pub use parameter_reader::{LARGEST_EXACT_NUMBER, NoParameters, ParameterReader, Parameters, PartName};
pub use product_changes::{ListProductChanges, SummarizeProductChanges};
pub use product_parts::{ProductPart, ProductParts};
