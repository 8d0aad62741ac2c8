//! The service's responses as types: the documents, and what a client knows besides. Fields that are not here are
//! ignored, so that additions do no harm.
//!
//! `docs/contract.md` says what each field means.

mod amount;
mod digest;
mod feed;
mod product;
mod section;

pub use amount::Amount;
pub use catalog_documents::{
    DigestPart, Facets, FilterFacet, FilterValueFacet, FlagFacet, Import, ImportProblem, ImportReport, Pagination,
    ProductChangeEvent as ChangeEvent, ProductChangesMeta, ProductPageMeta, ProductVersion, SearchPageMeta,
    VendorFacet,
};
pub use digest::{DigestList, SectionDigest};
pub use feed::ChangePage;
pub use product::{
    Availability, Media, Price, Pricing, Product, ProductFields, ProductSection, SalePrice, Vendor, Warehouse,
};
pub use section::{ProductPage, SearchPage, Section, SectionList, UrlGroup};
