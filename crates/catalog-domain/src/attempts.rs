//! How often one source may try something that costs the service work or could be guessed (part 5, rule 3).

use crate::timestamp::Timestamp;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Where attempts come from: one IPv4 address, or the /64 network of an IPv6 address, because whoever has one address of
/// such a network has all of them. An IPv4 address in the clothes of IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptSource(IpAddr);

impl AttemptSource {
    /// The bits of an IPv6 address that name its network.
    const IPV6_NETWORK: u128 = !0 << 64;

    /// The source that `address` belongs to.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(IpAddr::V4(address)),
            IpAddr::V6(address) => Self(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & Self::IPV6_NETWORK))),
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

/// A number of attempts per window of time. A window opens with the first attempt; what is refused in it neither opens a
/// new one nor makes it longer, so that a client that waits as long as it was told gets in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimit {
    /// Attempts that one window lets through; at least 1.
    pub attempts: u32,
    /// The length of a window, in seconds; at least 1.
    pub window_seconds: u32,
}

impl AttemptLimit {
    /// A limit per minute.
    #[must_use]
    pub const fn per_minute(attempts: u32) -> Self {
        Self { attempts, window_seconds: 60 }
    }

    /// Counts one more attempt at `now` after those in `window`: the window as it is then, and the verdict.
    #[must_use]
    pub fn count(&self, window: Option<AttemptWindow>, now: Timestamp) -> (AttemptWindow, AttemptVerdict) {
        let open = window.filter(|window| self.is_open(*window, now));
        // What goes beyond the limit is counted no further: the number stays small however long somebody goes on.
        let window = open.map_or(AttemptWindow { opened_at: now, attempts: 1 }, |window| AttemptWindow {
            attempts: window.attempts.min(self.attempts).saturating_add(1),
            ..window
        });
        (window, self.verdict(window, now))
    }

    /// Whether attempts at `now` belong to `window`. A window that opened in the future was written before a clock was
    /// set back; it is over, so that nobody is locked out for as long as the clock was wrong.
    #[must_use]
    pub fn is_open(&self, window: AttemptWindow, now: Timestamp) -> bool {
        window.opened_at <= now && now < self.end_of(window)
    }

    /// What an attempt at `now` that was counted as the last one of `window` is told.
    #[must_use]
    pub fn verdict(&self, window: AttemptWindow, now: Timestamp) -> AttemptVerdict {
        if window.attempts <= self.attempts {
            return AttemptVerdict::Allowed;
        }
        let microseconds = self.end_of(window).unix_microseconds().saturating_sub(now.unix_microseconds());
        let seconds = u32::try_from(microseconds.max(0).unsigned_abs().div_ceil(1_000_000)).unwrap_or(u32::MAX);
        AttemptVerdict::Refused { retry_after_seconds: seconds.clamp(1, self.window_seconds.max(1)) }
    }

    fn end_of(&self, window: AttemptWindow) -> Timestamp {
        window.opened_at.plus_seconds(self.window_seconds.into())
    }
}

/// The attempts of one source since the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptWindow {
    /// When the first attempt came.
    pub opened_at: Timestamp,
    /// How many came, the first one included; at most one more than the limit.
    pub attempts: u32,
}

/// Whether an attempt may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// It may.
    Allowed,
    /// The source has used up its attempts.
    Refused {
        /// After so many seconds the source may try again; at least 1.
        retry_after_seconds: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: AttemptLimit = AttemptLimit { attempts: 2, window_seconds: 60 };
    const REFUSED_FOR: fn(u32) -> AttemptVerdict =
        |retry_after_seconds| AttemptVerdict::Refused { retry_after_seconds };

    #[test]
    fn a_source_is_an_ipv4_address_or_an_ipv6_network() {
        for (address, source) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::", "2001:db8:1:3::/64"),
            ("::1", "::/64"),
        ] {
            assert_eq!(AttemptSource::of(address.parse().unwrap()).to_string(), source, "{address}");
        }
    }

    #[test]
    fn a_window_lets_its_attempts_through_and_ends_when_it_said_it_would() {
        use AttemptVerdict::Allowed;
        let start = Timestamp::from_unix_microseconds(1_000_000_000_500_000);
        let mut window = None;
        for (case, milliseconds, expected) in [
            ("the first opens a window", 0, Allowed),
            ("the second is the last", 10_000, Allowed),
            ("a third is too many", 10_001, REFUSED_FOR(50)),
            ("going on makes it no longer", 59_000, REFUSED_FOR(1)),
            ("the last moment of the window", 59_999, REFUSED_FOR(1)),
            ("the next window", 60_000, Allowed),
            ("its second", 119_999, Allowed),
            ("its third", 119_999, REFUSED_FOR(1)),
            ("long after", 10_000_000, Allowed),
            ("the clock was set back", 0, Allowed),
        ] {
            let now = Timestamp::from_unix_microseconds(start.unix_microseconds() + milliseconds * 1_000);
            let (counted, verdict) = LIMIT.count(window, now);
            assert_eq!(verdict, expected, "{case}");
            assert!(counted.attempts <= LIMIT.attempts + 1, "{case}");
            window = Some(counted);
        }
    }
}
