//! Many connections that send a request and do not read the response.

use super::{connect, glance, is_over, swarm, wait_for_end};
use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::HttpRequest;
use std::thread;
use std::time::{Duration, Instant};

/// How long a connection stays away after the server has ended it. A short response ends it at once; coming back at
/// once would be a flood of requests and not this attack.
const RETURN: Duration = Duration::from_secs(1);

/// Opens so many connections. Each sends `request(turn, connection)`, reads nothing, and begins again when the server
/// ends the connection.
pub(crate) fn hold(
    scene: &Scene<'_>,
    connections: usize,
    request: impl Fn(usize, usize) -> HttpRequest + Sync,
) -> Tally {
    swarm(connections, |connection, tally| {
        let mut number = 0;
        while Instant::now() < scene.until {
            hold_once(scene, &request(number * connections + connection, connection), tally);
            number += 1;
            thread::sleep(RETURN.min(scene.until.saturating_duration_since(Instant::now())));
        }
    })
}

fn hold_once(scene: &Scene<'_>, request: &HttpRequest, tally: &mut Tally) {
    let Ok(mut connection) = connect(scene) else {
        tally.refused += 1;
        return;
    };
    tally.opened += 1;
    if let Err(error) = connection.send(request.to_bytes()) {
        if !is_over(&error, scene.until) {
            tally.cut += 1;
        }
        return;
    }
    let mut stream = connection.into_stream();
    while Instant::now() < scene.until {
        if wait_for_end(&stream) {
            tally.cut += 1;
            return;
        }
    }
    tally.count_glance(&glance(&mut stream));
}
