//! Slow but honest: a client that keeps reading a large body at 20 or 50 kB/s must never be cut off, and one that reads
//! at 4 MB/s must get all of it. A client that reads nothing must be cut off.

use super::Attack;
use crate::hostile::engine::{connect, swarm, wait_for_end};
use crate::hostile::site::Scene;
use crate::hostile::tally::{CUT, Tally};
use catalog_testkit::process::HttpClient;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

const TARGET: &str = "/api/v2/catalog/tree?include=vendors";
/// Three times the documented time after which a client that reads nothing is cut off, and a quarter of it.
const LEAST: Duration = Duration::from_secs(50);
/// That time, a quarter of it for checking, and as much for being slow to start.
const CUT_WITHIN: Duration = Duration::from_secs(25);

/// Bytes a second of each connection; 0 reads nothing.
const RATES: [u64; 8] = [20_000, 20_000, 50_000, 50_000, 4_000_000, 0, 0, 0];
/// A reader of this rate has everything before the end.
const FINISHING_RATE: u64 = 1_000_000;

pub(super) const ATTACK: Attack = Attack {
    name: "steady-readers",
    about: "8 connections: a large tree read at 20 kB/s, 50 kB/s, 4 MB/s (not to be cut off) and not at all (to be cut off)",
    least: LEAST,
    run: |scene| {
        swarm(RATES.len(), |number, tally| match RATES[number] {
            0 => read_nothing(scene, tally),
            rate => read_steadily(scene, rate, tally),
        })
    },
};

fn read_steadily(scene: &Scene<'_>, rate: u64, tally: &mut Tally) {
    tally.opened += 1;
    let begun = Instant::now();
    let mut taken = 0;
    let response = HttpClient::open_paced(scene.site.address, scene.until, Some(rate)).and_then(|mut connection| {
        let response = connection.ask(&scene.get(TARGET));
        taken = connection.taken();
        response
    });
    tally.bytes += taken;
    let seconds = begun.elapsed().as_secs();
    match response {
        Ok(response) => {
            tally.count(response.status);
            tally.notes.push(format!("{} kB/s: complete after {seconds} s", rate / 1_000));
            if response.status != 200 {
                tally.problems.push(format!("a steady reader got status {}", response.status));
            }
        }
        Err(error) if error.kind() == ErrorKind::TimedOut && rate < FINISHING_RATE => {
            tally.notes.push(format!("{} kB/s: still reading after {seconds} s", rate / 1_000));
        }
        Err(error) => {
            tally.count(CUT);
            tally.problems.push(format!("a reader of {} kB/s was cut off after {seconds} s ({error})", rate / 1_000));
        }
    }
}

fn read_nothing(scene: &Scene<'_>, tally: &mut Tally) {
    tally.opened += 1;
    let sent = connect(scene).and_then(|mut connection| {
        connection.send(scene.get(TARGET).to_bytes())?;
        Ok(connection.into_stream())
    });
    let begun = Instant::now();
    let Ok(stream) = sent else {
        tally.problems.push("a connection that reads nothing could not begin".into());
        return;
    };
    while Instant::now() < scene.until {
        if wait_for_end(&stream) {
            tally.count(CUT);
            tally.notes.push(format!("reads nothing: cut off after {} s", begun.elapsed().as_secs()));
            if begun.elapsed() > CUT_WITHIN {
                tally.problems.push("a client that reads nothing holds on too long".into());
            }
            return;
        }
    }
    tally.problems.push("a client that reads nothing is not cut off".into());
}
