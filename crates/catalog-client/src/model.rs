//! The service's responses as types: the documents, and what a client knows besides. Fields that are not here are
//! ignored, so that additions do no harm.
//!
//! `docs/contract.md` says what each field means.

mod digest;
mod feed;
mod product;
mod section;

pub use catalog_documents::{
    Amount, Availability, DigestPart, Facets, FilterFacet, FilterValueFacet, FlagFacet, Import, ImportProblem,
    ImportReport, LevelPrice, Media, Pagination, Price, Pricing, ProductChangeEvent as ChangeEvent, ProductChangesMeta,
    ProductPageMeta, ProductVersion, Sale, SearchPageMeta, User, Vendor, VendorFacet,
};
pub use digest::{DigestList, SectionDigest};
pub use feed::ChangePage;
pub use product::{Product, ProductFields};
pub use section::{ProductPage, SearchPage, Section, SectionList, UrlGroup};
