//! Links between pages, and citations of pages in sources, documents and OpenAPI texts, lead somewhere.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Folders that the repository does not have: they are built or downloaded.
const BUILT: [&str; 7] = ["target", "build", "node_modules", "generated", "dist", "data", "__pycache__"];

fn texts() -> Vec<(PathBuf, String)> {
    let (mut texts, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = folder.join(&name);
            let file = root().join(&path);
            if name.starts_with('.') || BUILT.contains(&&*name) {
                continue;
            }
            if file.is_dir() {
                folders.push(path);
            } else if let Ok(text) = String::from_utf8(fs::read(file).unwrap()) {
                texts.push((path, text));
            }
        }
    }
    texts
}

/// A page, or another file, and an anchor in it. Both are empty where the text itself, or no anchor, is meant.
type Citation<'a> = (&'a str, &'a str);

/// Links to pages of a server, which the test of those follows, are left out.
fn links(page: &str) -> impl Iterator<Item = Citation<'_>> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let own = targets.filter(|target| !target.contains("://") && !target.starts_with("/portal/"));
    own.map(|target| target.split_once('#').unwrap_or((target, "")))
}

/// The pages of the documentation that a text names by their path from the root on.
fn citations(text: &str) -> impl Iterator<Item = Citation<'_>> {
    let is_name = |each: char| each.is_ascii_alphanumeric() || "-_/.".contains(each);
    text.match_indices("docs/").filter_map(move |(at, _)| {
        let path = text_while(&text[at..], is_name);
        let page = &path[..path.find(".md")? + ".md".len()];
        let anchor = text[at + page.len()..].strip_prefix('#').unwrap_or_default();
        Some((page, text_while(anchor, |each| each.is_ascii_alphanumeric() || "-_".contains(each))))
    })
}

fn text_while(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|each| !belongs(each)).unwrap_or(text.len())]
}

/// The anchors of a page: its headings' and those that it sets itself, as often as it has them.
fn anchors(page: &str) -> Vec<String> {
    let explicit = page.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned);
    let texts = page.split("\n```").step_by(2);
    let headings = texts.flat_map(str::lines).filter(|line| line.starts_with('#'));
    explicit.chain(headings.map(|heading| slug(heading.trim_start_matches('#').trim()))).collect()
}

fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|each| each.is_alphanumeric() || " -_".contains(*each));
    kept.map(|each| if each == ' ' { '-' } else { each }).flat_map(char::to_lowercase).collect()
}

#[test]
fn every_link_and_every_citation_leads_to_a_file_and_to_one_anchor_in_it() {
    let mut dangling = Vec::new();
    for (path, text) in texts() {
        let is_page = path.extension().is_some_and(|extension| extension == "md");
        let folder = root().join(path.parent().unwrap());
        let linked = links(&text)
            .filter(|_| is_page)
            .map(|(file, anchor)| (if file.is_empty() { root().join(&path) } else { folder.join(file) }, anchor));
        for (file, anchor) in linked.chain(citations(&text).map(|(page, anchor)| (root().join(page), anchor))) {
            let is_anchor =
                || anchors(&fs::read_to_string(&file).unwrap()).iter().filter(|each| *each == anchor).count() == 1;
            if !file.exists() || !(anchor.is_empty() || is_anchor()) {
                dangling.push(format!("{}: {}#{anchor}", path.display(), file.display()));
            }
        }
    }
    assert_eq!(dangling, Vec::<String>::new());
}

/// Whether two words cite by number: a rule, or a part that is named in brackets or has a number of two levels.
fn is_numbered_citation(word: &str, number: &str) -> bool {
    let number = number.trim_end_matches(|each: char| !each.is_ascii_digit());
    let is_citation = match word.trim_start_matches('(') {
        "rule" | "rules" | "contract" => true,
        "part" | "parts" => word.starts_with('(') || number.contains('.'),
        _ => false,
    };
    is_citation && number.starts_with(|each: char| each.is_ascii_digit())
}

/// A number says nothing to readers who do not have the document, and changes with it. Pages are cited by their
/// anchors.
#[test]
fn no_text_cites_a_part_or_a_rule_by_its_number() {
    let mut numbered = Vec::new();
    for (path, text) in texts() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let cited = words.windows(2).filter(|pair| is_numbered_citation(pair[0], pair[1]));
        numbered.extend(cited.map(|pair| format!("{}: {pair:?}", path.display())));
    }
    assert_eq!(numbered, Vec::<String>::new());
}

#[test]
fn links_citations_and_anchors_are_found() {
    let page = "# One, `two` & three_4\n[a](b.md#c), [d](#e) and ![f](../g.png) but [h](https://i.example/#j)\n\
        ```sh\n# no heading\n```\n<a id=\"k\"></a>\n## L-m";
    assert_eq!(links(page).collect::<Vec<_>>(), [("b.md", "c"), ("", "e"), ("../g.png", "")]);
    assert_eq!(anchors(page), ["k", "one-two--three_4", "l-m"]);
    // The path is put together here, so that this file does not cite the pages itself.
    let text = ["See `", "a.md#b-c` or ", "d/e.md. And ", "f.txt, ", "g.md#h."].join("docs/");
    assert_eq!(
        citations(&text).map(|(page, anchor)| (page.strip_prefix("docs/").unwrap(), anchor)).collect::<Vec<_>>(),
        [("a.md", "b-c"), ("d/e.md", ""), ("g.md", "h")]
    );
}

#[test]
fn citations_by_number_are_told_from_other_numbers() {
    for (words, is_citation) in [
        ("(part 2.7).", true),
        ("(parts 3", true),
        ("part 2.11.", true),
        ("rule 4)", true),
        ("contract 7,", true),
        ("parts 10", false),
        ("part of", false),
        ("rule that", false),
    ] {
        let (word, number) = words.split_once(' ').unwrap();
        assert_eq!(is_numbered_citation(word, number), is_citation, "{words}");
    }
}
