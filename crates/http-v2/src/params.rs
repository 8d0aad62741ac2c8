//! From the text of a request line to domain values: handlers only see checked values.

mod includes;
mod list_section_products;
mod parameter_reader;
mod product;
mod product_changes;
mod section;
mod user;

pub(crate) use includes::{ProductPart, ProductParts, SectionPart, SectionParts};
pub(crate) use list_section_products::ListSectionProducts;
pub(crate) use parameter_reader::{NoParameters, ParameterReader, Parameters};
pub(crate) use product::{GetProduct, ListProducts};
pub(crate) use product_changes::{ChangesStart, ListProductChanges, SummarizeProductChanges};
pub(crate) use section::{GetSection, GetSectionTree, ListSections, SectionPath};
pub(crate) use user::{ListUsers, UserPath};
