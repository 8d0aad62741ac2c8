//! What the system reports about a process: memory from `/proc/PID/status`, processor time from `/proc/PID/stat`.

use std::ops::RangeInclusive;
use std::{fs, io};

/// Seconds in the unit in which Linux reports processor time.
const SECONDS_PER_TICK: f64 = 0.01;
/// User and system time of a process in `stat`, counted after the name in brackets.
const TIME_FIELDS: RangeInclusive<usize> = 11..=12;

/// Memory of a process in KiB.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    /// All that is in memory, mapped files included.
    pub resident: u64,
    /// Anonymous memory. Pages of mapped files can be reclaimed at any time, so goals are about this.
    pub anonymous: u64,
    /// The most that was resident at once, mapped files included.
    pub high_water: u64,
}

/// The memory of a process; `None` when it is gone.
pub fn memory(id: u32) -> Option<Memory> {
    parse_memory(&fs::read_to_string(format!("/proc/{id}/status")).ok()?)
}

/// Makes the present memory of a process its high-water mark.
pub fn reset_high_water(id: u32) -> io::Result<()> {
    fs::write(format!("/proc/{id}/clear_refs"), "5")
}

/// The processor time of a process and all its threads so far, in seconds; 0 when it is gone.
pub fn processor_seconds(id: u32) -> f64 {
    fs::read_to_string(format!("/proc/{id}/stat")).ok().and_then(|stat| parse_processor_seconds(&stat)).unwrap_or(0.0)
}

/// The processor time of the first thread of a process so far, in seconds, to the nanosecond; 0 when it is gone.
pub fn first_thread_processor_seconds(id: u32) -> f64 {
    let statistics = fs::read_to_string(format!("/proc/{id}/schedstat")).unwrap_or_default();
    statistics.split_whitespace().next().and_then(|time| time.parse::<f64>().ok()).map_or(0.0, |time| time * 1e-9)
}

/// The processor time of a process and its children so far, in seconds.
pub fn family_processor_seconds(id: u32) -> f64 {
    family(id).into_iter().map(processor_seconds).sum()
}

/// A process and its children.
pub fn family(id: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let children = children.collect::<String>();
    [id].into_iter().chain(children.split_whitespace().filter_map(|id| id.parse().ok())).collect()
}

fn parse_memory(status: &str) -> Option<Memory> {
    let kibibytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let anonymous = kibibytes("RssAnon")? + kibibytes("RssShmem")?;
    Some(Memory { resident: kibibytes("VmRSS")?, anonymous, high_water: kibibytes("VmHWM")? })
}

fn parse_processor_seconds(stat: &str) -> Option<f64> {
    // The name in brackets may contain anything, brackets included.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks: u64 = fields.get(TIME_FIELDS)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    u32::try_from(ticks).ok().map(|ticks| f64::from(ticks) * SECONDS_PER_TICK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_lines_of_status() {
        let status = "Name:\tcatalog\nVmPeak:\t  999999 kB\nVmHWM:\t  215000 kB\nVmRSS:\t  200000 kB\n\
                      RssAnon:\t  172000 kB\nRssFile:\t   28000 kB\nRssShmem:\t      12 kB\nThreads:\t9\n";
        assert_eq!(parse_memory(status), Some(Memory { resident: 200_000, anonymous: 172_012, high_water: 215_000 }));
    }

    #[test]
    fn a_process_that_has_ended_has_no_memory() {
        assert_eq!(parse_memory("Name:\tcatalog\nState:\tZ (zombie)\nThreads:\t1\n"), None);
    }

    #[test]
    fn processor_time_is_user_and_system_time_whatever_the_name_is() {
        let stat = "7 (cat) alog) S 1 7 7 0 -1 4194304 100 0 0 0 250 50 9 9 20 0 4 0 100 0 0";
        assert_eq!(parse_processor_seconds(stat), Some(3.0));
        assert_eq!(parse_processor_seconds("7 (catalog) S 1"), None);
        assert_eq!(parse_processor_seconds(""), None);
    }

    #[test]
    fn this_process_has_memory() {
        let memory = memory(std::process::id()).unwrap();
        assert!(memory.anonymous > 0, "{memory:?}");
        assert!(memory.high_water >= memory.anonymous, "{memory:?}");
    }
}
