//! No text of portal and mail is outside the files, and the files say the same in every language.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A message of a file: its key, and the names of its arguments.
type Messages = BTreeMap<String, BTreeSet<String>>;

/// The folders whose code writes texts.
const USERS: &[&str] =
    &["http-portal/src", "http-portal/templates", "catalog-app/src", "mail/src", "localization/src", "server/src"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(files(&entry));
        } else {
            let text = fs::read_to_string(&entry).unwrap();
            found.push((entry, text));
        }
    }
    found.sort();
    found
}

fn messages(language: &str) -> Messages {
    let mut messages = Messages::new();
    let mut key = String::new();
    for (path, text) in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("messages").join(language)) {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" =").filter(|(name, _)| is_key(name)) {
                name.clone_into(&mut key);
                assert!(messages.insert(key.clone(), BTreeSet::new()).is_none(), "{path:?} has {key} again");
            }
            let names = line.split('$').skip(1).map(|rest| rest.split([' ', '}']).next().unwrap().to_owned());
            names.for_each(|name| {
                messages.get_mut(&key).unwrap().insert(name);
            });
        }
    }
    messages
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// What stands between double quotes in the code, and could be a key.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|piece| is_key(piece))
}

#[test]
fn every_language_has_the_same_texts_with_the_same_arguments() {
    let (english, russian) = (messages("en"), messages("ru"));
    for (key, arguments) in &english {
        assert_eq!(russian.get(key), Some(arguments), "{key} in Russian");
    }
    for key in russian.keys() {
        assert!(english.contains_key(key), "{key} is in Russian only");
    }
}

#[test]
fn every_text_is_used_and_every_key_in_a_template_is_in_the_files() {
    let messages = messages("en");
    let mut unused: BTreeSet<&str> = messages.keys().map(String::as_str).collect();
    for (path, text) in USERS.iter().flat_map(|folder| files(&crates().join(folder))) {
        quoted(&text).for_each(|key| {
            unused.remove(key);
        });
        for (before, after) in text.match_indices("\"|").map(|(at, _)| text.split_at(at)) {
            let key = before.rsplit('"').next().unwrap();
            let is_text = ["\"|text", "\"|html", "\"|with("].iter().any(|filter| after.starts_with(filter));
            assert!(!is_text || messages.contains_key(key), "{path:?} uses {key}");
        }
        for key in text.split("Message::new(\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(messages.contains_key(key), "{path:?} uses {key}");
        }
    }
    assert_eq!(unused, BTreeSet::new(), "texts that nothing uses");
}
