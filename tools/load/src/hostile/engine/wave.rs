//! Waves of connections that request something expensive and are gone before the response.

use super::{connect, glance, pause, swarm};
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::{HttpRequest, RawConnection};
use std::thread;
use std::time::{Duration, Instant};

/// Opens so many connections, sends `request(turn, connection)` on each, and closes it after `patience`; again and
/// again.
pub(crate) fn send_waves(
    scene: &Scene<'_>,
    connections: usize,
    patience: Duration,
    request: impl Fn(usize, usize) -> HttpRequest + Sync,
) -> Tally {
    swarm(connections, |connection, tally| {
        let mut wave = 0;
        while Instant::now() < scene.until {
            match connect(scene) {
                Ok(opened) => {
                    tally.opened += 1;
                    send_and_go(opened, patience, &request(wave * connections + connection, connection), tally);
                }
                Err(_) => {
                    tally.refused += 1;
                    pause(scene.until);
                }
            }
            wave += 1;
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
