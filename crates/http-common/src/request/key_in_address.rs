//! Keys in addresses: one that is sent there is disclosed.

use catalog_domain::accounts::contains_key;
use percent_encoding::percent_decode;
use std::borrow::Cow;

/// What the paths of download links begin with; the one segment after it is a key.
pub const LINKS: &str = "/price-lists/";

/// How often an address is decoded: routing decodes a path once, a proxy may have encoded it once more.
const MOST_DECODINGS: usize = 3;

/// Whether a path or a query, as it was sent, has something in it that looks like a key.
pub fn address_has_key(address: &str) -> bool {
    let mut decoded: Cow<'_, [u8]> = address.as_bytes().into();
    for _ in 0..MOST_DECODINGS {
        if contains_key(&decoded) {
            return true;
        }
        if !decoded.contains(&b'%') {
            return false;
        }
        decoded = percent_decode(&decoded).collect::<Vec<u8>>().into();
    }
    contains_key(&decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_however_it_is_encoded() {
        let key = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";
        let encoded: String = key.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let twice = encoded.replace('%', "%25");
        for address in [key.to_owned(), format!("/x/{key}/y?z"), format!("a=b&c={encoded}"), twice] {
            assert!(address_has_key(&address), "{address}");
        }
        for address in ["", "/api/v2/products/cat_food", "q=100%", "a=%63at_abc"] {
            assert!(!address_has_key(address), "{address}");
        }
    }
}
