//! Makes pages of the guides in `docs/`: what the portal serves is what the repository has.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::path::Path;
use std::{env, fs, io};

/// The guides, in the order of their list. Links to other documents are left out.
const GUIDES: [&str; 10] = [
    "first-afternoon",
    "contract",
    "sync-guide",
    "search",
    "mirror",
    "limits",
    "import-format",
    "imports-over-http",
    "accounts",
    "migrating-from-v1",
];

/// The pages for people who use the portal, in its languages: the name of a page, its file, and the language.
const FOR_PEOPLE: [(&str, &str, &str); 4] = [
    ("for-buyers", "for-buyers", "English"),
    ("for-buyers", "for-buyers.ru", "Russian"),
    ("for-administrators", "for-administrators", "English"),
    ("for-administrators", "for-administrators.ru", "Russian"),
];

fn main() -> io::Result<()> {
    let made = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut list = String::from("const GUIDES: &[Guide] = &[\n");
    let for_people = FOR_PEOPLE
        .map(|(name, file, language)| (name, file, format!("Some(catalog_domain::values::Language::{language})")));
    for (name, file, language) in GUIDES.map(|name| (name, name, "None".to_owned())).into_iter().chain(for_people) {
        let source = format!("../../docs/{file}.md");
        println!("cargo::rerun-if-changed={source}");
        let text = fs::read_to_string(&source)?;
        let page = Path::new(&made).join(format!("{file}.html"));
        fs::write(&page, page_of(&text))?;
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
        list.push_str(&format!(
            "    Guide {{ name: {name:?}, title: {title:?}, html: include_str!({page:?}), language: {language} }},\n"
        ));
    }
    list.push_str("];\n");
    fs::write(Path::new(&made).join("guides.rs"), list)
}

/// The guide without its first heading, which is the page's title, and without diagrams.
fn page_of(text: &str) -> String {
    let mut page = String::new();
    html::push_html(&mut page, body(text).into_iter());
    let (table, code) =
        (r#"<div class="table-wrap" tabindex="0"><table class="table">"#, r#"<pre class="code" tabindex="0">"#);
    page.replace("<table>", table).replace("</table>", "</table></div>").replace("<pre>", code)
}

fn body(text: &str) -> Vec<Event<'_>> {
    let events: Vec<_> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut retained = Vec::with_capacity(events.len());
    let mut left_out = None;
    for (position, event) in events.iter().enumerate() {
        match (&left_out, event) {
            (Some(until), Event::End(end)) if until == end => left_out = None,
            (Some(_), _) => {}
            (None, Event::Start(tag)) if is_left_out(tag) => left_out = Some(tag.to_end()),
            (None, Event::Start(Tag::Heading { level, classes, attrs, .. })) => {
                let id = Some(anchor(&events[position..]).into());
                let heading = Tag::Heading { level: *level, id, classes: classes.clone(), attrs: attrs.clone() };
                retained.push(Event::Start(heading));
            }
            (None, Event::Start(Tag::Link { link_type, dest_url, title, id })) => match target(dest_url) {
                Some(dest_url) => {
                    let (title, id) = (title.clone(), id.clone());
                    retained.push(Event::Start(Tag::Link { link_type: *link_type, dest_url, title, id }));
                }
                None => retained.push(Event::InlineHtml("<span>".into())),
            },
            (None, Event::End(TagEnd::Link)) => retained.push(link_end(&retained)),
            (None, event) => retained.push(event.clone()),
        }
    }
    retained
}

/// What ends the link that was opened last.
fn link_end<'a>(retained: &[Event<'_>]) -> Event<'a> {
    let is_text = |event: &&Event<'_>| matches!(event, Event::InlineHtml(text) if &**text == "<span>");
    let opened = retained.iter().rev().find(|event| is_text(event) || matches!(event, Event::Start(Tag::Link { .. })));
    if opened.as_ref().is_some_and(is_text) { Event::InlineHtml("</span>".into()) } else { Event::End(TagEnd::Link) }
}

fn is_left_out(tag: &Tag<'_>) -> bool {
    match tag {
        Tag::Heading { level, .. } => *level == pulldown_cmark::HeadingLevel::H1,
        Tag::CodeBlock(CodeBlockKind::Fenced(language)) => &**language == "mermaid",
        Tag::Image { .. } => true,
        _ => false,
    }
}

/// The anchor of the heading that `events` begin with, as code hosts make it from the text.
fn anchor(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let texts = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_lowercase()),
        _ => None,
    });
    let retained = texts.collect::<String>().replace(' ', "-");
    retained.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

/// Where a link leads: on the page, to another guide, or to another host. `None`: to a document that is not served.
fn target<'a>(address: &CowStr<'a>) -> Option<CowStr<'a>> {
    if address.starts_with('#') || address.contains("://") {
        return Some(address.clone());
    }
    let (document, anchor) = address.split_once('#').map_or((&**address, None), |(path, anchor)| (path, Some(anchor)));
    let name = document.strip_suffix(".md").filter(|name| GUIDES.contains(name))?;
    let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
    Some(format!("/portal/help/{name}{anchor}").into())
}
