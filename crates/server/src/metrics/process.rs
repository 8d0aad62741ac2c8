//! What the operating system knows of the process, under the names that Prometheus clients share.

use super::samples::{counter, gauge, gauges};
use crate::server_state::ResidentMemory;
use prometheus_client::encoding::DescriptorEncoder;
use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};
use std::fmt;
use std::fs;

/// Writes the families; none where there is no `/proc`.
pub(super) fn write_process(page: &mut DescriptorEncoder<'_>, memory: Option<ResidentMemory>) -> fmt::Result {
    let (Ok(stat), Ok(system)) = (fs::read_to_string("/proc/self/stat"), fs::read_to_string("/proc/stat")) else {
        return Ok(());
    };
    // The program's name, in parentheses, can hold anything. Numbers follow it, from the fourth field of
    // proc_pid_stat(5).
    let numbers = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(1);
    let numbers: Vec<f64> = numbers.map(|number| number.parse().unwrap_or_default()).collect();
    let field = |number: usize| numbers.get(number - 4).copied().unwrap_or_default();
    let booted: f64 = system.lines().find_map(|line| line.strip_prefix("btime ")?.parse().ok()).unwrap_or_default();
    let ticks = clock_ticks_per_second() as f64;
    let cpu = (field(14) + field(15)) / ticks;
    counter(page, "process_cpu_seconds", "Processor time used, in seconds.", cpu)?;
    gauge(page, "process_resident_memory_bytes", "Resident memory.", field(24) * page_size() as f64)?;
    if let Some(memory) = memory {
        let name_and_help = ("catalog_resident_memory_bytes", "Resident memory by what it is.");
        gauges(page, name_and_help, "kind", [("own", memory.own), ("mapped", memory.mapped)])?;
    }
    gauge(page, "process_virtual_memory_bytes", "Virtual memory.", field(23))?;
    let started = booted + field(22) / ticks;
    gauge(page, "process_start_time_seconds", "When the process began, in seconds since 1970.", started)?;
    // Reading the list opens one more.
    let open = fs::read_dir("/proc/self/fd").map_or(0, |files| files.count().saturating_sub(1));
    gauge(page, "process_open_fds", "Open file descriptors.", open)?;
    match getrlimit(Resource::Nofile).current {
        Some(limit) => gauge(page, "process_max_fds", "The most open file descriptors.", limit),
        None => Ok(()),
    }
}
