//! Which links are extracted from which HTML.

use super::*;
use crate::record::MAXIMUM_FRAGMENT_BYTES;
use proptest::prelude::*;

const PAGE: &str = "http://shop.example/products/pump/?x=1";

/// `title | description | url | type | bytes | size` of every link, `-` for what is missing.
fn shown(html: &str) -> Vec<String> {
    let page = PageUrl::parse(PAGE).unwrap();
    let optional = |text: &Option<Box<str>>| text.as_deref().unwrap_or("-").to_owned();
    let line = |link: &ResourceLink| {
        let bytes = link.size_bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
        let ResourceLink { title, description, url, file_type, size, .. } = link;
        format!("{title} | {} | {url} | {} | {bytes} | {}", optional(description), optional(file_type), optional(size))
    };
    extract_links(html, Some(&page)).iter().map(line).collect()
}

#[test]
fn links_are_read_with_the_text_beside_them() {
    for (html, expected) in [
        ("", vec![]),
        ("no link at all", vec![]),
        (
            r#"<ul><li><a href="https://d.example/m.pdf">Manual</a> (PDF, 2.3 MB)</li></ul>"#,
            vec!["Manual | - | https://d.example/m.pdf | PDF | 2411725 | 2.3 MB"],
        ),
        (
            r#"<li><a href="https://d.example/m.pdf">Manual</a> (PDF, 2,3&nbsp;МБ) &mdash; for the series&nbsp;X <b>only</b>.</li>"#,
            vec!["Manual | for the series X only. | https://d.example/m.pdf | PDF | 2411725 | 2,3 МБ"],
        ),
        (
            r#"<p>Firmware for controllers: <a href="https://d.example/get?id=5">download (ZIP 512 КБ)</a></p>"#,
            vec![
                "download (ZIP 512 КБ) | Firmware for controllers | https://d.example/get?id=5 | ZIP | 524288 | 512 КБ",
            ],
        ),
        // Two links in a block, or words on both sides: ambiguous.
        (
            r#"<p><a href="https://d.example/1">One</a> for A<br><a href="https://d.example/2">Two</a> for B</p>"#,
            vec!["One | - | https://d.example/1 | - | - | -", "Two | - | https://d.example/2 | - | - | -"],
        ),
        (
            r#"<p>See the <a href="https://d.example/1">manual</a> for details</p>"#,
            vec!["manual | - | https://d.example/1 | - | - | -"],
        ),
        // A dropped link counts as a link.
        (
            r#"<li><a href="https://d.example/1">One</a> <a href="ftp://d.example/1">mirror</a> for A</li>"#,
            vec!["One | - | https://d.example/1 | - | - | -"],
        ),
        // Another block's text is not this link's.
        (
            r#"<table><tr><td><a href="https://d.example/1">One</a></td><td>for A</td></tr></table><p>and B"#,
            vec!["One | - | https://d.example/1 | - | - | -"],
        ),
        // Sizes belong to the link before them, unless one precedes the first link.
        (
            r#"<p><a href="https://d.example/1.pdf">A</a> 2 MB, <a href="https://d.example/2.zip">B</a> (1 GB)</p>"#,
            vec![
                "A | - | https://d.example/1.pdf | PDF | 2097152 | 2 MB",
                "B | - | https://d.example/2.zip | ZIP | 1073741824 | 1 GB",
            ],
        ),
        (
            r#"<p>2 MB <a href="https://d.example/1.pdf">A</a> 3 MB <a href="https://d.example/2.zip">B</a></p>"#,
            vec!["A | - | https://d.example/1.pdf | PDF | - | -", "B | - | https://d.example/2.zip | ZIP | - | -"],
        ),
        (
            r#"<p><a href="https://d.example/1">Plans DWG</a>, 2 MB / 3 MB</p>"#,
            vec!["Plans DWG | - | https://d.example/1 | DWG | - | -"],
        ),
        // Broken and odd HTML.
        (
            r#"<LI><A HREF=https://d.example/a.PDF>A &amp; <i>B</i></LI><li>next"#,
            vec!["A & B | - | https://d.example/a.PDF | PDF | - | -"],
        ),
        (
            r#"<a href="https://d.example/1"><a href="https://d.example/2">two</a>"#,
            vec!["1 | - | https://d.example/1 | - | - | -", "two | - | https://d.example/2 | - | - | -"],
        ),
        (
            r#"<a href="https://d.example/x.zip"><img src=i.png alt="Driver"></a><script><a href="https://d.example/s">s</a></script>"#,
            vec!["Driver | - | https://d.example/x.zip | ZIP | - | -"],
        ),
        (r#"<!-- <a href="https://d.example/1">x</a> --><a name=x>anchor</a>"#, vec![]),
        (
            r#"<a href="https://d.example/" title=" Site "></a> <a href="https://e.example/"></a> <a href="https://d.example/%D0%B0.pdf"></a>"#,
            vec![
                "Site | - | https://d.example/ | - | - | -",
                "e.example | - | https://e.example/ | - | - | -",
                "а.pdf | - | https://d.example/%D0%B0.pdf | PDF | - | -",
            ],
        ),
        // Once each, at its first position.
        (
            r#"<p><a href="https://d.example/1">One</a></p><p><a href="https://D.example:443/1">Again</a> 1 MB</p>"#,
            vec!["One | - | https://d.example/1 | - | - | -"],
        ),
    ] {
        assert_eq!(shown(html), expected, "{html}");
    }
}

#[test]
fn only_public_web_addresses_are_links() {
    let page = Url::parse(PAGE).unwrap();
    for (address, expected) in [
        ("https://d.example/a b", Some("https://d.example/a%20b")),
        (" \n https://d.example/a\t", Some("https://d.example/a")),
        ("//cdn.example/x.pdf", Some("https://cdn.example/x.pdf")),
        ("/files/x.pdf", Some("http://shop.example/files/x.pdf")),
        ("x.pdf", Some("http://shop.example/products/pump/x.pdf")),
        ("../x.pdf#page=2", Some("http://shop.example/products/x.pdf#page=2")),
        ("HTTP://D.EXAMPLE:80/A", Some("http://d.example/A")),
        ("https://пример.рф/а", Some("https://xn--e1afmkfd.xn--p1ai/%D0%B0")),
        ("http://8.8.8.8/", Some("http://8.8.8.8/")),
        ("http://[2606:4700::1111]/", Some("http://[2606:4700::1111]/")),
        ("", None),
        ("#top", None),
        ("ftp://d.example/a", None),
        ("javascript:alert(1)", None),
        (" JaVaScRiPt:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("https://d.example/a\u{0}b", None),
        ("https://d.example/a\u{85}b", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("mailto:a@d.example", None),
        ("https://user@d.example/", None),
        ("https://user:secret@d.example/", None),
        ("https://:secret@d.example/", None),
        ("//user@d.example/", None),
        ("http://localhost/", None),
        ("http://LOCALHOST./", None),
        ("http://a.localhost/", None),
        ("http://intranet/", None),
        ("//server/share", None),
        ("http://nas.local/", None),
        ("http://127.0.0.1/", None),
        ("http://2130706433/", None),
        ("http://0x7f.1/", None),
        ("http://0.0.0.0/", None),
        ("http://10.1.2.3/", None),
        ("http://172.16.0.1/", None),
        ("http://192.168.1.1/", None),
        ("http://169.254.169.254/", None),
        ("http://100.64.0.1/", None),
        ("http://255.255.255.255/", None),
        ("http://[::1]/", None),
        ("http://[::]/", None),
        ("http://[::ffff:127.0.0.1]/", None),
        ("http://[64:ff9b::10.0.0.1]/", None),
        ("http://[2002:7f00:1::]/", None),
        ("http://[fd00::1]/", None),
        ("http://[fe80::1]/", None),
        ("http://", None),
        ("http://a..example/", None),
        ("http://a\".example/", None),
    ] {
        let found = public_url(address, Some(&page));
        assert_eq!(found.as_ref().map(Url::as_str), expected, "{address:?}");
    }
    assert_eq!(public_url("/files/x.pdf", None), None, "nothing to resolve it against");
    assert_eq!(public_url(&format!("https://d.example/{}", "a".repeat(2_100)), None), None);
}

#[test]
fn sizes_are_counted_in_1024_and_rounded_half_up() {
    for (text, expected) in [
        ("1 KB", Some(("1 KB", Some(1_024)))),
        ("1kb", Some(("1kb", Some(1_024)))),
        ("0,0005 КБ", Some(("0,0005 КБ", Some(1)))),
        ("0.0004 KB", Some(("0.0004 KB", Some(0)))),
        ("0.000488 KB", Some(("0.000488 KB", Some(0)))),
        ("0.5 кб", Some(("0.5 кб", Some(512)))),
        ("2.3 MB", Some(("2.3 MB", Some(2_411_725)))),
        ("12,75 Мб", Some(("12,75 Мб", Some(13_369_344)))),
        ("1.5 ГБ", Some(("1.5 ГБ", Some(1_610_612_736)))),
        ("999999999999 GB", Some(("999999999999 GB", None))),
        ("1 024 KB", None),
        ("2-3 MB", None),
        ("1 MB and 2 MB", None),
        ("1 MB, that is 1 MB", Some(("1 MB", Some(1_048_576)))),
        ("5 MBit", None),
        ("v1.5 MB", None),
        ("x5 MB", None),
        ("5 m", None),
        ("5", None),
        ("", None),
    ] {
        let found = Measures::beside(text).size;
        assert_eq!(found.as_ref().map(|size| (&*size.written, size.bytes)), expected, "{text}");
    }
}

#[test]
fn deep_and_long_html_is_read_in_time_that_grows_with_its_length() {
    let depth = 10_000;
    for tag in ["div", "b", "a", "table", "svg", "template", "li", "font", "a href=x"] {
        let nested = format!("{}<a href='https://d.example/1'>One</a>", format!("<{tag}>").repeat(depth));
        assert!(shown(&nested).iter().any(|line| line.starts_with("One | ")), "{tag}");
    }
    for broken in ["<", "<a ", "<a href=\"", "<!--", "&", "&#", "<a href=x>", "</", "<![CDATA["] {
        shown(&broken.repeat(20_000));
    }
}

/// A fragment of the maximum length, most of which is `piece` repeated.
fn full_of(before: &str, piece: impl Fn(usize) -> String, after: &str) -> String {
    let mut html = before.to_owned();
    for at in 0.. {
        let piece = piece(at);
        if html.len() + piece.len() + after.len() > MAXIMUM_FRAGMENT_BYTES {
            break;
        }
        html.push_str(&piece);
    }
    html + after
}

/// Each of these takes moments. With quadratic time each would take from minutes to hours: the test passes by ending.
#[test]
fn the_worst_html_of_full_length_is_read_in_time_that_grows_with_its_length() {
    let link = "<a href='https://d.example/m.pdf'>Manual</a>";
    let same = |text: &'static str| move |_| text.to_owned();
    let counted = |before: &'static str, after: &'static str| move |at| format!("{before}{at}{after}");
    let found = |html: String| extract_links(&html, PageUrl::parse(PAGE).ok().as_ref()).len();
    let size = MAXIMUM_FRAGMENT_BYTES / 2;
    for (title, html, links) in [
        ("attributes", full_of("<p", counted(" a", ""), &format!(">{link}")), 1),
        ("attributes of a link", full_of("<a href=https://d.example/", counted(" a", ""), ">Manual</a>"), 1),
        ("attributes with values", full_of("<p", counted(" a", "=\"'>x\""), &format!(">{link}")), 1),
        ("one attribute again and again", full_of("<p", same(" a=b"), &format!(">{link}")), 1),
        ("one long attribute", full_of("<p title='", same("x>"), &format!("'>{link}")), 1),
        ("a long address", full_of("<a href='", same("a/"), &format!("'>x</a>{link}")), 1),
        ("a long host", full_of("<a href='https://xn--", same("a9"), &format!("/'>x</a>{link}")), 1),
        ("dot segments", full_of("<a href='https://d.example/", same("a/../"), &format!("'>x</a>{link}")), 1),
        ("an open quote", full_of("<a href='", same("x<"), link), 0),
        ("an open comment", full_of(link, same("<!-- - "), link), 1),
        ("an open comment of dashes", full_of(&format!("{link}<!--"), same("--!"), link), 1),
        ("an open CDATA section", full_of(&format!("{link}<![CDATA["), same("]]"), ""), 1),
        ("an open script", full_of(&format!("{link}<script>"), same("</scrip <!--"), link), 1),
        ("an open title", full_of(&format!("{link}<title>"), same("&amp;</titl"), link), 1),
        ("numeric entities", full_of(link, same("&#x41;&#65"), ""), 1),
        ("an endless numeric entity", full_of(&format!("{link}&#"), same("1"), ""), 1),
        ("named entities", full_of(link, same("&notit;&CounterClockwiseContourIntegra"), ""), 1),
        ("sizes before a link", full_of("about ", same("1 KB "), link), 1),
        ("sizes behind a link", full_of(link, same(" 1 KB"), " it is"), 1),
        ("sizes in a link", full_of("<a href=x.pdf>the ", same("1 KB,"), "</a>"), 1),
        ("parentheses before a link", full_of("about ", same("(PDF) "), link), 1),
        ("open parentheses", full_of("about ", same("("), link), 1),
        ("closed parentheses", full_of("about ", same(")"), link), 1),
        ("kinds", full_of(link, same(" PDF"), ""), 1),
        ("numbers", full_of(link, same(" 1.1"), ""), 1),
    ] {
        assert_eq!(found(html), links, "{title}");
    }
    let text = format!("about {}", "long ".repeat(size / 5));
    let many = full_of(&text, counted("<a href=/", ">x</a>"), "");
    assert!(found(many) > 20_000, "many links behind a long text");
}

#[test]
fn statements_before_and_behind_a_text_are_taken_off_one_by_one() {
    for (text, rest) in [
        ("about it 1 KB, 2 KB (PDF) 3 KB", "about it"),
        ("about it 1 024 KB (PDF) 3 KB", "about it 1 024 KB (PDF) 3 KB"),
        ("about 1 KB of it (2 KB)", "about 1 KB of it"),
        ("(PDF, 2 KB) about it (3 KB) (ZIP)", "about it"),
        ("1 KB 2 KB", ""),
    ] {
        assert_eq!(Measures::strip(text).1, rest, "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange(html in "(<a href=\"?(https?:)?//[a-z.:@0-9]{0,12}|<[/a-z!-]{0,5}|[>\"' ]|&[a-z#]{0,4};?|[0-9.,]{1,4} ?[KMГБ]B?|.){0,60}") {
        for link in extract_links(&html, PageUrl::parse(PAGE).ok().as_ref()) {
            prop_assert!(link.url.starts_with("http://") || link.url.starts_with("https://"));
            prop_assert!(!link.title.is_empty());
            prop_assert!(PageUrl::parse(&link.url).is_ok());
            prop_assert!(!link.title.chars().any(char::is_control));
            prop_assert!(link.size_bytes.is_none_or(|bytes| bytes >= 0 && link.size.is_some()));
        }
    }
}
