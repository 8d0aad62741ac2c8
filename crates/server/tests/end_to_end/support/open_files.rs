//! The limit of files that the test process may have open: all its tests share it, and each connection is one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::Write;

/// Files that the test process needs beside the connections of the test that asks.
const OTHER_FILES: usize = 500;

/// Lets this process have as many files open as it may, and says how many of `wanted` connections there is room for.
pub(crate) fn connection_capacity(wanted: usize) -> usize {
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let capacity = maximum.map_or(usize::MAX, |files| usize::try_from(files).unwrap()).saturating_sub(OTHER_FILES);
    if capacity < wanted {
        // Written past the capture of test output, which would hide it.
        let _ = writeln!(
            std::io::stderr(),
            "\n*** the limit of open files leaves room for {capacity} connections only ***\n"
        );
    }
    capacity.min(wanted)
}
