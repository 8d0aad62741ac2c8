//! An address of a PostgreSQL that counts what passes through it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How many bytes are read at a time.
const BUFFER: usize = 64 << 10;

/// Forwards connections from a port of 127.0.0.1 to a socket, until this process ends.
pub(crate) struct Forwarder {
    pub(crate) address: SocketAddr,
    sent: Arc<AtomicU64>,
}

impl Forwarder {
    /// Starts to forward to a socket.
    ///
    /// # Errors
    /// When no port is free.
    pub(crate) fn start(socket: &Path) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let forwarder = Self { address, sent: Arc::new(AtomicU64::new(0)) };
        let (socket, sent) = (socket.to_owned(), Arc::clone(&forwarder.sent));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client whose connection is closed at once knows that there is no server.
                let _ = forward(client, &socket, &sent);
            }
        });
        Ok(forwarder)
    }

    /// How many bytes PostgreSQL has sent so far.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }
}

/// Copies in both directions on two threads, until either side closes.
fn forward(client: TcpStream, socket: &Path, sent: &Arc<AtomicU64>) -> io::Result<()> {
    let server = UnixStream::connect(socket)?;
    client.set_nodelay(true)?;
    let (from_client, to_server) = (client.try_clone()?, server.try_clone()?);
    let sent = Arc::clone(sent);
    thread::spawn(move || {
        copy(from_client, &to_server, |_| {});
        let _ = to_server.shutdown(Shutdown::Both);
    });
    thread::spawn(move || {
        copy(server, &client, |count| {
            sent.fetch_add(count, Ordering::Relaxed);
        });
        let _ = client.shutdown(Shutdown::Both);
    });
    Ok(())
}

fn copy(mut from: impl Read, mut to: impl Write, count: impl Fn(u64)) {
    let mut buffer = vec![0; BUFFER];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        count(u64::try_from(length).unwrap_or(0));
        if to.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn what_a_target_sends_is_counted() {
        let folder = std::env::temp_dir().join(format!("bench-forwarder-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("socket");
        let target = UnixListener::bind(&path).unwrap();
        let forwarder = Forwarder::start(&path).unwrap();
        let mut client = TcpStream::connect(forwarder.address).unwrap();
        let (mut server, _) = target.accept().unwrap();
        server.write_all(b"hello").unwrap();
        drop(server);
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        assert_eq!((&*text, forwarder.sent()), ("hello", 5));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
