//! The limit of open files of the test process: all its tests share it, and each connection is one.

use catalog_testkit::program::warn;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files that the test process needs besides the connections of the test.
const OTHER_FILES: usize = 500;

/// Raises this process's limit of open files, and returns how many of `wanted` connections fit into it.
pub(crate) fn connection_capacity(wanted: usize) -> usize {
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let capacity = maximum.map_or(usize::MAX, |files| usize::try_from(files).unwrap()).saturating_sub(OTHER_FILES);
    if capacity < wanted {
        warn(&format!("the limit of open files allows {capacity} connections only"));
    }
    capacity.min(wanted)
}
