//! The source of a request, as far as it can be trusted.

use super::trusted_proxies::TrustedProxies;
use actix_web::http::header::{HeaderMap, X_FORWARDED_FOR};
use catalog_domain::accounts::AttemptSource;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The most proxies that are followed, one behind the other; real chains are shorter.
const MAXIMUM_HOPS: usize = 32;

/// The source of a request from `peer`: the peer itself, or, when it is a trusted proxy, the right-most address of
/// `X-Forwarded-For` that is not one. Addresses further to the left are untrusted. Several headers are one list. At
/// anything that is not an address the search ends: the proxy before it is then the source. Requests without a peer
/// address (a local socket) share one source.
pub(crate) fn client_source(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &TrustedProxies) -> AttemptSource {
    let mut source = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    if peer.is_some_and(|peer| trusted.contain(peer)) {
        let headers: Vec<_> = headers.get_all(X_FORWARDED_FOR).collect();
        // A header that is not ASCII text is one malformed item.
        let newest_first = headers.into_iter().rev().flat_map(|value| value.to_str().unwrap_or("?").rsplit(','));
        for item in newest_first.take(MAXIMUM_HOPS) {
            let Some(address) = read_address(item.trim()) else { break };
            source = address;
            if !trusted.contain(address) {
                break;
            }
        }
    }
    AttemptSource::of(source)
}

/// An address as proxies write it: bare, in brackets, or with a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn source(peer: Option<&str>, forwarded: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(value).unwrap());
        }
        let trusted = "10.0.0.0/8, 2001:db8:ffff::/48".parse().unwrap();
        client_source(peer.map(|peer| peer.parse().unwrap()), &headers, &trusted).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_can_set_the_source_of_a_request() {
        for (case, peer, forwarded, expected) in [
            ("no proxy", "192.0.2.1", &[][..], "192.0.2.1"),
            ("a stranger's word", "192.0.2.1", &["198.51.100.1"], "192.0.2.1"),
            ("a proxy without a word", "10.0.0.1", &[], "10.0.0.1"),
            ("a proxy's word", "10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("a proxy on a mapped address", "::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("forged addresses are further left", "10.0.0.1", &["127.0.0.1, 198.51.100.1"], "198.51.100.1"),
            ("through two proxies", "10.0.0.1", &["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("several headers are one list", "10.0.0.1", &["203.0.113.9, 198.51.100.1", "10.0.0.2"], "198.51.100.1"),
            ("proxies only", "10.0.0.1", &["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("with a port", "10.0.0.1", &["198.51.100.1:4711"], "198.51.100.1"),
            ("IPv6", "10.0.0.1", &["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
            ("IPv6 in brackets", "10.0.0.1", &["[2001:db8:1:2:3::4]"], "2001:db8:1:2::/64"),
            ("IPv6 with a port", "10.0.0.1", &["[2001:db8:1:2:3::4]:443"], "2001:db8:1:2::/64"),
            ("an IPv6 proxy", "2001:db8:ffff::1", &["::ffff:198.51.100.1"], "198.51.100.1"),
            ("malformed", "10.0.0.1", &["198.51.100.1, unknown"], "10.0.0.1"),
            ("malformed behind a proxy", "10.0.0.1", &["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
            ("empty", "10.0.0.1", &[""], "10.0.0.1"),
            ("an empty item", "10.0.0.1", &["198.51.100.1,"], "10.0.0.1"),
            ("blanks", "10.0.0.1", &["  198.51.100.1 \t"], "198.51.100.1"),
        ] {
            let forwarded: Vec<_> = forwarded.iter().map(|text| text.as_bytes()).collect();
            assert_eq!(source(Some(peer), &forwarded), expected, "{case}");
        }
        assert_eq!(source(Some("10.0.0.1"), &[b"198.51.100.1", b"\xff"]), "10.0.0.1", "no text");
        assert_eq!(source(None, &[b"198.51.100.1"]), "0.0.0.0", "from nowhere");
        let long = ["10.0.0.9"; 1_000].join(",");
        assert_eq!(source(Some("10.0.0.1"), &[b"198.51.100.1", long.as_bytes()]), "10.0.0.9", "an endless list");
    }
}
