//! Which addresses are public links: http and https on hosts of the internet, without credentials.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Longest accepted address, in bytes, as written and as a URL; as for any other URL of the catalog.
const MAXIMUM_BYTES: usize = 2_048;

/// Suffixes of host names that are used in private networks only.
const PRIVATE_DOMAINS: [&str; 10] =
    ["localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa"];

/// The absolute URL of a link to `address` on `page`; `None` when clients must not see it.
pub(super) fn public_url(address: &str, page: Option<&Url>) -> Option<Url> {
    let address = address.trim_matches([' ', '\t', '\r', '\n', '\u{c}']);
    let is_none = address.is_empty() || address.len() > MAXIMUM_BYTES || address.starts_with('#');
    if is_none || address.chars().any(char::is_control) {
        return None;
    }
    let url = match address.strip_prefix("//") {
        Some(rest) => Url::parse(&format!("https://{rest}")).ok()?,
        None => match page {
            Some(page) => page.join(address).ok()?,
            None => Url::parse(address).ok()?,
        },
    };
    let is_web = matches!(url.scheme(), "http" | "https");
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    let is_public = is_web && !has_credentials && url.as_str().len() <= MAXIMUM_BYTES && is_public_host(&url);
    is_public.then_some(url)
}

fn is_public_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_public_name(name),
        Some(Host::Ipv4(address)) => is_public_v4(address),
        Some(Host::Ipv6(address)) => is_public_v6(address),
        None => false,
    }
}

/// A name of at least two labels outside private domains. The parser has lowercased it.
fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_under =
        |domain: &&str| name.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    // The parser accepts more than host names may contain, such as quotes.
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    name.contains('.') && name.split('.').all(is_label) && !PRIVATE_DOMAINS.iter().any(is_under)
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    let is_protocol = first == 192 && second == 0 && third == 0;
    let is_benchmark = first == 198 && (second == 18 || second == 19);
    let is_reserved = first == 0 || first >= 224;
    !(address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || is_shared
        || is_protocol
        || is_benchmark
        || is_reserved)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded_v4(address) {
        return is_public_v4(embedded);
    }
    // Global unicast; loopback, unique local, link-local and multicast addresses are all outside of it.
    address.segments()[0] & 0xe000 == 0x2000
}

fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let of = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(of(high, low)),
        [0x2002, high, low, ..] => Some(of(high, low)),
        _ => match IpAddr::V6(address).to_canonical() {
            IpAddr::V4(mapped) => Some(mapped),
            IpAddr::V6(_) => None,
        },
    }
}
