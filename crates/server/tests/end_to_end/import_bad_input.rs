//! Everything that a broken export can contain: each is a problem with its file, line and field, status 2, and nothing
//! is written.

use crate::support::{CATALOG, Outcome, STOREFRONT, Sandbox};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Child, Stdio};

const IMPORT: [&str; 3] = ["import", "--storefront-host", STOREFRONT];

/// A product with other fields in place of those given as JSON text.
fn product(fields: &str) -> String {
    let rest = r#""name": "P", "fullName": "P", "url": null, "isActive": true, "typeId": 5"#;
    format!("{{\"type\": \"product\", {fields}, {rest}}}")
}

fn offer(fields: &str) -> String {
    format!(r#"{{"type": "offer", "stockNumber": "PMP-001", {fields}}}"#)
}

fn section(id: i64, source: i64, parent: i64) -> String {
    format!(
        r#"{{"type": "section", "hierarchyId": {id}, "sourceId": {source}, "parentHierarchyId": {parent}, "name": "S", "url": null, "isActive": true}}"#
    )
}

/// A good record, so that the error is on the second line.
const GOOD: &str = r#"{"type": "warehouse", "id": "west", "name": "West"}"#;

/// Every kind of bad line and its messages, without the name of the file.
fn bad_lines() -> Vec<(Vec<u8>, Vec<&'static str>)> {
    let linked = |source: i64, number: &str| {
        product(&format!(r#""sourceId": {source}, "stockNumber": "{number}", "sections": [1042]"#))
    };
    let both = |one: String, two: String| format!("{one}\n{two}");
    let deep = format!(r#"{{"type": "warehouse", "id": {}"#, "[".repeat(100_000));
    let texts: Vec<(String, Vec<&'static str>)> = vec![
        (offer(r#""retail": NaN"#), vec![":2: not valid JSON: expected value, column"]),
        (offer(r#""retail": 1e400"#), vec![":2: /retail: a price must be below 100000000000 (10^11)"]),
        (offer(r#""retail": 1.00001"#), vec![":2: /retail: a price must have at most 4 decimals"]),
        (offer(r#""retail": 1, "retail": 2"#), vec![":2: /retail: is given twice"]),
        (offer(r#""levels": {"a": 1, "a": 2}"#), vec![":2: /levels/a: is given twice"]),
        (offer(r#""sael": true"#), vec![":2: /sael: unknown field, did you mean `sale`?"]),
        (section(7, 7, 7), vec![":2: /parentHierarchyId: the chain of parents loops: 7 > 7"]),
        (
            both(section(7, 7, 8), section(8, 8, 7)),
            vec![":2: /parentHierarchyId: the chain of parents loops: 7 > 8 > 7"],
        ),
        (section(7, 7, 77), vec![":2: /parentHierarchyId: section 77 is neither in the input nor in the store"]),
        (section(7, 88_000, 1000), vec![":2: /sourceId: source id 88000 is that of section 1000"]),
        (
            both(linked(1, "X"), linked(2, "X")),
            vec![":3: /stockNumber: a second record about the product of bad.ndjson:2"],
        ),
        (
            both(linked(1, "X"), linked(1, "Y")),
            vec![":3: /sourceId: source id 1 is already that of the product of bad.ndjson:2"],
        ),
        (
            product(r#""sourceId": 1, "stockNumber": "X", "sections": [99]"#),
            vec![":2: /sections/0: section 99 is neither in the input nor in the store"],
        ),
        (deep, vec![":2: "]),
        ("[{}]".to_owned(), vec![":2: one object a line: this line is an array"]),
        (
            both("{".to_owned(), offer(r#""retail": -1"#)),
            vec![":2: one object a line: this line opens an object", ":3: /retail: a price must not be negative"],
        ),
    ];
    let mut cases: Vec<(Vec<u8>, Vec<&'static str>)> =
        texts.into_iter().map(|(text, expected)| (text.into_bytes(), expected)).collect();
    cases.push((
        b"{\"type\": \"warehouse\", \"id\": \"\xff\"}".to_vec(),
        vec![":2: not valid UTF-8 after 29 bytes of the line"],
    ));
    cases
}

fn assert_rejected(outcome: &Outcome, file: &str, expected: &[&str]) {
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{expected:?}: {outcome:?}");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), expected.len() + 1, "{expected:?}: {outcome:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(&format!("{file}{expected}")), "{expected}: {line}");
    }
    assert_eq!(lines.last(), Some(&"catalog: the input was rejected; nothing was written"));
}

fn assert_nothing_was_written(sandbox: &Sandbox) {
    let again = sandbox.import(CATALOG);
    let report: Value = serde_json::from_str(again.stdout.lines().last().unwrap()).unwrap();
    assert_eq!((report["revision"].as_i64(), report["changed"].as_bool()), (Some(1), Some(false)), "{again:?}");
}

#[test]
fn every_bad_line_is_reported_by_file_line_and_field() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        for (line, expected) in bad_lines() {
            let bytes = [GOOD.as_bytes(), b"\n", &line, b"\n"].concat();
            std::fs::write(sandbox.path("bad.ndjson"), bytes).unwrap();
            let outcome = sandbox.run(&[&IMPORT[..], &["bad.ndjson"]].concat());
            assert_rejected(&outcome, "bad.ndjson", &expected);
        }
        assert_nothing_was_written(&sandbox);
    }
}

#[test]
fn a_truncated_file_is_reported_by_name() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let mut text = String::new();
    (0..2_000).for_each(|at| {
        writeln!(text, r#"{{"type": "warehouse", "id": "w{at}", "name": "{}"}}"#, at * 7_919).unwrap();
    });
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstandard = zstd::stream::encode_all(text.as_bytes(), 1).unwrap();
    let damage = ": the compressed file is cut off or damaged in or before this line";
    for (name, bytes, expected) in [
        ("cut.ndjson.gz", gzip[..gzip.len() / 2].to_vec(), damage),
        ("tail.ndjson.gz", gzip[..gzip.len() - 4].to_vec(), damage),
        ("cut.ndjson.zst", zstandard[..zstandard.len() / 2].to_vec(), damage),
    ] {
        std::fs::write(sandbox.path(name), bytes).unwrap();
        let outcome = sandbox.run(&[&IMPORT[..], &[name]].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{name}: {outcome:?}");
        let first = outcome.stderr.lines().next().unwrap();
        assert!(first.starts_with(&format!("{name}:")) && first.contains(expected), "{name}: {first}");
    }
    assert_nothing_was_written(&sandbox);
}

#[test]
fn html_of_any_depth_is_read_and_too_much_of_it_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let import = |html: &str| {
        let record = serde_json::json!({"stockNumber": "PMP-001", "documentationHtml": html, "softwareHtml": null});
        sandbox.run_with_input(&["import-resources", "--dry-run", "-"], &record.to_string())
    };
    for nested in ["<div>", "<a href=x>", "<p a", "<!--", "<![CDATA[", "<script>"] {
        let outcome = import(&format!("<a href='/m.pdf'>M</a>{}", nested.repeat(10_000)));
        assert_eq!(outcome.code, Some(0), "{nested}: {outcome:?}");
        assert!(outcome.stdout.contains("\"updated\": 1"), "{nested}: {outcome:?}");
    }
    let many: String = (0..1_001).map(|at| format!("<a href=/{at}>x</a>")).collect();
    for (html, problem) in [
        ("x".repeat((1 << 20) + 1), "-:1: /documentationHtml: is longer than 1048576 bytes"),
        (many, "-:1: /documentationHtml: has more than 1000 links"),
    ] {
        let outcome = import(&html);
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert_eq!(outcome.stderr.lines().next(), Some(problem));
    }
}

/// The peak memory of the process so far, in bytes.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[test]
fn a_line_of_a_gigabyte_is_refused_without_being_buffered_or_read_to_its_end() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let mut command = sandbox.command(&[&IMPORT[..], &["-"]].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (chunk, mut written, mut peak) = (vec![b'x'; 1 << 20], 0_u64, 0);
    while written < 1 << 30 && input.write_all(&chunk).is_ok() {
        written += chunk.len() as u64;
        peak = peak_memory(&child).unwrap_or(0).max(peak);
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.starts_with("-:1: the line is longer than 16777216 bytes\n"), "{printed}");
    assert!(written < 512 << 20, "{written} bytes were read");
    assert!(peak > 0 && peak < 256 << 20, "{peak} bytes of memory");
    assert_nothing_was_written(&sandbox);
}
