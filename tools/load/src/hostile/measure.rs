//! One attack beside the quiet reader.

use crate::hostile::Arguments;
use crate::hostile::attacks::Attack;
use crate::hostile::reader::{Readings, read_for};
use crate::hostile::site::{Scene, Site};
use crate::hostile::store::{Store, Workshop};
use crate::hostile::tally::Tally;
use crate::server::Server;
use catalog_testkit::process_info::{self, Memory};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the reader reads before the measurement, to warm up caches.
const WARMING_UP: Duration = Duration::from_secs(2);
/// The server believes this machine about where requests come from, so that one attacker can be many sources.
const TRUSTING: &[&str] = &["--trusted-proxies", "127.0.0.0/8"];
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// What a server may take beyond what it had before the attack, in KiB, until it is killed: far beyond every goal.
const MOST_MEMORY: u64 = 4 << 20;

/// The results of one attack.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The reader's results before.
    pub(crate) quiet: Readings,
    pub(crate) attacked: Readings,
    /// The server's memory, in KiB.
    pub(crate) memory: MemoryCourse,
    pub(crate) tally: Tally,
    /// Processor time of the server and of this program during the attack, in seconds.
    pub(crate) processor: (f64, f64),
}

/// Memory before, during and after, in KiB.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MemoryCourse {
    /// Before the attack, without mapped files.
    pub(crate) start: u64,
    /// The peak, without mapped files, as far as samples have seen.
    pub(crate) peak: u64,
    /// The peak with mapped files, as reported by the system.
    pub(crate) high_water: u64,
    /// Some time after the end, without mapped files.
    pub(crate) rested: u64,
}

/// Starts a server and attacks it.
///
/// # Errors
/// When the server does not start.
pub(crate) fn measure(
    arguments: &Arguments,
    workshop: &Workshop,
    store: &Store,
    attack: &Attack,
) -> anyhow::Result<Row> {
    let server = Server::start(&workshop.workdir, &store.url(), TRUSTING, &arguments.settings)?;
    let site = Site::explore(server.address)?;
    read_for(&site, WARMING_UP);
    let quiet = read_for(&site, arguments.quiet_time());
    let start = server.memory()?.anonymous;
    process_info::reset_high_water(server.id())?;

    let processor = processor_seconds(&server);
    let time = attack.time(arguments.attack_time());
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
    let after = processor_seconds(&server);
    thread::sleep(arguments.rest_time());
    let (Ok(attacked), Ok(peak)) = (attacked, most) else { anyhow::bail!("a measuring thread panicked") };
    // A server that did not survive has its last seen values.
    let gone = Memory { resident: peak, anonymous: peak, high_water: peak };
    let Memory { anonymous: rested, high_water, .. } = process_info::memory(server.id()).unwrap_or_else(|| {
        tally.problems.push("the server did not survive".into());
        gone
    });
    Ok(Row {
        name: attack.name,
        quiet,
        attacked,
        memory: MemoryCourse { start, peak, high_water, rested },
        tally,
        processor: (after.0 - processor.0, after.1 - processor.1),
    })
}

fn processor_seconds(server: &Server) -> (f64, f64) {
    (process_info::processor_seconds(server.id()), process_info::processor_seconds(std::process::id()))
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
