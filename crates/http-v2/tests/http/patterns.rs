//! The patterns of the documents in the languages of expressions that generated clients have: RE2's (Go) and PCRE
//! (PHP), both of which compare bytes unless they are told otherwise.

use regex::bytes::RegexBuilder;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a pattern for texts of any kind has to take in the place of the first one.
const ODD: [&str; 5] = ["(5)", "А-1", "№5", "😀", "\u{a0}é\u{2028}"];

fn patterns() -> BTreeSet<String> {
    let mut patterns = BTreeSet::new();
    for name in ["v2", "v2-3.0", "v1"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../openapi/{name}.json"));
        collect(&serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap(), &mut patterns);
    }
    patterns
}

fn collect(value: &Value, patterns: &mut BTreeSet<String>) {
    for (name, field) in value.as_object().into_iter().flatten() {
        match field {
            Value::String(pattern) if name == "pattern" => drop(patterns.insert(pattern.clone())),
            _ => collect(field, patterns),
        }
    }
    value.as_array().into_iter().flatten().for_each(|item| collect(item, patterns));
}

/// The texts that a pattern has to take: those of any kind where it takes one of them, alone or in a choice of a
/// filter.
fn texts_of(is_match: impl Fn(&str) -> bool) -> Vec<String> {
    let forms: [fn(&str) -> String; 2] = [str::to_owned, |text| format!("{text}:{text}")];
    forms.iter().filter(|form| is_match(&form(ODD[0]))).flat_map(|form| ODD.map(form)).collect()
}

#[test]
fn every_pattern_takes_texts_of_any_language_as_bytes_in_the_syntax_of_re2() {
    let mut checked = 0;
    for pattern in patterns() {
        // RE2 knows neither; the crate does.
        assert!(!pattern.contains("\\u") && !pattern.contains("\\p"), "{pattern}");
        let expression = RegexBuilder::new(&pattern).unicode(false).build().unwrap();
        for text in texts_of(|text| expression.is_match(text.as_bytes())) {
            assert!(expression.is_match(text.as_bytes()), "{pattern} refuses {text}");
            checked += 1;
        }
        assert!(!expression.is_match(b"a\x01b"), "{pattern} takes a control character");
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn every_pattern_takes_texts_of_any_language_as_bytes_in_pcre() {
    if matches_pcre("^a$", "a") != Ok(true) {
        assert!(std::env::var_os("CI").is_none(), "grep -P is not there");
        eprintln!("SKIPPED: grep -P is not there, so no pattern was tried in PCRE");
        return;
    }
    let mut checked = 0;
    for pattern in patterns() {
        for text in texts_of(|text| matches_pcre(&pattern, text).unwrap()) {
            assert_eq!(matches_pcre(&pattern, &text), Ok(true), "{pattern}, {text}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

/// Whether PCRE finds `text` to match `pattern`, byte by byte; the error of a pattern that it does not know.
fn matches_pcre(pattern: &str, text: &str) -> Result<bool, String> {
    let mut grep = Command::new("grep");
    grep.args(["-P", "-z", "-q", "-e", pattern]).env("LC_ALL", "C");
    let grep = grep.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut grep = grep.map_err(|error| error.to_string())?;
    // It may have ended already, with the error that is read below.
    let _ = grep.stdin.take().unwrap().write_all(text.as_bytes());
    let output = grep.wait_with_output().unwrap();
    match output.status.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
