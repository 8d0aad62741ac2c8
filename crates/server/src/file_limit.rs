//! The limit of open files. Every connection is one.

use crate::config::HttpConfig;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files other than clients' connections: the store's, the log, listeners, temporary files of libraries.
const OTHER_FILES: u64 = 256;

/// Raises the limit of open files as far as the system allows without privileges, and returns how many connections fit
/// into it, at most `wanted`.
pub(crate) fn connection_capacity(wanted: usize) -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    let limit = if raised { maximum } else { current };
    let capacity = connections_within(limit, wanted);
    if capacity < wanted {
        let notice = "fewer connections are served than --max-connections says: the limit of open files is lower";
        // By default they are as many as the limit allows, which `catalog doctor` judges.
        if wanted == HttpConfig::DEFAULT_MAX_CONNECTIONS {
            tracing::debug!(connections = capacity, wanted, open_files = limit, "{notice}");
        } else {
            tracing::warn!(connections = capacity, wanted, open_files = limit, "{notice}");
        }
    }
    capacity
}

/// How many of `wanted` connections fit into a limit of open files; `None` is no limit. At least one.
fn connections_within(limit: Option<u64>, wanted: usize) -> usize {
    let capacity = limit.map_or(u64::MAX, |limit| limit.saturating_sub(OTHER_FILES).max(1));
    wanted.min(usize::try_from(capacity).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_for_other_files() {
        for (limit, wanted, capacity) in
            [(None, 25_000, 25_000), (Some(65_536), 25_000, 25_000), (Some(1_024), 25_000, 768), (Some(100), 25_000, 1)]
        {
            assert_eq!(connections_within(limit, wanted), capacity, "{limit:?}");
        }
    }
}
