//! The read model: one revision of the whole catalog in memory, and the last events of the change log beside it.
//!
//! No rule is decided here. What each answer is, [`catalog_domain::naive`] says: the catalog as a reader of the
//! contract would compute it. The [`Catalog`] gives the same from columns and bitmaps, and tests of random catalogs
//! hold the two together. The [`ChangeTail`] gives what the change log of the store gives.

#![cfg_attr(not(feature = "v1"), allow(dead_code, reason = "some of it serves v1 only"))]

mod catalog;
mod prefetch;
mod tail;

pub use catalog::{
    Catalog, ColumnLayout, Layout, MergedFilterValues, OrdinalPage, ProductPage, ProductSelection, PublicProduct,
    V1Catalog, VendorCount,
};
pub use tail::{ChangeTail, TailLimit};
