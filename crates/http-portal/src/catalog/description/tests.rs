//! Hostile and ordinary descriptions.

use super::*;

fn html(source: &str) -> String {
    Description::new(source).html
}

#[test]
fn paragraphs_lists_tables_emphasis_and_links_of_the_web_stay() {
    let rel = r#"rel="nofollow noreferrer noopener""#;
    for (source, shown) in [
        ("<p>All <b>about</b> it<br>5 &lt; 6</p>", "<p>All <b>about</b> it<br>5 &lt; 6</p>"),
        ("<ul><li>one<li>two</ul>", "<ul><li>one</li><li>two</li></ul>"),
        (
            "<table border=1><tr><td colspan=2 style='color:red'>x</table>",
            "<table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>",
        ),
        ("<h2 class=x>Use</h2>pumps", "<p><strong>Use</strong></p>pumps"),
        (
            "<a href='https://shop.example/a?b=1&amp;c' target=_blank>x</a>",
            &format!("<a href=\"https://shop.example/a?b=1&amp;c\" {rel}>x</a>"),
        ),
        ("<a href=/portal/sign-out>x</a><a href=//shop.example>y</a>", &format!("<a {rel}>x</a><a {rel}>y</a>")),
    ] {
        assert_eq!(html(source), *shown, "{source}");
    }
}

#[test]
fn nothing_else_of_a_source_is_left_and_never_a_tag_as_text() {
    for source in [
        "<script>alert(1)</script>",
        "<scr<script>ipt>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<p onclick=alert(1) style='position:fixed' id=content class=card>x",
        "<a href='javascript:alert(1)'>x</a><a href=' java\nscript:alert(1)'>y</a><a href='data:text/html,x'>z</a>",
        "<svg><script>alert(1)</script><a xlink:href='javascript:alert(1)'>x</a></svg>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<form action=https://evil.example><input name=password><button>Sign in</button></form>",
        "<iframe src=https://evil.example></iframe><object data=x></object><embed src=x>",
        "<style>body{display:none}</style><link rel=stylesheet href=x><base href=https://evil.example>",
        "<meta http-equiv=refresh content='0;url=https://evil.example'>",
        "<!--<p>--><![CDATA[<b>]]><?php echo 1 ?>",
        "</section></main></body><h1><script>1</h1>",
        "<h1 onclick=alert(1)><a name=form_token>x",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
        "<template><script>alert(1)</script></template><plaintext>",
        "<p hx-get=/portal/sign-out hx-trigger=load data-copy=token>x",
        "<<p>>&lt;script>",
        "\0<\0script>alert(1)",
    ] {
        let html = html(source);
        let tags = html.split('<').skip(1).map(|rest| rest.split_once('>').expect("a tag ends").0);
        for tag in tags {
            let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
            assert!(ELEMENTS.contains(&name), "{source}: {html}");
            let rest = &tag[tag.find(' ').unwrap_or(tag.len())..];
            assert!(["", r#" rel="nofollow noreferrer noopener""#].contains(&rest), "{source}: {html}");
        }
        assert!(!html.contains("alert") || !source.contains("<script>alert"), "{source}: {html}");
        assert_eq!(Description::new(&html).html, html, "{source}");
    }
}

#[test]
fn a_text_keeps_its_lines_and_an_endless_description_is_cut() {
    let text = Description::new("one\ntwo <5 & more");
    assert_eq!((&*text.html, text.is_plain, text.is_cut), ("one\ntwo &lt;5 &amp; more", true, false));
    let endless = Description::new(&"ж".repeat(MOST_BYTES));
    assert_eq!((endless.html.len(), endless.is_plain, endless.is_cut), (MOST_BYTES, true, true));
    assert!(Description::new(&format!("<p>{}", "ы".repeat(MOST_BYTES))).html.ends_with("</p>"));
    assert!(!Description::new("<p>x").is_plain);
}
