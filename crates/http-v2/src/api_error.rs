//! Every way in which a v2 request can fail, and the one table from failures to responses (`docs/contract.md#errors`).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use catalog_app::feed::FeedRequestError;
use catalog_domain::accounts::{ApiKeyRight, ErasureRefusal, OperationRefusal};
use catalog_domain::change::FeedError;
use catalog_domain::imports::{NOT_UNDOABLE, TooManyJobs};
use catalog_domain::ports::Cause;
use catalog_domain::values::CatalogRevision;
use catalog_index::Catalog;
use http_common::json::{ErrorBody, ErrorDetail};
use http_common::request::RequestId;
use http_common::{PublicError, RequestError};

pub(crate) const CATALOG_REVISION: HeaderName = HeaderName::from_static("catalog-revision");

/// Seconds after which a client may try again when too many imports wait.
const IMPORT_RETRY_AFTER_SECONDS: &str = "30";

/// Seconds after which a client whose stream was too slow may begin another one.
const STREAM_RETRY_AFTER_SECONDS: &str = "2";

pub(crate) type ApiResult = Result<HttpResponse, ApiError>;

#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum ApiError {
    /// Parameters or fields of a body are wrong; never empty.
    #[error("the request has invalid parameters")]
    Validation(Vec<ErrorDetail>),
    #[error("administrators only")]
    AdministratorsOnly,
    /// The account may, but with no key.
    #[error("not with this key")]
    NotWithThisKey,
    /// The account may, but the key that it used has too small a right.
    #[error("not with a key of this right")]
    RightOfKey { has: ApiKeyRight, needs: ApiKeyRight },
    /// The account may not have keys with that right.
    #[error("the account may not have keys with that right")]
    RightNotAllowed,
    #[error("too many keys")]
    TooManyKeys,
    #[error("key not found")]
    KeyNotFound,
    #[error("user not found")]
    UserNotFound,
    /// The section is not in the public catalog of that revision.
    #[error("section not found")]
    SectionNotFound(CatalogRevision),
    /// The client's position in the change feed is too old, or not of this store: it has to start from scratch.
    #[error("change cursor expired")]
    ChangesExpired,
    /// The product is not in the public catalog of that revision.
    #[error("product not found")]
    ProductNotFound(CatalogRevision),
    #[error("method not allowed")]
    MethodNotAllowed {
        /// The methods that exist, as the `Allow` header lists them.
        allowed: &'static str,
    },
    #[error("body too large")]
    PayloadTooLarge,
    /// The body is not declared as JSON.
    #[error("body is not JSON")]
    UnsupportedMediaType,
    #[error("import not found")]
    ImportNotFound,
    /// The import has no report of changes, or there is no such import.
    #[error("import report not found")]
    ImportReportNotFound,
    #[error("import conflict")]
    ImportConflict(&'static str),
    #[error("the import cannot be undone: {NOT_UNDOABLE}")]
    ImportNotUndoable,
    #[error("account not erased")]
    NotErasable(ErasureRefusal),
    #[error("import too large")]
    ImportTooLarge { most_megabytes: u64 },
    #[error("too many imports")]
    TooManyImports(TooManyJobs),
    #[error("the stream is too slow")]
    StreamTooSlow,
    /// The body is declared as neither records nor JSON, or packed in an unknown way.
    #[error("unsupported body of an import")]
    UnsupportedImport,
    /// It can happen to requests of any interface.
    #[error(transparent)]
    Common(RequestError),
}

