//! Which errors each kind of endpoint documents. Each has an example of the name of its constant in `examples.json`.

use http_common::response::DocumentedError as Case;
use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

const INVALID: Case =
    Case::new(400, "ValidationError", "A parameter is unknown, repeated or wrong; `error.details` names it.");
const NO_CONFIGURATOR: Case = Case::new(403, "ConfiguratorAccessError", "The account has no access to configurators.");
const NO_ADMINISTRATOR: Case = Case::new(403, "ForbiddenError", "The caller is not an administrator.");
const NOT_WITH_KEY: Case = Case::new(403, "ForbiddenError", "The caller used a key that may not do this.");
const NO_RIGHT: Case = Case::new(403, "ForbiddenError", "Only administrators may have keys with this right.");
const NO_KEY: Case = Case::new(404, "NotFoundError", "The account has no key with that id.");
const TOO_MANY_KEYS: Case = Case::new(409, "ConflictError", "The account has 10 keys already that have not ended.");
const NO_USER: Case = Case::new(404, "NotFoundError", "There is no user with that id.");
const TOO_MANY: Case = Case::new(
    429,
    "TooManyRequestsError",
    "Too many attempts from this address; `Retry-After` says when to try again.",
);
const TOO_MUCH: Case = Case::new(
    429,
    "TooManyRequestsError",
    "The account has too many expensive requests in progress; `Retry-After` says when to try again.",
);
const NO_SECTION: Case = Case::new(404, "CatalogSectionNotFoundError", "The section is not in the public catalog.");
const BAD_PASSWORD: Case = Case::new(
    400,
    "ValidationError",
    "A field is wrong, or the invitation is unknown, was used, or has expired; `error.details` names it.",
);
const NOT_ACTIVE: Case =
    Case::new(400, "ValidationError", "The user waits for approval or was disabled; or a parameter is wrong.");
const EXPIRED: Case = Case::new(
    410,
    "ProductChangesCursorExpiredError",
    "The cursor was issued, or the moment lies, before the retention period (90 days unless the service says otherwise), or \
     the cursor is of another store: read the list again from the start.",
);
const NO_PRODUCT: Case = Case::new(404, "ProductNotFoundError", "The product is not in the public catalog.");
const TOO_LARGE: Case = Case::new(413, "PayloadTooLargeError", "The body has more than 64 KiB.");
const NOT_JSON: Case = Case::new(415, "UnsupportedMediaTypeError", "The body is not declared as JSON.");

const NO_IMPORT: Case = Case::new(404, "NotFoundError", "There is no import with that id.");
const NO_IMPORT_REPORT: Case = Case::new(404, "NotFoundError", "The import has no report, or there is no such import.");
const IMPORT_CONFLICT: Case = Case::new(
    409,
    "ConflictError",
    "The import is in a state in which this is not possible, or the Idempotency-Key belongs to another request.",
);
const IMPORT_TOO_LARGE: Case = Case::new(
    413,
    "PayloadTooLargeError",
    "The input has more bytes than an import may have (4,096 MiB unless the service says otherwise).",
);
const NO_RECORDS: Case = Case::new(
    415,
    "UnsupportedMediaTypeError",
    "The body is declared as neither records nor JSON, or packed otherwise.",
);
const TOO_MANY_IMPORTS: Case = Case::new(
    503,
    "ServiceUnavailableError",
    "100 imports are being received or wait already; `Retry-After` says when to try again.",
);

const UNAUTHORIZED: Case = Case::UNAUTHORIZED;
const WRONG_LOGIN: Case = Case::WRONG_LOGIN;
const FORBIDDEN: Case = Case::FORBIDDEN;
const INTERNAL: Case = Case::INTERNAL;
const UNAVAILABLE: Case = Case::UNAVAILABLE;

/// Declares a set of documented errors.
macro_rules! error_set {
    ($(#[$meta:meta])* $name:ident: $($case:ident),+) => {
        $(#[$meta])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                document(&[$((stringify!($case), $case)),+])
            }
        }
    };
}

