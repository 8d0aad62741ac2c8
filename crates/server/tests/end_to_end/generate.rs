//! `catalog generate`; that its output can be imported is what many other tests begin with.

use crate::support::{Sandbox, exit_of};
use std::io::Read;
use std::process::Stdio;

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["generate", "--products", "1000000"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut beginning = [0; 1_000];
    child.stdout.take().unwrap().read_exact(&mut beginning).unwrap();
    assert_eq!(exit_of(&mut child).code(), Some(0));
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!(error, "");
}

#[test]
fn options_out_of_range_are_refused_in_one_line() {
    let sandbox = Sandbox::new();
    sandbox.run(&["generate", "--sections", "1000000000000"]).assert_refused(&["sections"]);
}
