//! The listening sockets. They can exist before there is a server, and be used by one server after another.

use crate::config::HttpConfig;
use catalog_cli::settings::BindAddresses;
use std::io;
use std::net::{SocketAddr, TcpListener};

#[derive(Debug)]
pub(crate) struct Listeners {
    /// Never empty.
    sockets: Vec<TcpListener>,
    address: SocketAddr,
}

impl Listeners {
    /// Listens on as many of `addresses` as possible.
    ///
    /// # Errors
    /// The last failure when it is none of them.
    pub(crate) fn bind(addresses: &BindAddresses) -> io::Result<Self> {
        let mut sockets = Vec::new();
        let mut failure = io::Error::other("no address");
        for address in &addresses.0 {
            let bound = TcpListener::bind(address).and_then(|listener| {
                // Sets the backlog, which the standard library does not support.
                rustix::net::listen(&listener, HttpConfig::BACKLOG)?;
                Ok(listener)
            });
            match bound {
                Ok(listener) => sockets.push(listener),
                Err(error) => failure = error,
            }
        }
        let Some(first) = sockets.first() else { return Err(failure) };
        let address = first.local_addr()?;
        Ok(Self { sockets, address })
    }

    /// The first address, with the actual port.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Duplicates of the sockets, for a server that may end before they do.
    pub(super) fn sockets(&self) -> io::Result<Vec<TcpListener>> {
        self.sockets.iter().map(TcpListener::try_clone).collect()
    }
}
