//! Where attempts come from.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where attempts come from: one IPv4 address, or the /64 network of an IPv6 address, because a host with one address
/// of such a network usually has all of them. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is the IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptSource(IpAddr);

impl AttemptSource {
    const IPV6_NETWORK: u128 = !0 << 64;

    /// The source that `address` belongs to.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(IpAddr::V4(address)),
            IpAddr::V6(address) => Self(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & Self::IPV6_NETWORK))),
        }
    }

    /// The network that the source is part of: the first 16 bits of an IPv4 address, the first 32 of an IPv6 address.
    /// Registries rarely assign smaller networks, so a client with many sources has few of these.
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & (!0 << 16))),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (!0 << 96))),
        }
    }
}

/// Writes `192.0.2.1` or `2001:db8::/64`.
impl fmt::Display for AttemptSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(formatter),
            IpAddr::V6(network) => write!(formatter, "{network}/64"),
        }
    }
}