error_set! {
    /// Errors of reading lists of sections.
    ReadErrors: INVALID, UNAUTHORIZED, FORBIDDEN, TOO_MUCH, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading a section.
    SectionErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_SECTION, TOO_MUCH, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of a download link.
    LinkErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_SECTION, TOO_MUCH, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading changes.
    FeedErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_SECTION, EXPIRED, TOO_MUCH, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading several products.
    BatchErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_CONFIGURATOR, TOO_MUCH, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading a product.
    ProductErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_CONFIGURATOR, NO_PRODUCT, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading data outside the catalog.
    UncatalogedErrors: INVALID, UNAUTHORIZED, FORBIDDEN, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of making a key.
    KeyErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NOT_WITH_KEY, NO_RIGHT, TOO_MANY_KEYS, TOO_LARGE, NOT_JSON, TOO_MANY,
        INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of listing one's keys.
    KeyListErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NOT_WITH_KEY, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of deleting one's key.
    KeyDeletionErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NOT_WITH_KEY, NO_KEY, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of listing the keys of a user.
    UserKeyListErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_USER, TOO_MANY, INTERNAL,
        UNAVAILABLE
}
error_set! {
    /// Errors of deleting a key of a user.
    UserKeyErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_KEY, TOO_MANY, INTERNAL,
        UNAVAILABLE
}
error_set! {
    /// Errors of logging in.
    LoginErrors: INVALID, WRONG_LOGIN, FORBIDDEN, TOO_LARGE, NOT_JSON, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of requesting access.
    RegistrationErrors: INVALID, TOO_LARGE, NOT_JSON, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of setting a password.
    PasswordErrors: BAD_PASSWORD, TOO_LARGE, NOT_JSON, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of inviting a user.
    InvitationErrors: NOT_ACTIVE, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_USER, TOO_MANY, INTERNAL,
        UNAVAILABLE
}
error_set! {
    /// Errors of administrators' reads.
    AdministratorErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of changing a user.
    UserChangeErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_USER, TOO_LARGE, NOT_JSON,
        TOO_MANY, INTERNAL, UNAVAILABLE
}

error_set! {
    /// Errors of beginning an import.
    ImportBeginErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, IMPORT_CONFLICT,
        IMPORT_TOO_LARGE, NO_RECORDS, TOO_MANY, INTERNAL, UNAVAILABLE, TOO_MANY_IMPORTS
}
error_set! {
    /// Errors of sending a part.
    ImportPartErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_IMPORT,
        IMPORT_CONFLICT, IMPORT_TOO_LARGE, NO_RECORDS, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of starting and cancelling an import.
    ImportChangeErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_IMPORT, IMPORT_CONFLICT,
        TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading an import.
    ImportErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_IMPORT, TOO_MANY, INTERNAL,
        UNAVAILABLE
}
error_set! {
    /// Errors of listing imports.
    ImportListErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading the changes of an import.
    ImportReportErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_ADMINISTRATOR, NOT_WITH_KEY, NO_IMPORT_REPORT, TOO_MANY,
        INTERNAL, UNAVAILABLE
}

/// The responses that report the errors. Those with the same status share one.
fn document(cases: &[(&str, Case)]) -> BTreeMap<String, RefOr<Response>> {
    let mut responses = BTreeMap::new();
    for (_, Case { code, .. }) in cases {
        let shared: Vec<_> = cases.iter().filter(|(_, case)| case.code == *code).collect();
        let lines: Vec<_> = shared.iter().map(|(_, case)| format!("`{}`: {}", case.name, case.text)).collect();
        let mut content = Content::new(Some(Ref::from_schema_name("ErrorEnvelope")));
        for (name, _) in shared {
            let example = RefOr::Ref(Ref::new(format!("#/components/examples/{name}")));
            content.examples.insert((*name).to_owned(), example);
        }
        let response = ResponseBuilder::new().description(lines.join("\n\n")).content("application/json", content);
        responses.insert(code.to_string(), RefOr::T(response.build()));
    }
    responses
}
