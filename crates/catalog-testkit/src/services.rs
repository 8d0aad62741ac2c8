//! The services that HTTP adapters are given, over any store: as those of a server that has just started, with small
//! bounds, and how an app over them is sent a request.

use crate::{AnyStore, FixedClock, TestResponse};
use actix_http::Request;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::test::{call_service, init_service, read_body};
use actix_web::{App, Error};
use catalog_app::accounts::{AccountDirectory, AccountMail, AccountServices, PasswordHashQueue};
use catalog_app::catalog::SharedCatalog;
use catalog_app::feed::{FeedServices, LongCounts};
use catalog_app::runtime::{ResponseBudget, WorkPool};
use catalog_domain::accounts::{Account, InvitationLinks, grant_for};
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, SigningSecret, TokenSigner};
use catalog_domain::values::Timestamp;
use catalog_index::Catalog;
use credentials::{BcryptHasher, JwtSigner, RandomInvitations, RandomSessions, SealedCursors, TokenKeys};
use http_common::Services;
use http_common::auth::{AttemptLimits, Sessions};
use http_common::cache::ResponseCache;
use std::sync::Arc;
use std::time::Duration;

/// What signs tokens and seals cursors.
pub const SECRET: [u8; 32] = [7; 32];

/// Services that read everything from `store`, except for the catalog. A test replaces what it is about:
/// `Services { passwords, ..services(store, catalog, clock) }`.
///
/// # Panics
/// When there is no thread to be had.
#[must_use]
pub fn services(store: &Arc<dyn AnyStore>, catalog: Catalog, clock: &Arc<FixedClock>) -> Services {
    Services {
        catalog: Arc::new(SharedCatalog::new(catalog, Duration::ZERO, clock.clone())),
        cache: ResponseCache::new(1 << 20),
        work: WorkPool::start(1).unwrap(),
        response_budget: ResponseBudget::new(1 << 28),
        product_details: store.clone(),
        imports: store.clone(),
        visibility: store.clone(),
        v1_usage: store.clone(),
        feed: feed_services(store.clone(), store.clone()),
        accounts: Arc::new(AccountDirectory::new(store.clone())),
        account_store: store.clone(),
        account_services: AccountServices {
            list: store.clone(),
            history: store.clone(),
            registrations: store.clone(),
            most_pending: AccountServices::DEFAULT_MOST_PENDING,
            invitations: store.clone(),
            invitation_tokens: Arc::new(RandomInvitations),
            links: InvitationLinks::default(),
            mail: Arc::new(AccountMail::new(None, InvitationLinks::default())),
        },
        sessions: Sessions::new(store.clone(), Arc::new(RandomSessions)),
        passwords: Arc::new(quick_hasher()),
        password_hash_queue: PasswordHashQueue::new(1),
        attempts: AttemptLimits::default(),
        tokens: Arc::new(signer()),
        clock: clock.clone(),
    }
}

/// Sends `request` to `app`, and reads the whole response.
///
/// # Panics
/// When the app has an error of its own, or a text is not UTF-8.
pub async fn exchange<T, B>(app: App<T>, request: Request) -> TestResponse
where
    T: ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse<B>, Error = Error, InitError = ()>
        + 'static,
    B: MessageBody + 'static,
{
    let response = call_service(&init_service(app).await, request).await;
    let status = response.status().as_u16();
    let headers = response.headers().iter();
    let headers = headers.map(|(name, value)| (name.as_str().to_owned(), value.to_str().unwrap().to_owned()));
    let headers = headers.collect();
    let bytes = read_body(response).await.to_vec();
    let response = TestResponse { status, headers, body: String::from_utf8_lossy(&bytes).into_owned(), bytes };
    let is_text = ["application/json", "text/"].iter().any(|kind| response.header("content-type").starts_with(kind));
    if is_text && response.find_header("content-encoding").is_none() {
        assert!(std::str::from_utf8(&response.bytes).is_ok(), "{}", response.body);
    }
    response
}

/// A change log with a retention of 90 days.
#[must_use]
pub fn feed_services(events: Arc<dyn ChangeLog>, bounds: Arc<dyn ChangeLogBounds>) -> FeedServices {
    FeedServices {
        events,
        bounds,
        cursors: Arc::new(sealed_cursors()),
        retention_days: 90,
        long_counts: LongCounts::default(),
        waits: Arc::default(),
    }
}

/// What seals and opens the cursors of [`services`].
#[must_use]
pub fn sealed_cursors() -> SealedCursors {
    SealedCursors::new(&keys())
}

/// Hashes passwords at the lowest cost.
///
/// # Panics
/// Never.
#[must_use]
pub fn quick_hasher() -> BcryptHasher {
    BcryptHasher::new(4).unwrap()
}

/// A token of an account that [`services`] accept for a day.
///
/// # Panics
/// When it cannot be signed.
#[must_use]
pub fn token_of(account: &Account, issued: Timestamp) -> String {
    signer().issue(grant_for(account), issued).unwrap().text
}

/// What signs and verifies the tokens of [`services`].
#[must_use]
pub fn signer() -> JwtSigner {
    JwtSigner::new(&keys(), 86_400)
}

fn keys() -> TokenKeys {
    TokenKeys { current: SigningSecret::new(SECRET.to_vec()).unwrap(), previous: None, replaced_at: None }
}