impl ApiError {
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        RequestError::internal(cause).into()
    }

    pub(crate) fn parameter(parameter: &str, reason: impl Into<String>) -> Self {
        Self::Validation(vec![ErrorDetail { parameter: parameter.into(), reason: reason.into() }])
    }

    /// Logs a failure of the service. Client errors are not logged.
    pub(crate) fn log(&self) {
        if let Self::Common(error) = self {
            error.log();
        }
    }

    /// The public form of the error. It never contains a cause.
    pub(crate) fn public(&self, request_id: Option<&RequestId>) -> PublicError {
        let new = |status, message: &str| PublicError::new(status, message);
        match self {
            Self::Validation(details) => new(StatusCode::BAD_REQUEST, &describe(details)),
            Self::AdministratorsOnly => new(StatusCode::FORBIDDEN, "Only administrators may do this."),
            Self::NotWithThisKey => new(
                StatusCode::FORBIDDEN,
                "This key may not do this. Keys can neither make keys nor do what leads to a password.",
            ),
            Self::RightOfKey { has, needs } => new(
                StatusCode::FORBIDDEN,
                &format!("This key has the right `{}`; this needs the right `{}`.", has.name(), needs.name()),
            ),
            Self::RightNotAllowed => new(StatusCode::FORBIDDEN, "Only administrators may have keys with this right."),
            Self::TooManyKeys => {
                new(StatusCode::CONFLICT, "This account has 10 keys already that have not ended. Delete one first.")
            }
            Self::KeyNotFound => new(StatusCode::NOT_FOUND, "There is no such key."),
            Self::UserNotFound => new(StatusCode::NOT_FOUND, "There is no such user."),
            Self::SectionNotFound(revision) => new(StatusCode::NOT_FOUND, "The section is not in the public catalog.")
                .with_name("CatalogSectionNotFoundError")
                .with_header(CATALOG_REVISION, revision.to_string()),
            Self::ChangesExpired => new(
                StatusCode::GONE,
                "The changes since then are no longer known. Read the section's products again and continue from there.",
            )
            .with_name("ProductChangesCursorExpiredError"),
            Self::ProductNotFound(revision) => new(StatusCode::NOT_FOUND, "The product is not in the public catalog.")
                .with_name("ProductNotFoundError")
                .with_header(CATALOG_REVISION, revision.to_string()),
            Self::MethodNotAllowed { allowed } => {
                let message = format!("This route allows {allowed} only.");
                new(StatusCode::METHOD_NOT_ALLOWED, &message).with_header(header::ALLOW, *allowed)
            }
            Self::PayloadTooLarge => new(StatusCode::PAYLOAD_TOO_LARGE, "The body must have at most 65536 bytes."),
            Self::UnsupportedMediaType => new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be uncompressed JSON, declared as Content-Type: application/json.",
            ),
            Self::ImportNotFound => new(StatusCode::NOT_FOUND, "There is no such import."),
            Self::ImportReportNotFound => new(StatusCode::NOT_FOUND, "There is no report of such an import."),
            Self::NotErasable(refusal) => new(StatusCode::CONFLICT, &refusal.to_string()),
            Self::ImportConflict(reason) => new(StatusCode::CONFLICT, reason),
            Self::ImportNotUndoable => {
                new(StatusCode::CONFLICT, &format!("The import cannot be undone: {NOT_UNDOABLE}."))
            }
            Self::ImportTooLarge { most_megabytes } => new(
                StatusCode::PAYLOAD_TOO_LARGE,
                &format!("An import must have at most {most_megabytes} MiB, all parts together, sent or unpacked."),
            ),
            Self::TooManyImports(too_many) => {
                let status = match too_many {
                    TooManyJobs::OfAccount => StatusCode::TOO_MANY_REQUESTS,
                    TooManyJobs::OfAll => StatusCode::SERVICE_UNAVAILABLE,
                };
                let text = too_many.to_string().replacen("at most", "At most", 1);
                new(status, &format!("{text}. Please try again later."))
                    .with_header(header::RETRY_AFTER, IMPORT_RETRY_AFTER_SECONDS)
            }
            Self::StreamTooSlow => new(
                StatusCode::SERVICE_UNAVAILABLE,
                "This response was slow, and others need its place. Please go on with 'after', or begin again later.",
            )
            .with_header(header::RETRY_AFTER, STREAM_RETRY_AFTER_SECONDS),
            Self::UnsupportedImport => new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be application/x-ndjson, or text/csv for a table of offers, plain or with \
                 Content-Encoding: gzip or zstd, or the document {\"parts\": true} as application/json.",
            ),
            Self::Common(error) => error.public("Please try again in a moment.", request_id),
        }
    }

    pub(crate) fn body(&self, public: &PublicError) -> ErrorBody {
        let details = if let Self::Validation(details) = self { details.clone() } else { Vec::new() };
        ErrorBody { code: public.status.as_u16(), name: public.name, message: public.message.clone(), details }
    }
}

/// `Invalid parameter 'page': must be ...; invalid parameter 'sort': must be ...`
fn describe(details: &[ErrorDetail]) -> String {
    let each = details.iter().map(|detail| format!("invalid parameter '{}': {}", detail.parameter, detail.reason));
    let text = each.collect::<Vec<_>>().join("; ");
    text.replacen("invalid", "Invalid", 1)
}

impl<E> From<E> for ApiError
where
    RequestError: From<E>,
{
    fn from(error: E) -> Self {
        Self::Common(error.into())
    }
}

/// The error of an operation that the caller may not do.
pub(crate) fn operation_error(refusal: OperationRefusal) -> ApiError {
    match refusal {
        OperationRefusal::AdministratorsOnly => ApiError::AdministratorsOnly,
        OperationRefusal::NotWithThisKey => ApiError::NotWithThisKey,
        OperationRefusal::RightOfKey { has, needs } => ApiError::RightOfKey { has, needs },
    }
}

/// The error of a request of the change feed of `catalog` that is refused before the log is read.
pub(crate) fn feed_request_error(error: FeedRequestError, catalog: &Catalog) -> ApiError {
    match error {
        FeedRequestError::NotACursor | FeedRequestError::CursorOfAnotherSection => {
            ApiError::parameter("cursor", error.to_string())
        }
        FeedRequestError::SectionNotFound => ApiError::SectionNotFound(catalog.revision()),
    }
}

pub(crate) fn feed_error(error: FeedError) -> ApiError {
    match error {
        FeedError::CursorOfAnotherSection => ApiError::parameter("cursor", "belongs to another section"),
        FeedError::SinceInTheFuture => ApiError::parameter("since", "must not be more than 5 minutes in the future"),
        FeedError::Expired => ApiError::ChangesExpired,
        FeedError::Store(error) => error.into(),
    }
}
