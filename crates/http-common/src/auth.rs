//! How a request says who it is from, and where from.

mod authorization;
pub(crate) mod rate_limit;

pub use authorization::{authorization, bearer_token};
pub use rate_limit::{TrustedProxies, TrustedProxiesError};
