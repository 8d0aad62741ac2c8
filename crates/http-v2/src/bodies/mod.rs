//! The JSON bodies of v2 (`docs/contract.md`). Each is built from domain values; none of them decides anything.

mod account;
mod configurator;
mod filter;
mod pricing;
mod product;
mod product_batch;
mod product_changes;
mod product_list;
mod product_page;
mod product_parts;
mod section;
mod section_list;
mod url_group;
mod user_account;
mod vendor;

pub(crate) use account::{IssuedTokenBody, TokenCheckBody};
pub(crate) use pricing::{LevelPriceBody, PriceBody, PricingBody};
pub(crate) use product::{ProductBody, ProductView};
pub(crate) use product_batch::ProductBatchBody;
pub(crate) use product_changes::{ChangeSummaryBody, ProductChangesBody};
pub(crate) use product_list::LIST_HEAD;
pub(crate) use product_page::{PaginationBody, ProductPageBody};
pub(crate) use section::SectionBody;
pub(crate) use section_list::{SectionListBody, SectionTreeBody};
pub(crate) use url_group::UrlGroupBody;
pub(crate) use user_account::{
    ChangedUserBody, InvitationBody, PasswordRequestedBody, PasswordSetBody, RegistrationBody, UserAccountBody,
    UserAccountListBody,
};
pub(crate) use vendor::{SectionVendorsBody, VendorBody, VendorCountBody, VendorCountsBody};

use catalog_domain::timestamp::Timestamp;
use http_common::{as_text, iso_time};
use serde::{Serialize, Serializer};

/// Serialises a moment as ISO 8601 text in UTC.
fn as_iso_time<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    iso_time(*at).serialize(serializer)
}

/// The same for a moment that may be missing.
fn as_optional_iso_time<S: Serializer>(at: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(iso_time).serialize(serializer)
}
