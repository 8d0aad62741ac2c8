//! Bodies of imports while they come: slowly, several at once, and from somebody who loses the right to send them.

use crate::imports::{Ask, LINES};
use crate::keys::{make, text};
use crate::test_service::TestService;
use actix_web::web::Bytes;
use catalog_app::imports::ReceiveError;
use catalog_domain::accounts::{AccountProfile, AccountStatus, ApiKeyId, AttemptSource};
use catalog_domain::imports::{
    JobAdded, JobAuthor, JobId, JobOptions, JobState, LONGEST_BODY_SILENCE_SECONDS, PartEncoding, PartFormat,
};
use catalog_domain::ports::{ChangeJobs, ImportKind, JobScope};
use catalog_domain::pricing::Role;
use catalog_testkit::builders::NOON;
use futures_util::stream::{self, StreamExt};
use http_common::request::{BodyError, BodyReceiver, DeclaredDigests};
use serde_json::json;
use std::convert::Infallible;
use std::task::Poll;

/// Receives a body over which the test has power: `then` happens after its first bytes, and more come only if it
/// `goes_on`.
async fn receive(service: &TestService, token: &str, goes_on: bool, then: impl Fn()) -> (JobId, Result<(), BodyError>) {
    let app = &service.state.app;
    let source = AttemptSource::of(std::net::Ipv4Addr::LOCALHOST.into());
    let caller = app.callers.authenticate(Some(token), source).await.unwrap();
    let options = JobOptions::new(ImportKind::Delta);
    let author = JobAuthor { account: caller.account.id, email: caller.account.email.clone(), key: None };
    let JobAdded::Added(id) = app.imports.begin(options, None, author, None).await.unwrap() else {
        unreachable!("it is new")
    };
    let pieces = stream::iter([LINES; 6]).map(|line| Ok::<_, Infallible>(Bytes::from_static(line))).enumerate();
    let mut pieces = pieces.map(|(index, piece)| {
        if index > 0 {
            then();
        }
        piece
    });
    let payload = stream::poll_fn(move |context| match pieces.poll_next_unpin(context) {
        Poll::Ready(None) if !goes_on => Poll::Pending,
        other => other,
    });
    let (encoding, digests, most_bytes) = (PartEncoding::Identity, DeclaredDigests::default(), 1 << 20);
    let receiver = BodyReceiver { app, caller: &caller, encoding, format: PartFormat::Records, digests, most_bytes };
    (id, receiver.receive_job(payload, id).await)
}

#[actix_web::test]
async fn a_body_that_comes_slowly_has_not_stopped() {
    for service in TestService::all() {
        let store = &service.stored.store;
        let slowly = || {
            service.clock.advance(LONGEST_BODY_SILENCE_SECONDS - 1);
            store.change_jobs(JobScope::Present, |jobs| jobs.clean(service.state.app.now())).unwrap();
        };
        let (id, received) = receive(&service, &service.token("administrator"), true, slowly).await;
        received.unwrap();
        assert_eq!(store.find_job(id).unwrap().unwrap().state, JobState::Waiting);
    }
}

#[actix_web::test]
async fn a_body_ends_with_the_access_of_its_sender() {
    for service in TestService::all() {
        let store = &service.stored.store;
        let administrator = service.account("administrator").id;
        let made = make(&service, "administrator", json!({"name": "Robot", "right": "import"})).await;
        let (key, id) = (text(&made), made["id"].as_str().unwrap());
        let delete = || drop(store.delete_key(administrator, ApiKeyId::parse(id).unwrap()).unwrap());
        let set = |status, role| {
            let mut change = |profile: &mut AccountProfile| (profile.status, profile.role) = (status, role);
            store.update_profile(administrator, &mut change, NOON).unwrap();
        };
        let demote = || set(AccountStatus::Active, Role::User);
        let disable = || set(AccountStatus::Disabled, Role::Administrator);
        for goes_on in [true, false] {
            for (case, by_key, change) in
                [("demoted", false, &demote as &dyn Fn()), ("disabled", false, &disable), ("key", true, &delete)]
            {
                set(AccountStatus::Active, Role::Administrator);
                service.state.app.accounts.refresh().unwrap();
                if by_key && store.keys_of(administrator).unwrap().is_empty() {
                    continue;
                }
                let token = if by_key { key.clone() } else { service.token("administrator") };
                let change = || {
                    change();
                    // The servers follow the store every second; this one looks itself when the body was received.
                    if !goes_on {
                        service.state.app.accounts.refresh().unwrap();
                    }
                };
                let (id, received) = receive(&service, &token, goes_on, change).await;
                assert!(matches!(received, Err(BodyError::AccessChanged)), "{case}: {received:?}");
                let is_open = || {
                    let job = store.find_job(id).unwrap();
                    job.is_some_and(|job| job.state != JobState::Cancelled)
                };
                // It is forgotten in the background, unless it was cancelled.
                while is_open() || !store.all_blobs().unwrap().is_empty() {
                    tokio::task::yield_now().await;
                }
            }
        }
    }
}

#[actix_web::test]
async fn parts_that_are_received_at_once_have_the_room_of_one_import() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let import = ask.begin().await;
        let id = JobId::parse(import.rsplit('/').next().unwrap()).unwrap();
        let imports = &service.state.app.imports;
        let put = async |number: u32, bytes: usize| {
            ask.send("PUT", &format!("{import}/parts/{number}"), &[], &vec![b'\n'; bytes]).await
        };
        let (mut first, allowance) = imports.receive_part(id, 1, 0).await.unwrap();
        assert_eq!(allowance, 4 << 20);
        first.write(&vec![b'\n'; 3 << 20]).await.unwrap();
        let refused = put(2, (1 << 20) + 1).await;
        assert_eq!(refused.status, 429, "{}", refused.body);
        assert!(refused.header("retry-after").parse::<u32>().is_ok());
        assert_eq!(put(2, 1 << 20).await.status, 204);
        let more = async {
            first.write(&vec![b'\n'; 1 << 20]).await?;
            first.store(1, (PartEncoding::Identity, PartFormat::Records), 4 << 20, 4 << 20).await
        };
        assert!(matches!(more.await, Err(ReceiveError::TooLarge)), "part 2 is stored");
        // What is given up leaves room once its bytes are deleted.
        while put(1, 3 << 20).await.status != 204 {
            tokio::task::yield_now().await;
        }
        assert_eq!(put(1, 3 << 20).await.status, 204, "in place of itself");
        assert_eq!(put(3, 1).await.status, 413);
    }
}
