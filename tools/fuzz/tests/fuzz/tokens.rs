//! Access tokens: one that was changed in any way opens nothing.

use crate::edits::edits;
use crate::fuzz;
use catalog_domain::accounts::ApiKeyId;
use catalog_domain::ports::{TokenGrant, TokenSigner};
use catalog_domain::values::{AccountId, Timestamp};
use catalog_testkit::app::signer;

/// What tokens are made of, and the headers that attackers try.
const TOKENS: [&str; 10] = [
    ".",
    "..",
    "=",
    "eyJhbGciOiJub25lIn0",
    "eyJhbGciOiJIUzI1NiJ9",
    "eyJzdWIiOiIxIn0",
    "A",
    "-",
    "_",
    "eyJhbGciOiJSUzI1NiJ9",
];

#[test]
fn a_changed_token_opens_nothing() {
    let signer = signer();
    let now = Timestamp::from_unix_microseconds(1_769_853_600_000_000);
    let issue = |id: &str, generation, key| {
        let grant = TokenGrant { account: AccountId::parse(id).unwrap(), generation, key };
        signer.issue(grant, now, None).unwrap().text.into_bytes()
    };
    let of_a_key = issue("1", TokenGrant::OF_A_KEY, ApiKeyId::parse("abcdef012345"));
    let seeds = vec![issue("1", 0, None), issue("9223372036854775807", 12, None), of_a_key];
    fuzz(10_000, &edits(), |edits| {
        let text = edits.apply_to_text(&seeds, &TOKENS);
        let is_genuine = seeds.iter().any(|seed| *seed == text.as_bytes());
        assert_eq!(signer.verify(&text, now).is_some(), is_genuine, "{text}");
    });
}
