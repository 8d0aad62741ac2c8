//! How a request says who it is from, and where from.

mod authorization;
pub(crate) mod rate_limit;

pub(crate) use authorization::has_key_elsewhere;
pub use authorization::{authorization, basic_credentials, bearer_token};
pub use rate_limit::{TrustedProxies, TrustedProxiesError};
