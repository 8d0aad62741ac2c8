//! From the text of a request line to domain values: one reader for all interfaces, and the parameters of the pages of
//! products and changes, for v2 itself and for the pages that show what it would respond.

mod parameter_reader;
mod parameters;
mod price_list_column;
mod product_changes;
mod product_list;
mod product_parts;

pub use parameter_reader::{LARGEST_EXACT_NUMBER, MIN_REVISION, ParameterReader, Strictness};
pub use parameters::{NoParameters, Parameters};
pub use price_list_column::PriceListColumn;
pub use product_changes::{ListProductChanges, SummarizeProductChanges};
pub use product_list::{ListPage, ListSectionProducts, OfSearch, OfSection, ProductListKind, SearchProducts};
pub use product_parts::{PagePart, ProductPart, ProductParts};
