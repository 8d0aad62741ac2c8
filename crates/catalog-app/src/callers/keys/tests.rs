//! What refusing a key costs does not tell why it is refused.

use super::*;
use crate::accounts::AccountDirectory;
use crate::callers::CallerPorts;
use catalog_domain::accounts::{AccountStatus, ApiKeyHash, ApiKeyRight, CallerAccount, CallerApiKey};
use catalog_domain::ports::{
    AccountSnapshot, MockAccountSource, MockApiKeyStore, MockApiKeyTexts, MockAttemptLimiter, MockClock,
    MockSessionStore, MockSessionTokens, MockTokenSigner,
};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::AccountId;

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_000_000_000);

fn key(id: &str, expires_at: Option<Timestamp>) -> CallerApiKey {
    let (id, hash) = (ApiKeyId::parse(id).unwrap(), ApiKeyHash::new("the hash".into()));
    CallerApiKey { id, right: ApiKeyRight::Read, hash, created_at: NOW, expires_at, address: None }
}

/// An account with a key that is valid and one that has ended.
fn account() -> CallerAccount {
    CallerAccount {
        id: AccountId(1),
        email: "ann@example.com".into(),
        company: "c".into(),
        role: Role::User,
        status: AccountStatus::Active,
        price_level: PriceLevel::retail(),
        configurator_access: false,
        language: None,
        has_password: true,
        token_generation: 0,
        keys: [key("valid2345678", None), key("ended2345678", Some(NOW))].into(),
    }
}

/// Callers over a store in which `source` sees what is read, to whom every text `id hash` is a key.
fn callers(mut source: MockAccountSource, attempts: usize) -> Callers {
    source.expect_load_accounts().returning(|| Ok(AccountSnapshot { position: None, accounts: vec![account()] }));
    let directory = Arc::new(AccountDirectory::new(Arc::new(source)));
    directory.refresh().unwrap();
    let mut texts = MockApiKeyTexts::new();
    texts.expect_read().returning(|text| {
        let (id, hash) = text.strip_prefix("cat_")?.split_once(' ')?;
        Some(PresentedApiKey { id: ApiKeyId::parse(id)?, hash: ApiKeyHash::new(hash.into()) })
    });
    let mut limiter = MockAttemptLimiter::new();
    limiter.expect_known_refusal().return_const(None);
    limiter.expect_attempt().times(attempts).returning(|_, _| Ok(AttemptVerdict::Allowed));
    let mut keys = MockApiKeyStore::new();
    keys.expect_note_key_uses().returning(|_, _| Ok(()));
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    Callers::new(CallerPorts {
        directory,
        tokens: Arc::new(MockTokenSigner::new()),
        keys: Arc::new(keys),
        key_texts: Arc::new(texts),
        wrong_keys: Arc::new(limiter),
        sessions: Arc::new(MockSessionStore::new()),
        session_tokens: Arc::new(MockSessionTokens::new()),
        clock: Arc::new(clock),
    })
}

#[tokio::test]
async fn every_refusal_asks_the_store_once_and_counts_once() {
    for (case, text, owner) in [
        ("unknown or deleted", "cat_other2345678 the hash", None),
        ("ended", "cat_ended2345678 the hash", Some(AccountId(1))),
        ("with another secret", "cat_valid2345678 another", Some(AccountId(1))),
        ("ended, with another secret", "cat_ended2345678 another", Some(AccountId(1))),
    ] {
        let mut source = MockAccountSource::new();
        source.expect_find_key_owner().times(2).returning(move |_| Ok(owner));
        let callers = callers(source, 2);
        let source = AttemptSource::of(std::net::Ipv4Addr::LOCALHOST.into());
        let refused = callers.authenticate(Some(text), source).await;
        assert!(matches!(refused, Err(AuthError::NoValidToken)), "{case}");
        let id = &text[4..16];
        let refused = callers.issue_key_token(id, text, source).await;
        assert!(matches!(refused, Err(AuthError::NoValidToken)), "{case}");
    }
}

#[tokio::test]
async fn a_mistyped_key_is_told_without_asking_the_store_and_counts_as_no_attempt() {
    let callers = callers(MockAccountSource::new(), 0);
    let source = AttemptSource::of(std::net::Ipv4Addr::LOCALHOST.into());
    let refused = callers.authenticate(Some("cat_without-a-hash"), source).await;
    assert!(matches!(refused, Err(AuthError::MistypedKey)), "{refused:?}");
}

#[tokio::test]
async fn a_right_key_asks_the_store_nothing_and_counts_as_no_attempt() {
    let callers = callers(MockAccountSource::new(), 0);
    let source = AttemptSource::of(std::net::Ipv4Addr::LOCALHOST.into());
    let caller = callers.authenticate(Some("cat_valid2345678 the hash"), source).await.unwrap();
    assert_eq!((caller.account.id, caller.expires_at), (AccountId(1), None));
}
