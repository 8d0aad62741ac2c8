//! The guide "The first afternoon" as a server shows it, pasted from its first step to its last by somebody who has a
//! key, an empty folder, and no program of ours.

use crate::support::{BUYER, CATALOG, STOREFRONT, Sandbox, Server, offer, until};
use catalog_testkit::program::{all_installed_or_skipped, client_binary, isolated_command};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// What each step prints, among other things.
const PRINTED: [&str; 9] = [
    "Key: ",
    "\"priceLevel\": \"Опт\"",
    "-linux.tar.gz: OK",
    "1000  Equipment: 2 products",
    "\"personal\"",
    "",
    "PMP-001       PMP 1  1799",
    "",
    "PMP-001       upsert",
];
const DONE: &str = "== pasted";

/// A shell on a machine of its own. It takes pasted lines one by one, so that what a step asks for can be pasted after
/// it.
struct Shell {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    home: TempDir,
}

impl Shell {
    fn open() -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = isolated_command("bash", home.path());
        command.arg("-e").env("HOME", home.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut shell = Self { process, input, output, home };
        shell.paste("exec 2>&1; trap 'kill $MIRROR 2>/dev/null || true' EXIT");
        shell
    }

    /// Pastes `text`, and returns what it prints until it is done.
    fn paste(&mut self, text: &str) -> String {
        writeln!(self.input.as_mut().unwrap(), "{text}\nprintf '\\n{DONE}\\n'").unwrap();
        let mut printed = String::new();
        while !printed.ends_with(&format!("\n{DONE}\n")) {
            let read = self.output.read_line(&mut printed).unwrap();
            assert!(read > 0, "ended while it was doing\n{text}\n{printed}");
        }
        printed
    }

    fn query(&self, sql: &str) -> String {
        let output = Command::new("sqlite3").arg(self.home.path().join("shop.sqlite")).arg(sql).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}

/// The commands of a page, step by step.
fn steps(page: &str) -> Vec<String> {
    let blocks = page.split("<code class=\"language-sh\">").skip(1).filter_map(|rest| rest.split("</code>").next());
    let plain = |block: &str| {
        [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&")]
            .into_iter()
            .fold(block.to_owned(), |text, (escaped, letter)| text.replace(escaped, letter))
    };
    blocks.map(plain).collect()
}

/// A server that has the client to download, as its package does.
fn start(sandbox: &Sandbox) -> Server {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/download-folder");
    let status = Command::new(tool).arg(client_binary().parent().unwrap()).arg(sandbox.path("download")).status();
    assert!(status.unwrap().success());
    let folder = sandbox.path("download").display().to_string();
    let mut command = sandbox.command(&["serve", "--bind", "127.0.0.1:0", "--download-folder", &folder]);
    command.args(["--refresh-interval-ms", "50", "--feed-settle-ms", "0"]).env("CATALOG_STOREFRONT_HOST", STOREFRONT);
    Server::spawn(command)
}

#[test]
fn the_served_first_afternoon_leads_from_a_key_to_a_verified_copy() {
    if !all_installed_or_skipped(&["curl", "jq", "sqlite3"]) {
        return;
    }
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_buyer();
    let key = sandbox.run(&["key", "add", BUYER, "--name", "Shop"]).stdout;
    let server = start(&sandbox);
    let mut shell = Shell::open();
    let steps = steps(&shell.paste(&format!("curl -sS http://{}/portal/help/first-afternoon", server.address)));
    assert_eq!(steps.len(), PRINTED.len(), "{steps:?}");
    for (number, (step, expected)) in (1..).zip(steps.iter().zip(PRINTED)) {
        let printed = shell.paste(&if number == 1 { format!("{step}{key}") } else { step.clone() });
        assert!(printed.contains(expected), "step {number}: {step}\n{printed}");
        if number == 8 {
            sandbox.must_import(&offer("1500"));
            until("the mirror to follow", || (shell.query("SELECT count(*) FROM events") == "1").then_some(()));
        }
    }
    assert_eq!(shell.query("SELECT amount FROM prices WHERE kind = 'retail'"), "1500.0");
}
