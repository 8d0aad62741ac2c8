//! What was made for one request and may serve another: bodies, selections, entity tags, work that several requests
//! share.

pub(crate) mod conditional;
pub(crate) mod response_cache;
pub(crate) mod shared_body;
pub(crate) mod single_flight;

pub use conditional::{EntityTag, Preconditions};
pub use response_cache::{CachePolicy, CacheStatus, EncodedBody, PlainBody, ProductCacheKey, ResponseCache};
pub use shared_body::shared_body;
