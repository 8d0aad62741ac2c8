//! SIGINT and SIGTERM end every command at once, in a pause and while it waits for a response; and keys that are none,
//! and options that contradict tables, are named before anything is requested.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use catalog_testkit::process::send_signal;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

const KEY: &str = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";

fn command(name: &str, address: &str) -> Command {
    let folder = std::env::temp_dir().join(format!("catalog-client-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut command = catalog_testkit::program::isolated_command("env", &folder);
    // What a shell starts in the background ignores SIGINT, and what that starts as well.
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_catalog-client"), name]);
    command.env("CATALOG_KEY", format!("\u{feff} {KEY}\r\n")).stderr(Stdio::piped());
    command.env("CATALOG_OLD_PASSWORD", "x");
    let url = format!("http://{address}");
    match name {
        "push" => command.args(["/dev/null", "--to", &url]),
        "compare" => {
            command.args(["--old", &url, "--old-login", "a", "--new", &url, "--new-login", "a", "--report", "r"])
        }
        _ => command.args(["--base-url", &url, "--all", "--store", "copy.sqlite"]),
    };
    command
}

/// Sends a signal and returns how the process ended, as a shell says it.
fn end(mut child: Child, signal: &str) -> Option<i32> {
    send_signal(child.id(), signal);
    let status = child.wait().unwrap();
    status.code().or_else(|| status.signal().map(|signal| 128 + signal))
}

#[test]
fn a_signal_ends_every_command_while_it_waits_for_a_response() {
    for name in ["push", "compare", "mirror"] {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let silent = TcpListener::bind("127.0.0.1:0").unwrap();
            let child = command(name, &silent.local_addr().unwrap().to_string()).spawn().unwrap();
            let (mut connection, _) = silent.accept().unwrap();
            assert!(connection.read(&mut [0; 16]).unwrap() > 0, "the request");
            assert_eq!(end(child, signal), Some(status), "{name} {signal}");
        }
    }
}

#[test]
fn a_signal_ends_every_command_in_a_pause() {
    // Nothing listens there.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    for name in ["push", "compare", "mirror"] {
        for (signal, status) in [("INT", 130), ("TERM", 143)] {
            let mut child = command(name, &address).spawn().unwrap();
            let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
            let is_pausing = |line: &String| line.contains("trying again in") || line.contains("; waiting ");
            let pause = lines.by_ref().map(Result::unwrap).find(is_pausing);
            assert!(pause.is_some(), "{name}");
            assert_eq!(end(child, signal), Some(status), "{name} {signal}");
        }
    }
}

#[test]
fn what_is_no_key_is_refused_by_the_name_of_its_variable_before_anything_is_requested() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    for name in ["push", "compare", "mirror"] {
        let output = command(name, &address).env("CATALOG_KEY", KEY.replace("7s", "7x")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("CATALOG_KEY holds no key") && !said.contains("abcdef"), "{name}: {said}");
        assert_eq!(output.status.code(), Some(1));
    }
    silent.set_nonblocking(true).unwrap();
    assert!(silent.accept().is_err(), "something was requested");
}

#[test]
fn a_table_of_offers_is_refused_beside_an_option_that_it_contradicts_before_anything_is_requested() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    for table in [&["--offers", "-"][..], &["x/Prices.CSV"], &["prices.csv.gz"]] {
        for option in [["--mode", "full"], ["--kind", "resources"]] {
            let output = command("push", &address).args(table).args(option).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            let expected =
                format!("a table of offers is a delta of the catalog, so {} cannot be given", option.join(" "));
            assert!(said.contains(&expected), "{table:?}: {said}");
            assert_eq!(output.status.code(), Some(1));
        }
    }
    silent.set_nonblocking(true).unwrap();
    assert!(silent.accept().is_err(), "something was requested");
}
