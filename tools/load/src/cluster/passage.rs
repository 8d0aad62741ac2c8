//! The way from one machine to another, which can be cut: then nothing passes and nothing is refused.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const BUFFER: usize = 64 << 10;
/// How often a cut connection looks whether it is whole again.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether the ways of one machine are cut.
pub(super) type Cut = Arc<AtomicBool>;

/// Forwards the connections of `listener` to an address, until this process ends.
pub(super) fn open(listener: TcpListener, to: SocketAddr, cut: &Cut) {
    let cut = Arc::clone(cut);
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let cut = Arc::clone(&cut);
            // One that is closed at once has no server.
            thread::spawn(move || forward(client, to, &cut));
        }
    });
}

/// Copies in both directions until either side closes.
fn forward(client: TcpStream, to: SocketAddr, cut: &Cut) -> io::Result<()> {
    wait_until_whole(cut);
    let server = TcpStream::connect(to)?;
    let (from_client, to_server) = (client.try_clone()?, server.try_clone()?);
    let there = Arc::clone(cut);
    thread::spawn(move || copy(from_client, to_server, &there));
    copy(server, client, cut);
    Ok(())
}

fn copy(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut buffer = vec![0; BUFFER];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        wait_until_whole(cut);
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    wait_until_whole(cut);
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

fn wait_until_whole(cut: &AtomicBool) {
    while cut.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_while_it_is_cut_and_everything_afterwards() {
        let target = TcpListener::bind("127.0.0.1:0").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let from = listener.local_addr().unwrap();
        let cut = Cut::default();
        open(listener, target.local_addr().unwrap(), &cut);
        let mut client = TcpStream::connect(from).unwrap();
        let (mut server, _) = target.accept().unwrap();
        cut.store(true, Ordering::Relaxed);
        client.write_all(b"hello").unwrap();
        server.set_read_timeout(Some(PAUSE)).unwrap();
        assert!(server.read(&mut [0; 5]).is_err());
        cut.store(false, Ordering::Relaxed);
        server.set_read_timeout(None).unwrap();
        let mut text = [0; 5];
        server.read_exact(&mut text).unwrap();
        assert_eq!(&text, b"hello");
    }
}
