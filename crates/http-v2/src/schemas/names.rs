//! Schemas of parameters that are texts of a known form. The known names come from the code that reads them.

use crate::params::{ListProductChanges, ProductPart, SectionPart};
use catalog_domain::accounts::AccountStatus;
use catalog_domain::catalog::{PageRequest, ProductSort, Scope};
use catalog_domain::pricing::Role;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// A text without control characters. They are written out: not every generator supports `\p{Cc}`.
const PRINTABLE: &str = r"^[^\u0000-\u001F\u007F-\u009F]+$";

/// An item of a list: no comma, no control character, no surrounding space.
const LISTED: &str =
    r"^[^\s,\u0000-\u001F\u007F-\u009F]([^,\u0000-\u001F\u007F-\u009F]*[^\s,\u0000-\u001F\u007F-\u009F])?$";

/// A filter's uid, a colon, a value's key.
const FILTER_CHOICE: &str = r"^[^:\u0000-\u001F\u007F-\u009F]+:[^\u0000-\u001F\u007F-\u009F]+$";

/// Declares a type that represents a text in the document: one of some names, or one that matches a pattern.
macro_rules! text_schema {
    ($(#[$meta:meta])* $name:ident, $schema:expr) => {
        $(#[$meta])*
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.into()
            }
        }

        impl ToSchema for $name {}
    };
}

text_schema! {
    /// A part of a single section.
    SectionPartName, one_of(SectionPart::NAMES.iter().map(|(_, name)| *name))
}
text_schema! {
    /// A part of a section in a list.
    SectionListPartName, one_of(SectionPart::LIST_NAMES.iter().map(|(_, name)| *name))
}
text_schema! {
    /// A part of a single product.
    ProductPartName, one_of(ProductPart::NAMES.iter().map(|(_, name)| *name))
}
text_schema! {
    /// A part of a product in a section's list.
    ProductListPartName, one_of(ProductPart::LIST_NAMES.iter().map(|(_, name)| *name))
}
text_schema! {
    /// Which products of a section.
    ScopeName, one_of([Scope::Subtree, Scope::Direct].into_iter().map(Scope::name))
}
text_schema! {
    /// The order of a list.
    SortName, one_of(ProductSort::ALL.into_iter().map(ProductSort::name))
}
text_schema! {
    /// An id in a comma-separated list.
    ListedId, text().pattern(Some(LISTED))
}
text_schema! {
    /// A stock number in a comma-separated list.
    ListedStockNumber, text().max_length(Some(64)).pattern(Some(LISTED))
}
text_schema! {
    /// A filter's uid and a value's key.
    FilterChoiceText, text().pattern(Some(FILTER_CHOICE))
}
text_schema! {
    /// A public section id.
    SectionIdText, text().pattern(Some("^(0|[1-9][0-9]*)$"))
}
text_schema! {
    /// The id of a user.
    UserIdText, text().pattern(Some("^(0|[1-9][0-9]*)$"))
}
text_schema! {
    /// The state of an account.
    AccountStatusName, one_of(AccountStatus::ALL.into_iter().map(AccountStatus::name))
}
text_schema! {
    /// What an account may do.
    RoleName, one_of([Role::User, Role::Administrator].into_iter().map(Role::name))
}
text_schema! {
    /// A stock number as written in a path.
    StockNumberText, text().min_length(Some(1)).max_length(Some(64)).pattern(Some(PRINTABLE))
}
text_schema! {
    /// A positive whole number that every JSON client can represent.
    PositiveNumber,
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(1))
        .maximum(Some(9_007_199_254_740_991_u64))
}
text_schema! {
    /// A page size.
    PageSizeNumber,
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1))
        .maximum(Some(PageRequest::MAXIMUM_SIZE))
        .default(Some(PageRequest::DEFAULT_SIZE.into()))
}

text_schema! {
    /// The number of events on a page of changes.
    FeedLimitNumber,
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1))
        .maximum(Some(ListProductChanges::MAXIMUM_LIMIT))
        .default(Some(ListProductChanges::DEFAULT_LIMIT.into()))
}

text_schema! {
    /// How long to wait for the first event, in seconds.
    WaitSeconds,
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(0))
        .maximum(Some(ListProductChanges::LONGEST_WAIT))
        .default(Some(0.into()))
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn one_of(names: impl Iterator<Item = &'static str>) -> ObjectBuilder {
    text().enum_values(Some(names.collect::<Vec<_>>()))
}
