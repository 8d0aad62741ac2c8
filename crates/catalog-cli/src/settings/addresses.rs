//! Addresses that servers listen on.

use super::error::SettingError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// The addresses of a name: never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindAddresses(pub Vec<SocketAddr>);

impl FromStr for BindAddresses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let addresses: Vec<SocketAddr> = text.trim().to_socket_addrs().map(Iterator::collect).unwrap_or_default();
        if addresses.is_empty() { Err("is not an address such as 127.0.0.1:8080") } else { Ok(Self(addresses)) }
    }
}

impl BindAddresses {
    /// The complaint about `setting` when none of them can be listened on.
    pub fn cannot_bind(&self, setting: &str, problem: &std::io::Error) -> SettingError {
        let addresses: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        SettingError::new(setting, format!("cannot listen on {}: {problem}", addresses.join(", ")))
    }
}

/// Where a server that listens on `address` is reached from the same machine.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_on_every_address_is_reached_on_the_loopback_address() {
        for (bind, reached) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:80", "[::1]:80"), ("10.0.0.1:80", "10.0.0.1:80")]
        {
            assert_eq!(reachable(bind.parse().unwrap()), reached.parse().unwrap());
        }
    }
}
