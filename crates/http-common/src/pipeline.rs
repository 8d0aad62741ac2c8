//! The way of a request through any interface of the API: who is calling, the parameters, a body from the cache or
//! built when it is the requester's turn, and the response with or without it.

mod authenticated;
mod interface;
mod products;
mod response;

pub use authenticated::{Authenticated, authenticate, check_access};
pub use interface::Interface;
pub use products::{FoundProducts, ProductList, ProductRequest, SelectedProducts};
pub use response::{FeedRequest, ListResponse, ResponseContext, SharedRequest, to_json};
