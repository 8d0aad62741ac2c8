//! Schemas of parameters that are texts of a known form. The known names come from the code that reads them.

use crate::params::{ListProductChanges, ProductPart, SectionPart};
use crate::price_lists::Column;
use catalog_domain::accounts::{AccountStatus, KeyRight};
use catalog_domain::catalog::{PageRequest, ProductSort, Scope};
use catalog_domain::imports::{JobPhase, JobState, MAXIMUM_PARTS};
use catalog_domain::ports::ImportKind;
use catalog_domain::pricing::Role;
use catalog_domain::search::SearchText;
use catalog_domain::values::Language;
use std::borrow::Cow;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// A text without control characters, as every kind of expression can say it: PCRE and RE2 know no `\u`, not every one
/// knows `\p{Cc}`, and PHP compares bytes, so that `\x80-\x9F` would be in most letters that are not ASCII.
const PRINTABLE: &str = r"^[^\x00-\x1F\x7F]+$";

/// An item of a list: no comma, no control character, no surrounding space.
const LISTED: &str = r"^[^\s,\x00-\x1F\x7F]([^,\x00-\x1F\x7F]*[^\s,\x00-\x1F\x7F])?$";

/// A filter's uid, a colon, a value's key, which may be empty.
const FILTER_CHOICE: &str = r"^[^\x00-\x1F\x7F]+:[^\x00-\x1F\x7F]*$";

/// Canonical decimal digits.
const DECIMAL: &str = "^(0|[1-9][0-9]*)$";

/// Declares a type that represents a text in the document: one of some names, or one that matches a pattern. With `as`,
/// it is a named schema; the others are inlined.
macro_rules! text_schema {
    ($(#[$meta:meta])* $name:ident $(as $schema_name:literal)?, $schema:expr) => {
        $(#[$meta])*
        pub(crate) struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.into()
            }
        }

        impl ToSchema for $name {
            $(fn name() -> Cow<'static, str> {
                $schema_name.into()
            })?
        }
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
    /// A part of a page of a list.
    ProductPagePartName, one_of(ProductPart::PAGE_NAMES.iter().map(|(_, name)| *name))
}
text_schema! {
    /// What to search for.
    SearchQueryText, text().min_length(Some(1)).max_length(Some(SearchText::LONGEST))
}
text_schema! {
    /// A column of a price list.
    PriceListColumnName, one_of(Column::all().map(|(_, name)| name))
}
text_schema! {
    /// The language of a price list.
    PriceListLocaleName, one_of(Language::ALL.into_iter().map(Language::tag))
}
text_schema! {
    /// A price list as CSV.
    PriceListFile as "PriceList", text().description(Some("A line of heads, and one for each product (RFC 4180)."))
}
text_schema! {
    /// A price list as a workbook.
    Workbook, text()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .description(Some("A workbook (Office Open XML)."))
}
text_schema! {
    /// A part of an event.
    EventPartName, one_of(ListProductChanges::INCLUDES.iter().map(|(_, name)| *name))
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
    SectionIdText as "SectionId", named("A public section id.", "1000").pattern(Some(DECIMAL))
}
text_schema! {
    /// The id of a user.
    UserIdText as "UserId", named("The id of a user.", "2").pattern(Some(DECIMAL))
}
text_schema! {
    /// The id of a key.
    KeyIdText as "KeyId", named("The id of a key.", "k3n5qa7wz2xd").pattern(Some("^[a-z0-9]{12}$"))
}
text_schema! {
    /// What a key may do.
    KeyRightName as "KeyRight", one_of(KeyRight::ALL.into_iter().map(KeyRight::name))
}
text_schema! {
    /// What a new key may do.
    NewKeyRightName, one_of(KeyRight::OF_INTERFACE.into_iter().map(KeyRight::name))
}
text_schema! {
    /// The id of an import.
    ImportIdText as "ImportId",
    named("The id of an import.", "0af7651916cd43dd8448eb211c80319c").pattern(Some("^([0-9a-f]{32}|run-[1-9][0-9]*)$"))
}
text_schema! {
    /// Where an import is on its way.
    ImportStateName as "ImportState", one_of(JobState::ALL.into_iter().map(JobState::name))
}
text_schema! {
    /// What a running import is doing.
    ImportPhaseName as "ImportPhase", one_of(JobPhase::ALL.into_iter().map(JobPhase::name))
}
text_schema! {
    /// Whether records are changes or the whole catalog.
    ImportModeName as "ImportMode", one_of([ImportKind::Delta, ImportKind::Full].into_iter().map(ImportKind::name))
}
text_schema! {
    /// What the records of an import are: sections, products, prices and stock, or links to documentation and software.
    ImportKindName as "ImportKind", one_of(["catalog", "resources"].into_iter())
}
text_schema! {
    /// Where an import came from.
    ImportSourceName as "ImportSource", one_of(["http", "command"].into_iter())
}
text_schema! {
    /// The bytes of a part of an import.
    PartBytes, text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
}
text_schema! {
    /// The number of a part of an import.
    PartNumber,
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(1))
        .maximum(Some(MAXIMUM_PARTS))
}
text_schema! {
    /// The code of an error of the OAuth route.
    OAuthErrorName, one_of(["invalid_request", "unsupported_grant_type", "invalid_client", "temporarily_unavailable",
        "server_error"].into_iter())
}
text_schema! {
    /// The number of an event of the change feed.
    EventIdText as "EventId", named("The id of an event, in the order of the feed.", "9001").pattern(Some(DECIMAL))
}
text_schema! {
    /// The state of an account.
    AccountStatusName as "AccountStatus", one_of(AccountStatus::ALL.into_iter().map(AccountStatus::name))
}
text_schema! {
    /// What an account may do.
    RoleName as "Role", one_of([Role::User, Role::Administrator].into_iter().map(Role::name))
}
text_schema! {
    /// A stock number as written in a path.
    StockNumberText as "StockNumber",
    named("The public identifier of a product.", "PMP-002076").min_length(Some(1)).max_length(Some(64)).pattern(Some(PRINTABLE))
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
}
text_schema! {
    /// What a line of a snapshot is.
    SnapshotLineName, one_of(["start", "product", "end", "error"].into_iter())
}
text_schema! {
    /// How a token is sent.
    TokenTypeName, one_of(["Bearer"].into_iter())
}
text_schema! {
    /// The currency of all prices.
    CurrencyName, one_of(["USD"].into_iter())
}
text_schema! {
    /// How sections are arranged.
    SectionFormatName, one_of(["flat", "tree"].into_iter())
}
text_schema! {
    /// The state of every account after registration.
    PendingName, one_of([AccountStatus::Pending.name()].into_iter())
}
text_schema! {
    /// The only outcome of a request for a new password.
    RequestedName, one_of(["requested"].into_iter())
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn named(description: &str, example: &str) -> ObjectBuilder {
    text().description(Some(description)).examples([example])
}

fn one_of(names: impl Iterator<Item = &'static str>) -> ObjectBuilder {
    text().enum_values(Some(names.collect::<Vec<_>>()))
}
