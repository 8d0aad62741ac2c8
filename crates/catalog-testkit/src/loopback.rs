//! Loopback addresses that no other test uses.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};

/// A new address in 127.64.0.0/10, which leads to this machine, as all of 127.0.0.0/8 does on Linux.
///
/// A port that is free there stays free: any automatically chosen port belongs to 127.0.0.1, and another process has
/// another address. So a port can be found now and bound later, or released and bound again.
pub fn own_loopback_address() -> Ipv4Addr {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = (std::process::id() << 6).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
    let [_, second, third, fourth] = number.to_be_bytes();
    Ipv4Addr::new(127, 64 | (second & 63), third, fourth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn the_same_port_is_free_at_every_address_and_clients_come_from_elsewhere() {
        let one = TcpListener::bind((own_loopback_address(), 0)).unwrap();
        let port = one.local_addr().unwrap().port();
        let other = TcpListener::bind((own_loopback_address(), port)).unwrap();
        for listener in [one, other] {
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            assert_eq!(client.local_addr().unwrap().ip(), Ipv4Addr::LOCALHOST);
        }
    }
}
