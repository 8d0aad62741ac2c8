//! Tokens that must be accepted, and the ways in which forged and stale ones are refused.

use super::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_900_000_000_000_000);
const GRANT: TokenGrant = TokenGrant { account: AccountId(42), generation: 3, key: None };

fn secret(fill: u8) -> SigningSecret {
    SigningSecret::new(vec![fill; 32]).unwrap()
}

fn signer(current: u8, previous: Option<u8>) -> JwtSigner {
    JwtSigner::new(
        &SigningKeySet { current: secret(current), previous: previous.map(secret), replaced_at: None },
        86_400,
    )
}

fn issued(signer: &JwtSigner) -> String {
    signer.issue(GRANT, NOW, None).unwrap().text
}

fn forge(header: &Value, claims: &Value, key: &[u8]) -> String {
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", encode(header), encode(claims));
    let signature =
        jsonwebtoken::crypto::sign(message.as_bytes(), &EncodingKey::from_secret(key), Algorithm::HS256).unwrap();
    format!("{message}.{signature}")
}

fn claims() -> Value {
    let now = NOW.unix_seconds();
    json!({"iss": ISSUER, "aud": AUDIENCE, "sub": "42", "iat": now, "exp": now + 60, "jti": "x", "generation": 3})
}

fn header() -> Value {
    json!({"alg": "HS256", "typ": "JWT", "kid": secret_fingerprint(&secret(1))})
}

