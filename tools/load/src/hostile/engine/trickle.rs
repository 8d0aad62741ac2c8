//! Many connections that send a request's head so slowly that it never ends.

use super::swarm;
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use std::io::{self, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const THREADS: usize = 2;
/// How often each connection sends a byte.
const INTERVAL: Duration = Duration::from_secs(1);
const BEGINNING: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Padding: ";

/// Opens so many connections. Each begins a request and adds a byte a second to it; when the server ends it, another
/// one begins.
pub(crate) fn trickle(scene: &Scene<'_>, connections: usize) -> Tally {
    swarm(THREADS, |_, tally| {
        let mut open: Vec<TcpStream> = Vec::new();
        while Instant::now() < scene.until {
            let round = Instant::now();
            let before = open.len();
            open.retain_mut(|stream| stream.write_all(b"a").is_ok());
            tally.cut += u64::try_from(before - open.len()).unwrap_or(0);
            while open.len() < connections / THREADS && Instant::now() < scene.until {
                match begin(scene) {
                    Ok(stream) => {
                        tally.opened += 1;
                        open.push(stream);
                    }
                    Err(_) => {
                        tally.refused += 1;
                        break;
                    }
                }
            }
            let end = (round + INTERVAL).min(scene.until);
            thread::sleep(end.saturating_duration_since(Instant::now()));
        }
    })
}

fn begin(scene: &Scene<'_>) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect_timeout(&scene.site.address, Duration::from_secs(1))?;
    stream.set_nonblocking(true)?;
    stream.write_all(BEGINNING)?;
    Ok(stream)
}
