//! The guides.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use std::collections::BTreeMap;

const LIST: &str = "/portal/help";

fn after<'a>(page: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

#[actix_web::test]
async fn every_guide_is_a_page_and_every_link_in_it_leads_somewhere() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    let list = browser.get(LIST).await.body;
    let mut pages = BTreeMap::new();
    for path in after(&list, "<li><a href=\"") {
        pages.insert(path.to_owned(), browser.get(path).await.body);
    }
    for name in ["first-afternoon", "contract", "sync-guide", "limits"] {
        assert!(pages.contains_key(&format!("{LIST}/{name}")), "{name}");
    }
    for (path, page) in &pages {
        for unmade in ["```", "](", ".md\""] {
            assert!(!page.contains(unmade), "{unmade:?} in {path}");
        }
        for link in after(page, "href=\"").filter(|link| link.starts_with('#') || link.starts_with(&format!("{LIST}/")))
        {
            let (target, anchor) = link.split_once('#').unwrap_or((link, "content"));
            let target = if target.is_empty() { path } else { target };
            let page = pages.get(target).unwrap_or_else(|| panic!("{path} links {link}"));
            assert!(page.contains(&format!("id=\"{anchor}\"")), "{path} links {link}");
        }
    }
}

#[actix_web::test]
async fn guides_name_the_server_that_was_asked_and_the_first_afternoon_needs_a_key_only() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    let first = browser.get("/portal/help/first-afternoon").await;
    first.shows(&["http://shop.example/portal/keys\"", "CATALOG_KEY"]);
    first.hides(&["cargo", "repository", "assword"]);
    for guide in [first, browser.get("/portal/help/sync-guide").await] {
        guide.shows(&["BASE=http://shop.example\n"]);
        guide.hides(&["127.0.0.1"]);
    }
}

#[actix_web::test]
async fn people_who_are_signed_in_keep_their_navigation() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    let link = "href=\"/portal/catalog\"";
    for path in [LIST, "/portal/help/contract"] {
        assert!(!browser.get(path).await.body.contains(link), "{path}");
    }
    let mut browser = Browser::of(&portal, "user").await;
    for path in [LIST, "/portal/help/contract"] {
        assert!(browser.get(path).await.body.contains(link), "{path}");
    }
    assert_eq!(browser.get("/portal/help/portal").await.status, 404);
}

#[actix_web::test]
async fn people_get_help_in_their_language_in_few_words_and_the_navigation_leads_there() {
    let portal = TestPortal::administered();
    for (user, name, english, russian) in [
        ("buyer", "for-buyers", "Help for buyers", "Справка для покупателя"),
        ("admin", "for-administrators", "Help for administrators", "Справка для администратора"),
    ] {
        let path = format!("{LIST}/{name}");
        let mut browser = Browser::of(&portal, user).await;
        browser.get("/portal").await.shows(&[&format!("<a href=\"{path}\">Help</a>")]);
        for (language, title) in [("en", english), ("ru", russian)] {
            browser.submit("/portal/language", &[("language", language), ("next", "/portal")]).await;
            browser.get(LIST).await.shows(&[&format!("<a href=\"{path}\">{title}</a>")]);
            let page = browser.get(&path).await.body;
            let article = page.split_once("<article class=\"guide\"").unwrap().1.split_once("</article>").unwrap().0;
            assert!(article.starts_with(&format!(" lang=\"{language}\">\n<h1>{title}</h1>")), "{article}");
            let text: String =
                article.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text)).collect();
            let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
            assert!((200..=600).contains(&words), "{path} {language}: {words}");
        }
    }
}
