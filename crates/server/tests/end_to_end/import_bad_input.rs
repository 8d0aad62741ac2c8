//! A line that has no end: its messages are those of `catalog-import`, its memory is that of a process.

use crate::support::{CATALOG, STOREFRONT, Sandbox};
use catalog_testkit::process_info::memory;
use std::io::Write as _;
use std::process::Stdio;

#[test]
fn a_line_of_a_gigabyte_is_refused_without_being_buffered_or_read_to_its_end() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let mut command = sandbox.command(&["import", "--storefront-host", STOREFRONT, "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (chunk, mut written, mut peak) = (vec![b'x'; 1 << 20], 0_u64, 0);
    while written < 1 << 30 && input.write_all(&chunk).is_ok() {
        written += chunk.len() as u64;
        peak = memory(child.id()).map_or(0, |memory| memory.high_water << 10).max(peak);
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.starts_with("-:1: the line is longer than 16777216 bytes\n"), "{printed}");
    assert!(written < 512 << 20, "{written} bytes were read");
    assert!(peak > 0, "{peak} bytes of memory");
    assert!(peak < 256 << 20, "{peak} bytes of memory");
    let report = sandbox.import(CATALOG).json();
    assert_eq!((report["revision"].as_i64(), report["changed"].as_bool()), (Some(1), Some(false)), "{report}");
}
