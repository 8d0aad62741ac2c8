//! Blocking client of the catalog API, over its public HTTP interface only.
//!
//! It logs in by itself, renews the token before it ends, repeats what failed for a moment, and keeps a copy of a
//! section in step with the catalog. A [`CatalogClient`] may be shared by threads.
//!
//! ```no_run
//! use catalog_client::{CatalogClient, ClientOptions, ListPart, ProductQuery, key_of_environment};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let key = key_of_environment("CATALOG_KEY")?.ok_or("CATALOG_KEY must hold a key")?;
//! let options = ClientOptions::with_key("https://catalog.example", key);
//! let client = CatalogClient::new(options)?;
//!
//! let product = client.product("PMP-001", &[ListPart::Warehouses])?;
//! println!("{}: {} in stock", product.name, product.availability.in_stock);
//!
//! let query = ProductQuery { available: Some(true), ..ProductQuery::default() };
//! for product in client.products("1042", &query) {
//!     let product = product?;
//!     println!("{} {:?}", product.stock_number, product.pricing.retail.value);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # A copy that stays in step
//!
//! [`CatalogClient::follow`] is the whole protocol of `docs/sync-guide.md` as one call. A [`SyncHandler`] stores what
//! each [`SyncStep`] brings, together with its [`Checkpoint`]. Every step says what is so now, so applying a step twice
//! does no harm. A copy that reports its versions is verified when it has caught up and once a day, and repaired.
//!
//! ```no_run
//! use catalog_client::*;
//! use std::collections::BTreeMap;
//! use std::ops::ControlFlow;
//!
//! /// A copy in memory. A real one writes the products and the checkpoint in one transaction.
//! #[derive(Default)]
//! struct Copy {
//!     products: BTreeMap<String, (u64, Product)>,
//!     checkpoint: Option<Checkpoint>,
//! }
//!
//! impl SyncHandler for Copy {
//!     type Error = ClientError;
//!
//!     fn checkpoint(&mut self) -> Result<Option<Checkpoint>, ClientError> {
//!         Ok(self.checkpoint.clone())
//!     }
//!
//!     fn versions(&mut self) -> Result<Option<Vec<ProductVersion>>, ClientError> {
//!         let product = |(_, product): &(u64, Product)| {
//!             let version = product.version.unwrap_or_default();
//!             ProductVersion { stock_number: product.stock_number.clone(), version }
//!         };
//!         Ok(Some(self.products.values().map(product).collect()))
//!     }
//!
//!     fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, ClientError> {
//!         let generation = step.checkpoint.generation();
//!         for product in step.upserts {
//!             self.products.insert(product.stock_number.clone(), (generation, product));
//!         }
//!         for stock_number in &step.removals {
//!             self.products.remove(stock_number);
//!         }
//!         if step.drops_older {
//!             self.products.retain(|_, (stored, _)| *stored == generation);
//!         }
//!         self.checkpoint = Some(step.checkpoint);
//!         Ok(ControlFlow::Continue(()))
//!     }
//! }
//!
//! # fn main() -> Result<(), ClientError> {
//! # let client = CatalogClient::new(ClientOptions::new("http://127.0.0.1:8080", "me@example.com", "a password"))?;
//! client.follow("1042", &FollowOptions::default(), &mut Copy::default())
//! # }
//! ```
//!
//! # Errors and attempts
//!
//! | [`ClientError`] | when |
//! |---|---|
//! | `Refused` | the service refused: [`CatalogError`] has its status, name, message, request id and `Retry-After` |
//! | `Connection` | no attempt got a usable response |
//! | `UnexpectedBody` | the response is not as documented |
//! | `Options` | the address or the certificates cannot be used |
//!
//! A request is repeated after 429, 502, 503, 504 and lost connections, as [`RetryPolicy`] says. After a 401 the client
//! logs in once more and repeats the request once.
//!
//! # What another system may do
//!
//! A body is read up to 256 MiB of decoded bytes, a line of a snapshot up to 16 MiB, an error and a token up to 64 KiB.
//! A snapshot, a list or a feed that has more but does not advance is an error. Errors show texts of the service by
//! `safe_output::Printable`.
//!
//! # Other requests
//!
//! [`CatalogClient::begin_import`] and what follows it import records over HTTP, in parts that are sent again when they
//! are cut off. [`CatalogClient::get`] reads any path, of v1 as well, and returns status, headers and body as they
//! came. Clients of a service that has only v1 log in by [`TokenRoute::V1`].

mod base_url;
mod client;
mod error;
mod follow;
mod imports;
mod model;
mod not_older;
mod options;
mod poster;
mod products;
mod query;
mod recurrence;
mod response;
mod retry;
mod secrets;
mod snapshot;
mod token;
mod transport;
mod v1;

pub use client::CatalogClient;
pub use error::{CatalogError, ClientError, ErrorDetail};
pub use follow::{Checkpoint, CopyProgress, Differences, FollowOptions, SyncHandler, SyncStep};
pub use imports::{ImportPart, NewImport};
pub use model::{
    Amount, Availability, ChangeEvent, ChangePage, DigestList, DigestPart, Facets, FilterFacet, FilterValueFacet,
    FlagFacet, Import, ImportProblem, ImportReport, LevelPrice, Media, Pagination, Price, Pricing, Product,
    ProductChangesMeta, ProductFields, ProductPage, ProductPageMeta, ProductVersion, Sale, SearchPage, SearchPageMeta,
    Section, SectionDigest, SectionList, UrlGroup, User, Vendor, VendorFacet,
};
pub use options::{ClientOptions, TokenRoute};
pub use poster::Poster;
pub use products::{ProductBatch, stock_number_lists};
pub use query::{ListPart, ProductQuery, percent_encode};
pub use recurrence::Recurrence;
pub use response::Response;
pub use retry::{OnRetry, RetryNotice, RetryPolicy};
pub use secrets::{key_of_environment, secret_of_environment};
pub use snapshot::{Snapshot, SnapshotStart};
