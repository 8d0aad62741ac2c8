//! Many connections that send one request after the other, and read the responses.

use super::{is_over, pause, swarm};
use crate::hostile::site::Scene;
use crate::hostile::tally::{REFUSED, Tally};
use catalog_testkit::process::{HttpClient, HttpRequest};
use std::time::Instant;

/// Statuses after which an attacker waits for a moment.
const REFUSALS: [u16; 2] = [429, 503];

/// Opens so many connections. Each requests `request(turn, connection)`, whose turns are all different, and reads the
/// responses as fast as it can, or at most so many bytes a second.
pub(crate) fn read(
    scene: &Scene<'_>,
    connections: usize,
    bytes_per_second: Option<u64>,
    request: impl Fn(usize, usize) -> HttpRequest + Sync,
) -> Tally {
    swarm(connections, |connection, tally| {
        read_on(scene, bytes_per_second, |number| request(number * connections + connection, connection), tally);
    })
}

fn read_on(scene: &Scene<'_>, pace: Option<u64>, request: impl Fn(usize) -> HttpRequest, tally: &mut Tally) {
    let mut number = 0;
    while Instant::now() < scene.until {
        let Ok(mut connection) = HttpClient::open_paced(scene.site.address, scene.until, pace) else {
            tally.count(REFUSED);
            pause(scene.until);
            continue;
        };
        tally.opened += 1;
        let is_finished = ask_on(
            scene,
            &mut connection,
            || {
                number += 1;
                request(number)
            },
            tally,
        );
        tally.bytes += connection.taken();
        if is_finished {
            return;
        }
        pause(scene.until);
    }
}

/// Sends requests on one connection until it breaks or the attack is over. Returns whether it is over.
fn ask_on(
    scene: &Scene<'_>,
    connection: &mut HttpClient,
    mut request: impl FnMut() -> HttpRequest,
    tally: &mut Tally,
) -> bool {
    while Instant::now() < scene.until {
        match connection.ask(&request()) {
            Ok(response) => {
                tally.count(response.status);
                if REFUSALS.contains(&response.status) {
                    pause(scene.until);
                }
            }
            Err(error) => {
                tally.count_failure(&error);
                return is_over(&error, scene.until);
            }
        }
    }
    true
}
