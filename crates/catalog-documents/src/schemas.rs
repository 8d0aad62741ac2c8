//! Schemas of texts of a known form. A test of `http-v2` holds the names to those of the domain.

pub use utoipa::ToSchema;

use std::borrow::Cow;
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// A text without control characters, as every kind of expression can say it: PCRE and RE2 know no `\u`, not every one
/// knows `\p{Cc}`, and PHP compares bytes, so that `\x80-\x9F` would be in most letters that are not ASCII.
const PRINTABLE: &str = r"^[^\x00-\x1F\x7F]+$";

/// Canonical decimal digits.
const DECIMAL: &str = "^(0|[1-9][0-9]*)$";

/// Declares types that represent texts in the document: one of some names, or one that matches a pattern. With `as`,
/// it is a named schema; the others are inlined.
#[macro_export]
macro_rules! text_schemas {
    ($($(#[$meta:meta])* $name:ident $(as $schema_name:literal)?, $schema:expr;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name;

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
    )+};
}

text_schemas! {
    /// Which products of a section.
    ScopeName, one_of(["subtree", "direct"]);
    /// The order of a list.
    SortName, one_of(["name", "-name", "stockNumber", "-contentUpdatedAt", "price", "-price", "-inStock", "relevance"]);
    /// A public section id.
    SectionIdText as "SectionId", named("A public section id.", "1000").pattern(Some(DECIMAL));
    /// The id of a user.
    UserIdText as "UserId", named("The id of a user.", "2").pattern(Some(DECIMAL));
    /// The id of a key.
    KeyIdText as "KeyId", named("The id of a key.", "k3n5qa7wz2xd").pattern(Some("^[a-z0-9]{12}$"));
    /// What a key may do.
    KeyRightName as "KeyRight", one_of(["read", "import", "admin", "download"]);
    /// The id of an import.
    ImportIdText as "ImportId",
    named("The id of an import.", "0af7651916cd43dd8448eb211c80319c").pattern(Some("^([0-9a-f]{32}|run-[1-9][0-9]*)$"));
    /// Where an import is on its way.
    ImportStateName as "ImportState",
    one_of(["receiving", "waiting", "running", "done", "rejected", "failed", "cancelled"]);
    /// What a running import is doing.
    ImportPhaseName as "ImportPhase", one_of(["reading", "checking", "committing"]);
    /// Whether records are changes or the whole catalog.
    ImportModeName as "ImportMode", one_of(["delta", "full"]);
    /// What the records of an import are: sections, products, prices and stock, or links to documentation and software.
    ImportKindName as "ImportKind", one_of(["catalog", "resources"]);
    /// Where an import came from.
    ImportSourceName as "ImportSource", one_of(["http", "command"]);
    /// The number of an event of the change feed.
    EventIdText as "EventId", named("The id of an event, in the order of the feed.", "9001").pattern(Some(DECIMAL));
    /// What changed.
    ChangeTypeName as "ChangeType",
    one_of(["content", "commercial", "removed"]).description(Some("What changed."));
    /// What a client does.
    ChangeOperationName as "ChangeOperation",
    one_of(["upsert", "remove"]).description(Some("What a client does."));
    /// The state of an account.
    AccountStatusName as "AccountStatus", one_of(["pending", "active", "disabled"]);
    /// What an account may do.
    RoleName as "Role", one_of(["user", "admin"]);
    /// A stock number as written in a path.
    StockNumberText as "StockNumber",
    named("The public identifier of a product.", "PMP-002076").min_length(Some(1)).max_length(Some(64)).pattern(Some(PRINTABLE));
    /// What a line of a snapshot is.
    SnapshotLineName, one_of(["start", "product", "end", "error"]);
    /// How a token is sent.
    TokenTypeName, one_of(["Bearer"]);
    /// The currency of all prices.
    CurrencyName, one_of(["USD"]);
    /// How sections are arranged.
    SectionFormatName, one_of(["flat", "tree"]);
    /// The state of every account after registration.
    PendingName, one_of(["pending"]);
    /// The only outcome of a request for a new password.
    RequestedName, one_of(["requested"]);
}

/// A text.
pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// One of these texts.
pub fn one_of(names: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    text().enum_values(Some(names.into_iter().collect::<Vec<_>>()))
}

fn named(description: &str, example: &str) -> ObjectBuilder {
    text().description(Some(description)).examples([example])
}
