//! From the text of a request line to domain values: handlers only see checked values. The parameters of products and
//! changes are shared with other adapters, and are in `http-common`.

mod import;
mod includes;
mod price_list;
mod product_list;
mod user;

pub(crate) use http_common::params::{
    LARGEST_EXACT_NUMBER, ListProductChanges, ListSectionProducts, NoParameters, PagePart, ParameterReader, Parameters,
    ProductPart, ProductParts, SearchProducts, SummarizeProductChanges,
};
pub(crate) use import::{Guards, ImportId, ImportPath};
pub(crate) use includes::{SectionPart, SectionParts};
pub(crate) use price_list::{Look, LookOfFile, PriceList, read_locale};
pub(crate) use product_list::{PageOfList, PageOfSearch, SearchList, SectionInPath, SectionList};
pub(crate) use user::UserPath;
