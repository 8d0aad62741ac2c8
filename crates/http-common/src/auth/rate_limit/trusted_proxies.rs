//! The proxies whose `X-Forwarded-For` is trusted.

use ipnet::IpNet;
use std::net::IpAddr;
use std::str::FromStr;

/// Addresses and networks of proxies. None by default: then no client can choose an address by sending a header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that is not a list of addresses and networks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("has {0:?} in it, which is neither an IP address nor a CIDR block such as 10.0.0.0/8")]
pub struct TrustedProxiesError(String);

impl TrustedProxies {
    /// Whether `address` is one of them. An IPv4-mapped IPv6 address counts as the IPv4 address.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// Reads a comma-separated list of addresses and CIDR blocks; an empty one is none.
impl FromStr for TrustedProxies {
    type Err = TrustedProxiesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.map(read_network).collect::<Result<_, _>>().map(Self)
    }
}

fn read_network(text: &str) -> Result<IpNet, TrustedProxiesError> {
    let address = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    address.or_else(|_| text.parse()).map_err(|_| TrustedProxiesError(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_trusted_and_nothing_beside_them() {
        let proxies: TrustedProxies = " 192.0.2.7, 10.0.0.0/8,2001:db8::/32,::ffff:198.51.100.1, ".parse().unwrap();
        for (address, trusted) in [
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("10.255.0.1", true),
            ("11.0.0.1", false),
            ("::ffff:10.1.2.3", true),
            ("2001:db8:ffff::1", true),
            ("2001:db9::1", false),
            ("198.51.100.1", true),
        ] {
            assert_eq!(proxies.contain(address.parse().unwrap()), trusted, "{address}");
        }
        assert!(!TrustedProxies::default().contain(IpAddr::from([127, 0, 0, 1])));
        assert_eq!("".parse(), Ok(TrustedProxies::default()));
    }

    #[test]
    fn what_is_no_address_is_named() {
        for bad in ["proxy.example", "10.0.0.0/33", "10.0.0", "::/129", "10.0.0.1:80", "*"] {
            let error = format!("127.0.0.1,{bad}").parse::<TrustedProxies>().unwrap_err();
            assert_eq!(error, TrustedProxiesError(bad.into()));
        }
    }
}
