//! Plain values that everything else is made of: identifiers, moments, URLs, texts, fingerprints and the order of
//! names.

pub(crate) mod fingerprint;
pub(crate) mod identifiers;
pub(crate) mod language;
pub(crate) mod name_order;
mod natural_order;
pub(crate) mod plain_text;
pub(crate) mod timestamp;
pub(crate) mod url_group;
pub(crate) mod visible_text;

pub use fingerprint::{Fingerprint, FingerprintBuilder};
pub use identifiers::{
    AccountId, AccountRevision, CatalogRevision, EventNumber, FieldId, GroupId, IdError, ProductTypeId, SectionId,
    SourceId,
};
pub use language::Language;
pub use name_order::NameOrder;
pub use natural_order::NaturalOrder;
pub use plain_text::is_plain;
pub use timestamp::Timestamp;
pub use url_group::{PageUrl, PageUrlError, PageUrlRef, StorefrontHost, StorefrontHostError, UrlGroup};
pub use visible_text::{is_invisible, is_look_alike};
