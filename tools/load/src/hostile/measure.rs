//! One attack beside the quiet reader.

use crate::hostile::Arguments;
use crate::hostile::attacks::Attack;
use crate::hostile::reader::{Readings, read_for};
use crate::hostile::site::{Scene, Site};
use crate::hostile::tally::Tally;
use crate::server::Server;
use crate::workdir::Workdir;
use catalog_testkit::process_info;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the reader reads before the measurement, to warm up caches.
const WARMING_UP: Duration = Duration::from_secs(2);
/// How long the reader is measured without an attack, before each one.
const QUIET: Duration = Duration::from_secs(10);
/// How long after the end of an attack memory is measured again.
pub(crate) const REST: Duration = Duration::from_secs(10);
/// The server believes this machine about where requests come from, so that one attacker can be many sources.
const TRUSTING: &[&str] = &["--trusted-proxies", "127.0.0.0/8"];
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// What a server may take beyond what it had before the attack, in KiB, until it is killed: far beyond every goal.
const MOST_MEMORY: u64 = 4 << 20;

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The reader's results before.
    pub(crate) quiet: Readings,
    pub(crate) attacked: Readings,
    pub(crate) memory: MemoryCourse,
    pub(crate) tally: Tally,
}

/// Memory before, during and after, in KiB, without mapped files.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MemoryCourse {
    pub(crate) start: u64,
    /// The most, as far as samples have seen.
    pub(crate) peak: u64,
    /// Some time after the end.
    pub(crate) rested: u64,
}

pub(crate) fn measure(arguments: &Arguments, workdir: &Workdir, attack: &Attack) -> anyhow::Result<Row> {
    let server = Server::start(workdir, TRUSTING)?;
    let site = Site::explore(server.address)?;
    read_for(&site, WARMING_UP);
    let quiet = read_for(&site, QUIET);
    let start = server.memory()?.anonymous;
    let time = attack.least.max(Duration::from_secs(arguments.seconds));
    let is_over = AtomicBool::new(false);
    let bound = start + MOST_MEMORY;
    let (attacked, mut tally, most) = thread::scope(|scope| {
        let sampler = scope.spawn(|| most_memory(&server, bound, &is_over));
        let reader = scope.spawn(|| read_for(&site, time));
        let tally = (attack.run)(&Scene { site: &site, until: Instant::now() + time });
        let attacked = reader.join();
        is_over.store(true, Ordering::Relaxed);
        (attacked, tally, sampler.join())
    });
    thread::sleep(REST);
    let (Ok(attacked), Ok(peak)) = (attacked, most) else { anyhow::bail!("a measuring thread panicked") };
    let rested = process_info::memory(server.id()).map_or(peak, |memory| memory.anonymous);
    if process_info::memory(server.id()).is_none() {
        tally.problems.push("the server did not survive".into());
    }
    Ok(Row { name: attack.name, quiet, attacked, memory: MemoryCourse { start, peak, rested }, tally })
}

/// The peak memory of a server until stopped. One that exceeds the bound is killed: it would take memory that other
/// programs of the machine need.
fn most_memory(server: &Server, bound: u64, is_over: &AtomicBool) -> u64 {
    let mut most = 0;
    while !is_over.load(Ordering::Relaxed) {
        let Some(memory) = process_info::memory(server.id()) else { break };
        most = most.max(memory.anonymous);
        if most > bound {
            eprintln!("the server takes {} MiB and is killed", most >> 10);
            server.signal("KILL");
            break;
        }
        thread::sleep(MEMORY_INTERVAL);
    }
    most
}
