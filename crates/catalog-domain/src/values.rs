//! Plain values that everything else is made of: identifiers, moments, URLs, fingerprints and the order of names.

pub mod fingerprint;
pub mod identifiers;
pub mod name_order;
pub mod timestamp;
pub mod url_group;
pub mod visible_text;

pub use fingerprint::{Fingerprint, FingerprintBuilder};
pub use identifiers::{
    AccountId, AccountIdError, AccountRevision, CatalogRevision, EventNumber, FieldId, GroupId, ProductTypeId,
    SectionId, SectionIdError, SourceId,
};
pub use name_order::NameKey;
pub use timestamp::Timestamp;
pub use url_group::{PageUrl, PageUrlError, PageUrlRef, StorefrontHost, StorefrontHostError, UrlGroup};
pub use visible_text::{is_invisible, is_look_alike};
