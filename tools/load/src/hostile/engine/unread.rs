//! Many connections that do not read responses: that hold on to them, are gone before them, or never end a request.

use super::{connect, glance, is_over, pause, swarm, wait_for_end};
use crate::hostile::site::Scene;
use crate::hostile::tally::{CUT, REFUSED, Tally};
use catalog_testkit::process::{HttpRequest, RawConnection};
use std::io::{self, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection stays away after the server has ended it. A short response ends it at once; coming back at
/// once would be a flood of requests and not this attack.
const RETURN: Duration = Duration::from_secs(1);
const TRICKLING_THREADS: usize = 2;
/// How often each connection sends a byte.
const TRICKLE_INTERVAL: Duration = Duration::from_secs(1);
const BEGINNING: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Padding: ";

/// Opens so many connections. Each sends `request(turn, connection)`, reads nothing, and begins again when the server
/// ends the connection.
pub(crate) fn hold(
    scene: &Scene<'_>,
    connections: usize,
    request: impl Fn(usize, usize) -> HttpRequest + Sync,
) -> Tally {
    swarm(connections, |connection, tally| {
        for number in (0..).take_while(|_| Instant::now() < scene.until) {
            hold_once(scene, &request(number * connections + connection, connection), tally);
            thread::sleep(RETURN.min(scene.until.saturating_duration_since(Instant::now())));
        }
    })
}

fn hold_once(scene: &Scene<'_>, request: &HttpRequest, tally: &mut Tally) {
    let Some(mut connection) = opened(scene, tally) else { return };
    if let Err(error) = connection.send(request.to_bytes()) {
        if !is_over(&error, scene.until) {
            tally.count(CUT);
        }
        return;
    }
    let mut stream = connection.into_stream();
    while Instant::now() < scene.until {
        if wait_for_end(&stream) {
            tally.count(CUT);
            return;
        }
    }
    tally.count_glance(&glance(&mut stream));
}

/// Opens so many connections, sends `request(turn, connection)` on each, and closes it after `patience`; again and
/// again.
pub(crate) fn send_waves(
    scene: &Scene<'_>,
    connections: usize,
    patience: Duration,
    request: impl Fn(usize, usize) -> HttpRequest + Sync,
) -> Tally {
    swarm(connections, |connection, tally| {
        for wave in (0..).take_while(|_| Instant::now() < scene.until) {
            match opened(scene, tally) {
                Some(opened) => {
                    send_and_go(opened, patience, &request(wave * connections + connection, connection), tally);
                }
                None => pause(scene.until),
            }
        }
    })
}

fn send_and_go(mut connection: RawConnection, patience: Duration, request: &HttpRequest, tally: &mut Tally) {
    let sent = Instant::now();
    if let Err(error) = connection.send(request.to_bytes()) {
        tally.count_failure(&error);
        pause(sent + patience);
        return;
    }
    thread::sleep(patience.saturating_sub(sent.elapsed()));
    tally.count_glance(&glance(&mut connection.into_stream()));
}

/// Opens so many connections. Each begins a request and adds a byte a second to it; when the server ends it, another
/// one begins.
pub(crate) fn trickle(scene: &Scene<'_>, connections: usize) -> Tally {
    swarm(TRICKLING_THREADS, |_, tally| {
        let mut open: Vec<TcpStream> = Vec::new();
        while Instant::now() < scene.until {
            let (round, before) = (Instant::now(), open.len());
            open.retain_mut(|stream| stream.write_all(b"a").is_ok());
            (open.len()..before).for_each(|_| tally.count(CUT));
            while open.len() < connections / TRICKLING_THREADS && Instant::now() < scene.until {
                let Ok(stream) = begin(scene) else {
                    tally.count(REFUSED);
                    break;
                };
                tally.opened += 1;
                open.push(stream);
            }
            let end = (round + TRICKLE_INTERVAL).min(scene.until);
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

fn opened(scene: &Scene<'_>, tally: &mut Tally) -> Option<RawConnection> {
    let opened = connect(scene).ok();
    match opened {
        Some(_) => tally.opened += 1,
        None => tally.count(REFUSED),
    }
    opened
}
