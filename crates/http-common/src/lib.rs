//! Shared parts of the HTTP adapters: authentication, envelopes, request ids, text forms and the move to blocking
//! threads.
//!
//! Nothing here knows a route, a body or an error name: those belong to the adapters.

mod account_directory;
mod account_services;
mod account_update;
mod as_text;
mod audit;
mod background;
mod caller;
mod chunked_body;
mod compression;
mod conditional;
mod decimal_number;
mod envelope;
mod feed_services;
mod invitations;
mod iso_time;
mod json_writer;
mod login;
mod openapi_errors;
mod password_hash_queue;
mod percent_decoding;
mod product_details;
mod product_list_writer;
mod rate_limit;
mod request_id;
mod request_limits;
mod response_cache;
mod security_headers;
mod service_failure;
mod services;
mod settle_window;
mod shared_body;
mod shared_catalog;
mod single_flight;
mod store_call;
mod throttled_change_log;
mod verified_tokens;
mod view_key;
mod work;

pub use account_directory::AccountDirectory;
pub use account_services::AccountServices;
pub use account_update::{AccountUpdateError, UpdatedAccount, update_account};
pub use as_text::as_text;
pub use audit::{
    AuditActor, audit_account_change, audit_account_made, audit_events, audit_invitation, audit_invitation_refused,
    audit_login, audit_password_change, audit_password_request, audit_password_set, audit_pending_forgotten,
    audit_registration, audit_too_many_attempts,
};
pub use background::{BackgroundError, BackgroundWork, background_work, in_background};
pub use caller::{AuthError, Caller, authenticate, bearer_token};
pub use chunked_body::send_in_chunks;
pub use compression::{Coding, compress, negotiate};
pub use conditional::{EntityTag, Preconditions};
pub use decimal_number::DecimalNumber;
pub use envelope::{Empty, Envelope, ErrorBody, ErrorDetail, SUCCESS_HEAD, SUCCESS_TAIL};
pub use feed_services::FeedServices;
pub use invitations::{InvitationError, InvitationLink, invite_account, redeem_invitation, request_password};
pub use iso_time::{iso_time, read_iso_time};
pub use json_writer::JsonWriter;
pub use login::{AttemptError, check_login, register};
pub use openapi_errors::{DocumentedError, describe_header};
pub use password_hash_queue::{CheckOrigin, PasswordHashQueue, PasswordHashQueueError};
pub use percent_decoding::{Decode, decode_query, decode_segment};
pub use product_details::{DetailedCatalog, DetailsError, read_details};
pub use product_list_writer::ProductListWriter;
pub use rate_limit::{
    AttemptLimits, LayeredLimiter, MemoryLimiter, TrustedProxies, TrustedProxiesError, client_source,
};
pub use request_id::{RequestId, request_id, stamp_request_id};
pub use request_limits::{
    LimitError, ListError, MAXIMUM_BODY_FIELDS, MAXIMUM_ERROR_BYTES, MAXIMUM_LISTED, MAXIMUM_PROBLEMS,
    MAXIMUM_QUERY_PAIRS, MAXIMUM_QUOTED_CHARACTERS, Problems, decode_list, query_pairs, quoted, split_list,
};
pub use response_cache::{CachePolicy, CacheStatus, EncodedBody, ProductCacheKey, ResponseCache};
pub use security_headers::add_security_headers;
pub use service_failure::ServiceFailure;
pub use services::Services;
pub use shared_body::shared_body;
pub use shared_catalog::SharedCatalog;
pub use store_call::{STORE_CALL_LIMIT, call_store, try_call_store};
pub use throttled_change_log::ThrottledChangeLog;
pub use verified_tokens::VerifiedTokens;
pub use view_key::ViewKey;
pub use work::{
    Begun, Effort, HeldBody, PRODUCTS_PER_CHUNK, Requester, RequesterPermit, Reservation, ResponseBudget,
    ResponseBytes, WorkFor, WorkPool, WorkStatus, lower_priority,
};