/// The example of RFC 7515, appendix A.1.
#[test]
fn signatures_are_those_of_the_standard_and_of_no_other_algorithm() {
    let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    let message = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6\
                   Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    hs256::install();
    let key = EncodingKey::from_secret(&URL_SAFE_NO_PAD.decode(key).unwrap());
    let sign = |algorithm| jsonwebtoken::crypto::sign(message.as_bytes(), &key, algorithm);
    assert_eq!(sign(Algorithm::HS256).unwrap(), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    assert!(sign(Algorithm::HS384).is_err());
    assert!(sign(Algorithm::RS256).is_err());
}

#[test]
fn a_token_lives_for_its_lifetime_and_not_a_second_longer() {
    let signer = signer(1, None);
    let token = signer.issue(GRANT, NOW, None).unwrap();
    assert_eq!(token.lifetime_seconds, 86_400);
    assert_eq!(token.expires_at, NOW.plus_seconds(86_400));
    let verified = VerifiedToken { grant: GRANT, expires_at: token.expires_at };
    assert_eq!(signer.verify(&token.text, NOW), Some(verified));
    assert_eq!(signer.verify(&token.text, NOW.plus_seconds(86_399)), Some(verified));
    assert_eq!(signer.verify(&token.text, NOW.plus_seconds(86_400)), None);
}

#[test]
fn one_previous_key_is_accepted_during_a_rotation() {
    let old = issued(&signer(1, None));
    assert!(signer(2, Some(1)).verify(&old, NOW).is_some());
    assert!(signer(2, None).verify(&old, NOW).is_none());
    assert!(signer(3, Some(2)).verify(&old, NOW).is_none());
}

#[test]
fn the_test_helper_can_make_a_valid_token() {
    assert!(signer(1, None).verify(&forge(&header(), &claims(), &[1; 32]), NOW).is_some());
}

#[test]
fn the_clock_that_a_token_was_issued_by_may_be_a_minute_ahead() {
    for claim in ["iat", "nbf"] {
        let mut claims = claims();
        claims[claim] = json!(NOW.unix_seconds() + 60);
        claims["exp"] = json!(NOW.unix_seconds() + 90);
        assert!(signer(1, None).verify(&forge(&header(), &claims, &[1; 32]), NOW).is_some(), "{claim}");
    }
}

#[test]
fn forged_tokens_are_refused() {
    let with = |mut base: Value, field: &str, value: Value| {
        base[field] = value;
        base
    };
    let without = |mut base: Value, field: &str| {
        base.as_object_mut().unwrap().remove(field);
        base
    };
    let key = [1; 32];
    let unsigned = forge(&with(header(), "alg", json!("none")), &claims(), &key);
    let signature_cut = unsigned.rsplit_once('.').map(|(message, _)| format!("{message}.")).unwrap();
    let cases = [
        ("another key", forge(&header(), &claims(), &[9; 32])),
        ("alg none", unsigned),
        ("alg none without a signature", signature_cut),
        ("alg HS512", forge(&with(header(), "alg", json!("HS512")), &claims(), &key)),
        ("alg RS256 with our secret as its key", forge(&with(header(), "alg", json!("RS256")), &claims(), &key)),
        ("no key id", forge(&without(header(), "kid"), &claims(), &key)),
        ("an unknown key id", forge(&with(header(), "kid", json!("x")), &claims(), &key)),
        ("another issuer", forge(&header(), &with(claims(), "iss", json!("other")), &key)),
        ("another audience", forge(&header(), &with(claims(), "aud", json!("other")), &key)),
        ("no audience", forge(&header(), &without(claims(), "aud"), &key)),
        ("no issuer", forge(&header(), &without(claims(), "iss"), &key)),
        ("no expiry", forge(&header(), &without(claims(), "exp"), &key)),
        ("expired", forge(&header(), &with(claims(), "exp", json!(NOW.unix_seconds())), &key)),
        ("issued in the future", forge(&header(), &with(claims(), "iat", json!(NOW.unix_seconds() + 61)), &key)),
        ("not good yet", forge(&header(), &with(claims(), "nbf", json!(NOW.unix_seconds() + 61)), &key)),
        ("not good before something", forge(&header(), &with(claims(), "nbf", json!("tomorrow")), &key)),
        ("a critical extension", forge(&with(header(), "crit", json!(["b64"])), &claims(), &key)),
        ("an empty list of critical extensions", forge(&with(header(), "crit", json!([])), &claims(), &key)),
        ("a subject with a leading zero", forge(&header(), &with(claims(), "sub", json!("042")), &key)),
        ("a subject with a sign", forge(&header(), &with(claims(), "sub", json!("+42")), &key)),
        ("a negative subject", forge(&header(), &with(claims(), "sub", json!("-42")), &key)),
        ("a subject that is no account", forge(&header(), &with(claims(), "sub", json!("root")), &key)),
        ("no generation", forge(&header(), &without(claims(), "generation"), &key)),
        ("an overlong token", forge(&header(), &with(claims(), "jti", json!("x".repeat(4_000))), &key)),
        ("nothing", String::new()),
        ("garbage", "a.b.c".into()),
    ];
    for (case, token) in cases {
        assert_eq!(signer(1, None).verify(&token, NOW), None, "{case}");
    }
}

#[test]
fn every_changed_character_invalidates_a_token() {
    let signer = signer(1, None);
    let token = issued(&signer);
    // The last character of a segment may hold bits that decode to nothing; changing those alone is not a forgery.
    let ends: Vec<usize> = token.match_indices('.').map(|(at, _)| at - 1).chain([token.len() - 1]).collect();
    for at in (0..token.len()).filter(|at| !ends.contains(at)) {
        let mut bytes = token.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let altered = String::from_utf8(bytes).unwrap();
        assert_eq!(signer.verify(&altered, NOW), None, "character {at}");
    }
}

#[test]
fn no_secret_is_printed() {
    let keys = SigningKeySet { current: secret(7), previous: None, replaced_at: None };
    let signer = signer(7, None);
    let printed = format!("{keys:?} {:?}", signer.issue(GRANT, NOW, None).unwrap());
    assert!(!printed.contains("7, 7") && !printed.contains("eyJ"), "{printed}");
}

#[test]
fn a_token_for_a_key_names_it_and_ends_with_it() {
    let key = catalog_domain::accounts::ApiKeyId::parse("abcdefgh2345");
    let grant = TokenGrant { account: AccountId(42), generation: TokenGrant::OF_A_KEY, key };
    for (until, lifetime) in [(None, 86_400), (Some(10), 10), (Some(10 * 86_400), 86_400)] {
        let until = until.map(|seconds| NOW.plus_seconds(seconds));
        let token = signer(1, None).issue(grant, NOW, until).unwrap();
        let expected = (NOW.plus_seconds(lifetime), lifetime);
        assert_eq!((token.expires_at, token.lifetime_seconds), expected, "{until:?}");
        let expected = VerifiedToken { grant, expires_at: NOW.plus_seconds(lifetime) };
        assert_eq!(signer(1, None).verify(&token.text, NOW), Some(expected));
        assert_eq!(signer(1, None).verify(&token.text, NOW.plus_seconds(lifetime)), None);
    }
}
