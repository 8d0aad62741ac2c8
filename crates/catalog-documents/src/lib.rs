//! The JSON documents of v2 and of the commands, each declared once: servers and commands write them, clients and pages
//! read them.
//!
//! `docs/contract.md` says what each field means. With the feature `schemas` each document describes itself for the
//! OpenAPI document, in the words of its comments. A reader ignores fields that it does not know, so that additions do
//! no harm.

#![expect(missing_docs, reason = "a comment on a field is a text of the public OpenAPI document, where it is needed")]

mod accounts;
mod amount;
mod changes;
mod facets;
mod import_preview;
mod import_report;
mod import_summary;
mod imports;
mod keys;
mod pages;
mod prices;
mod product_parts;
mod products;
#[cfg(feature = "schemas")]
pub mod schemas;
mod sections;
mod tokens;

pub use accounts::{
    ChangedUser, Invitation, PasswordRequested, PasswordSet, Registration, UserAccount, UserAccountListMeta,
    UserAccounts,
};
pub use amount::Amount;
pub use changes::{
    ChangeSummaryMeta, DigestPart, ProductChangeEvent, ProductChangeSummary, ProductChanges, ProductChangesMeta,
    ProductDigest, ProductVersion,
};
pub use facets::{Facets, FilterDefinition, FilterFacet, FilterValueCount, FilterValueFacet, FlagFacet, VendorFacet};
pub use import_preview::{
    ImportPreview, ImportPriceChange, ImportPriceChanges, ImportSample, ImportSamplePrice, ImportSampleState,
};
pub use import_report::{ImportReport, ImportedEvents, ImportedProducts, ImportedSections, PublicChange, PublicCounts};
pub use imports::{Import, ImportChange, ImportListMeta, ImportProblem, ImportSignal, Imports};
pub use keys::{Empty, Key, Keys, MadeKey};
pub use pages::{MatchingSection, Pagination, ProductBatchMeta, ProductPageMeta, SearchPageMeta, SearchSuggestion};
pub use prices::{Discount, LevelPrice, Price, Pricing, Sale};
pub use product_parts::{
    Configurator, ConfiguratorOption, Feature, FeatureGroup, FilterValue, OptionGroup, OptionPricing, Photo,
    ProductSection, ResourceLink, Seo, WarehouseStock,
};
pub use products::{Availability, Media, Product, ProductBatch, ProductPage, SearchPage, Vendor};
pub use sections::{
    Breadcrumb, Section, SectionList, SectionListMeta, SectionTree, SectionVendors, SectionVendorsMeta, UrlGroup,
    VendorCount,
};
pub use tokens::{IssuedToken, TokenCheck, TokenData, User};
