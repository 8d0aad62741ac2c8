//! The service's responses as types. Fields that are not here are ignored, so that additions do no harm.
//!
//! `docs/contract.md` says what each field means.

mod amount;
mod digest;
mod facets;
mod feed;
mod product;
mod section;

pub use amount::Amount;
pub use digest::{DigestList, DigestPart, ProductVersion, SectionDigest};
pub use facets::{Facets, FilterFacet, FilterValueFacet, FlagFacet, SearchPage, SearchPageMeta, VendorFacet};
pub use feed::{ChangeEvent, ChangePage, ChangePageMeta};
pub use product::{
    Availability, Media, Price, Pricing, Product, ProductFields, ProductSection, SalePrice, Vendor, Warehouse,
};
pub use section::{Pagination, ProductPage, ProductPageMeta, Section, SectionList, UrlGroup};
