//! No text of a page is in its template: texts are in the files of `localization`, which has a test of those.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that are the same in every language: names of programs, languages and formats, and the currency.
const NAMES: [&str; 7] = ["curl", "TypeScript", "Python", "USD", "v1", "CSV", "XLSX"];

const READ_ATTRIBUTES: [&str; 6] = ["aria-label", "aria-description", "placeholder", "title", "alt", "data-label"];

const CODE: [&str; 3] = ["code", "pre", "script"];

/// Every file below `folder`, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// `template` without its expressions and statements.
fn without_expressions(template: &str) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find("{{").into_iter().chain(rest.find("{%")).chain(rest.find("{#")).min() {
        let end = match &rest[start..start + 2] {
            "{{" => "}}",
            "{%" => "%}",
            _ => "#}",
        };
        text.push_str(&rest[..start]);
        rest = rest[start..].split_once(end).map_or("", |(_, rest)| rest);
    }
    text + rest
}

/// The words in `template` that are in no file of messages.
fn literal_words(template: &str) -> Vec<String> {
    let text = without_expressions(template);
    let mut words = Vec::new();
    let mut code: Option<&str> = None;
    for piece in text.split('<') {
        let (tag, content) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        match code {
            Some(open) if tag.starts_with('/') && open == name => code = None,
            None if CODE.contains(&name) && !tag.starts_with('/') => code = CODE.into_iter().find(|code| *code == name),
            _ => {}
        }
        for attribute in READ_ATTRIBUTES {
            for (start, _) in tag.match_indices(&format!(" {attribute}=\"")) {
                let value = &tag[start + attribute.len() + 3..];
                words.extend(words_of(value.split('"').next().unwrap_or_default()));
            }
        }
        if code.is_none() {
            words.extend(words_of(content));
        }
    }
    words
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.contains(char::is_alphabetic));
    words.filter(|word| !NAMES.contains(word)).map(str::to_owned).collect()
}

#[test]
fn words_of_a_template_and_of_what_is_read_aloud_are_found() {
    for (template, words) in [
        ("<h1>{{ title|text }}</h1>\n{% if a > b %}–{% endif %} 1, 2 · × USD", &[][..]),
        ("<p class=\"small\" lang=\"en\">Two words{# none #}</p>", &["Two", "words"]),
        ("<nav aria-label=\"Слово\" data-copy=\"id\"><a title=\"{{ \"x\"|text }} b\">", &["Слово", "b"]),
        ("<input placeholder=\"Find\" name=\"q\"><img alt=\"\" src=\"a.svg\">", &["Find"]),
        ("<pre class=\"code\"><code>GET {{ url }}</code></pre>after <code>curl -sS</code>", &["after"]),
    ] {
        assert_eq!(literal_words(template), words, "{template}");
    }
}

#[test]
fn no_text_of_a_page_is_outside_the_files_of_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    for path in files(&folder) {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let words = literal_words(&fs::read_to_string(&path).unwrap());
        assert!(words.is_empty(), "{name}: {words:?}");
    }
}
