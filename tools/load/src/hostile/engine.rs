//! The few ways to misbehave from which the attacks are built. All end by themselves when the attack's time is over.

mod read;
mod unread;

pub(crate) use read::read;
pub(crate) use unread::{hold, send_waves, trickle};

use crate::hostile::site::Scene;
use crate::hostile::tally::Tally;
use catalog_testkit::process::RawConnection;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, Read};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const STACK: usize = 192 << 10;
/// How much lower the priority of attackers is than that of the reader: with few processors, they would otherwise delay
/// the measurement itself, which attackers on another machine do not.
const NICENESS: i32 = 5;
/// How long an attacker waits after a refusal (429 or 503), or before it reconnects. Retrying at once would measure the
/// speed of this program.
const PAUSE: Duration = Duration::from_millis(50);
const CONNECTING: Duration = Duration::from_secs(5);
const LEAST_PATIENCE: Duration = Duration::from_millis(10);
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };
/// The most that is read from an unread connection.
const GLANCE: usize = 64 << 10;

/// Runs so many attackers at once, each on its own thread, and sums their results.
pub(crate) fn swarm(count: usize, attacker: impl Fn(usize, &mut Tally) + Sync) -> Tally {
    let attacker = &attacker;
    thread::scope(|scope| {
        let mut tally = Tally::default();
        let mut threads = Vec::with_capacity(count);
        for number in 0..count {
            let work = move || {
                lower_priority();
                let mut tally = Tally::default();
                attacker(number, &mut tally);
                tally
            };
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => tally.problems.push(format!("attacker {number} could not be started: {error}")),
            }
        }
        for thread in threads {
            match thread.join() {
                Ok(part) => tally.merge(part),
                Err(_) => tally.problems.push("an attacker panicked".into()),
            }
        }
        tally
    })
}

fn lower_priority() {
    let this_thread = Some(rustix::thread::gettid());
    // A failure only affects the precision of the measurement.
    if let Ok(before) = rustix::process::getpriority_process(this_thread) {
        let _ = rustix::process::setpriority_process(this_thread, (before + NICENESS).min(19));
    }
}

/// Waits for a moment, or until the server ends the connection. Returns whether it has.
pub(crate) fn wait_for_end(stream: &TcpStream) -> bool {
    let mut watched = [PollFd::new(stream, PollFlags::RDHUP)];
    let is_ready = poll(&mut watched, Some(&LOOK)).is_ok_and(|count| count > 0);
    is_ready && watched[0].revents().intersects(PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR)
}

/// Reads what has arrived on a connection, without waiting for more.
fn glance(stream: &mut TcpStream) -> Vec<u8> {
    let mut buffer = vec![0; GLANCE];
    let taken = stream.set_nonblocking(true).and_then(|()| stream.read(&mut buffer));
    buffer.truncate(taken.unwrap_or(0));
    buffer
}

/// A connection over which no HTTP is spoken properly, for as long as an attack lasts.
pub(crate) fn connect(scene: &Scene<'_>) -> io::Result<RawConnection> {
    let rest = scene.until.saturating_duration_since(Instant::now());
    RawConnection::open(scene.site.address, rest.clamp(LEAST_PATIENCE, CONNECTING))
}

/// Waits before the next attempt, but not beyond the end of the attack.
fn pause(until: Instant) {
    thread::sleep(PAUSE.min(until.saturating_duration_since(Instant::now())));
}

/// Whether an attempt failed because the attack is over.
fn is_over(error: &io::Error, until: Instant) -> bool {
    error.kind() == io::ErrorKind::TimedOut || Instant::now() >= until
}
