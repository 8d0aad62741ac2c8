//! Cached tokens are not verified again, and never outlive their expiry.

use super::*;
use catalog_domain::ports::MockTokenSigner;
use catalog_domain::values::AccountId;

fn at(second: i64) -> Timestamp {
    Timestamp::from_unix_microseconds(0).plus_seconds(second)
}

#[test]
fn a_token_is_verified_once_and_refused_from_the_second_it_expires() {
    let mut signer = MockTokenSigner::new();
    let grant = TokenGrant { account: AccountId(1), generation: 0, key: None };
    signer.expect_verify().times(1).returning(move |_, _| Some(VerifiedToken { grant, expires_at: at(100) }));
    let tokens = VerifiedTokens::new(Arc::new(signer));
    for (second, accepted) in [(0, true), (99, true), (100, false), (1_000, false)] {
        assert_eq!(tokens.verify("token", at(second)).is_some(), accepted, "at second {second}");
    }
}

#[test]
fn a_token_that_was_verified_while_the_clock_was_ahead_is_verified_again() {
    let mut signer = MockTokenSigner::new();
    let grant = TokenGrant { account: AccountId(1), generation: 0, key: None };
    let verify = move |_: &str, now| (now >= at(1_000)).then_some(VerifiedToken { grant, expires_at: at(2_000) });
    signer.expect_verify().times(3).returning(verify);
    let tokens = VerifiedTokens::new(Arc::new(signer));
    for (second, accepted) in [(1_000, true), (1_001, true), (0, false), (999, false), (1_002, true)] {
        assert_eq!(tokens.verify("token", at(second)).is_some(), accepted, "at second {second}");
    }
}

#[test]
fn refused_tokens_are_not_cached_and_tokens_differ_by_every_character() {
    let mut signer = MockTokenSigner::new();
    let grant = TokenGrant { account: AccountId(1), generation: 0, key: None };
    let verify = move |token: &str, _| (token == "right").then_some(VerifiedToken { grant, expires_at: at(100) });
    signer.expect_verify().times(4).returning(verify);
    let tokens = VerifiedTokens::new(Arc::new(signer));
    for (token, accepted) in [("wrong", false), ("right", true), ("right", true), ("wrong", false), ("right!", false)] {
        assert_eq!(tokens.verify(token, at(0)).is_some(), accepted, "{token}");
    }
}
