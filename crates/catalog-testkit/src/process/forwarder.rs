//! An address of another program that counts what passes through it, and can be cut off from it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// How many bytes are read at a time.
const BUFFER: usize = 64 << 10;

/// Forwards connections, until this process ends.
pub struct Forwarder {
    /// Where they are taken.
    pub address: SocketAddr,
    sent: Arc<AtomicU64>,
    gate: Arc<Gate>,
}

/// What passes waits while it is closed.
#[derive(Default)]
struct Gate {
    is_closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn pass(&self) {
        drop(self.opened.wait_while(self.is_closed.lock().unwrap(), |is_closed| *is_closed));
    }
}

impl Forwarder {
    /// Forwards from a port of 127.0.0.1 to a socket, such as that of a PostgreSQL.
    pub fn start(socket: &Path) -> io::Result<Self> {
        let socket = socket.to_owned();
        Self::between("127.0.0.1:0".parse().unwrap(), move || Ok(UnixStream::connect(&socket)?.into()))
    }

    /// Forwards from one address to another.
    pub fn to_address(from: SocketAddr, to: SocketAddr) -> io::Result<Self> {
        Self::between(from, move || Ok(TcpStream::connect(to)?.into()))
    }

    fn between(from: SocketAddr, connect: impl Fn() -> io::Result<OwnedFd> + Send + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind(from)?;
        let forwarder = Self { address: listener.local_addr()?, sent: Arc::default(), gate: Arc::default() };
        let (sent, gate) = (Arc::clone(&forwarder.sent), Arc::clone(&forwarder.gate));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client whose connection is closed at once knows that there is no server. Bytes are read and
                // written alike whatever kind of socket it is.
                let _ = connect().and_then(|server| forward(client, TcpStream::from(server), &sent, &gate));
            }
        });
        Ok(forwarder)
    }

    /// How many bytes the other program has sent so far.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Holds everything back, or lets it pass again: as on a network that lost its way, nothing is closed.
    pub fn hold_back(&self, holds: bool) {
        *self.gate.is_closed.lock().unwrap() = holds;
        self.gate.opened.notify_all();
    }
}

/// Copies in both directions on two threads, until either side closes.
fn forward(client: TcpStream, server: TcpStream, sent: &Arc<AtomicU64>, gate: &Arc<Gate>) -> io::Result<()> {
    client.set_nodelay(true)?;
    let (from_client, to_server) = (client.try_clone()?, server.try_clone()?);
    let (sent, from_gate, gate) = (Arc::clone(sent), Arc::clone(gate), Arc::clone(gate));
    thread::spawn(move || copy(from_client, &to_server, &from_gate, |_| {}));
    thread::spawn(move || {
        copy(server, &client, &gate, |count| {
            sent.fetch_add(count, Ordering::Relaxed);
        });
    });
    Ok(())
}

fn copy(mut from: TcpStream, mut to: &TcpStream, gate: &Gate, passed: impl Fn(u64)) {
    let mut buffer = vec![0; BUFFER];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        gate.pass();
        passed(u64::try_from(length).unwrap_or(0));
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    gate.pass();
    let _ = to.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn what_a_target_sends_is_counted_and_both_directions_are_held_back_without_loss() {
        let folder = std::env::temp_dir().join(format!("bench-forwarder-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("socket");
        let target = UnixListener::bind(&path).unwrap();
        let forwarder = Forwarder::start(&path).unwrap();
        let mut client = TcpStream::connect(forwarder.address).unwrap();
        let (mut server, _) = target.accept().unwrap();
        server.write_all(b"hello").unwrap();
        let mut word = [0; 5];
        client.read_exact(&mut word).unwrap();
        assert_eq!((&word, forwarder.sent()), (b"hello", 5));
        forwarder.hold_back(true);
        server.write_all(b" again").unwrap();
        client.write_all(b"there").unwrap();
        server.set_nonblocking(true).unwrap();
        client.set_nonblocking(true).unwrap();
        assert_eq!(server.read(&mut word).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert_eq!(client.read(&mut word).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        server.set_nonblocking(false).unwrap();
        client.set_nonblocking(false).unwrap();
        forwarder.hold_back(false);
        server.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"there");
        drop(server);
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        assert_eq!((&*text, forwarder.sent()), (" again", 11));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
