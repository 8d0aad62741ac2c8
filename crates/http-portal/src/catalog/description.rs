//! Descriptions of products: HTML of the source, as HTML that is safe to show.

use ammonia::{Builder, UrlRelative, is_html};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The most bytes of a description that are shown: HTML of that length takes half a second at worst.
pub(super) const MOST_BYTES: usize = 64 * 1_024;

/// Paragraphs, lists, tables, emphasis and links.
const ELEMENTS: [&str; 31] = [
    "p",
    "div",
    "br",
    "hr",
    "blockquote",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "sub",
    "sup",
    "small",
    "a",
    "code",
    "pre",
];

/// Headings become paragraphs with emphasis: the outline of the page is its own.
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// What holds no text for people.
const WITHOUT_TEXT: [&str; 8] = ["script", "style", "title", "template", "textarea", "noscript", "svg", "math"];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::empty();
    let attributes = |names: &[&'static str]| names.iter().copied().collect::<HashSet<_>>();
    let spans = ["colspan", "rowspan"];
    cleaner
        .tags(ELEMENTS.into_iter().chain(HEADINGS).collect())
        .clean_content_tags(WITHOUT_TEXT.into_iter().collect())
        .tag_attributes(HashMap::from([
            ("a", attributes(&["href"])),
            ("td", attributes(&spans)),
            ("th", attributes(&spans)),
        ]))
        .url_schemes(HashSet::from(["http", "https"]))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("nofollow noreferrer noopener"));
    cleaner
});

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Description {
    /// Safe to be part of a page.
    pub(super) html: String,
    /// Whether it is text without any element, whose lines are as it has them.
    pub(super) is_plain: bool,
    pub(super) is_cut: bool,
}

impl Description {
    pub(super) fn new(source: &str) -> Self {
        let shown = &source[..source.floor_char_boundary(MOST_BYTES)];
        let mut html = CLEANER.clean(shown).to_string();
        // What was cleaned has these tags exactly so, and no other `<`.
        for heading in HEADINGS {
            html =
                html.replace(&format!("<{heading}>"), "<p><strong>").replace(&format!("</{heading}>"), "</strong></p>");
        }
        Self { html, is_plain: !is_html(shown), is_cut: shown.len() < source.len() }
    }
}

#[cfg(test)]
mod tests;
