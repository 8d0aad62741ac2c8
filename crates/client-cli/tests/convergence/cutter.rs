//! A way to a server on which responses are cut at random bytes.

use catalog_generator::Random;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The most bytes of most connections; about as many as a first copy has.
const MOST_BYTES: u64 = 60_000;
/// How many times as many one in four may have: clients use a connection for as long as it lasts.
const LONGER: u64 = 4;

pub(crate) struct Cutter {
    pub(crate) address: SocketAddr,
    /// Connections that were cut within a response.
    cuts: Arc<AtomicU64>,
}

impl Cutter {
    /// Takes connections for `server` until the test ends. Every one is cut in time.
    pub(crate) fn start(server: SocketAddr, mut random: Random) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, cuts) = (listener.local_addr().unwrap(), Arc::new(AtomicU64::new(0)));
        let counter = Arc::clone(&cuts);
        thread::spawn(move || {
            for client in listener.incoming().map(Result::unwrap) {
                let most = if random.number(0..4) == 0 { LONGER * MOST_BYTES } else { MOST_BYTES };
                let limit = random.number(0..most);
                let counter = Arc::clone(&counter);
                thread::spawn(move || {
                    if pass(&client, &TcpStream::connect(server).unwrap(), limit) {
                        counter.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        Self { address, cuts }
    }

    pub(crate) fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::Relaxed)
    }
}

/// Passes requests on, and so many bytes of responses. Returns whether there were more.
fn pass(mut client: &TcpStream, mut server: &TcpStream, limit: u64) -> bool {
    thread::scope(|scope| {
        scope.spawn(move || {
            let _ = std::io::copy(&mut { client }, &mut { server });
            let _ = server.shutdown(Shutdown::Both);
        });
        let (mut left, mut buffer) = (limit, vec![0; 16 << 10]);
        let is_cut = loop {
            let Ok(count @ 1..) = server.read(&mut buffer) else { break false };
            let passed = usize::try_from(left).unwrap_or(usize::MAX).min(count);
            if client.write_all(&buffer[..passed]).is_err() {
                break false;
            }
            left -= passed as u64;
            if passed < count {
                break true;
            }
        };
        let _ = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
        is_cut
    })
}
