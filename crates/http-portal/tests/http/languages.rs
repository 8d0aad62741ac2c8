//! In which language somebody reads, and by whose clock.

use crate::browser::Browser;
use crate::test_portal::{TestPortal, login};
use actix_web::test::TestRequest;
use catalog_domain::values::Language;

const SWITCH: &str = "/portal/language";

#[actix_web::test]
async fn a_visitor_reads_as_the_browser_prefers_until_the_switch_says_otherwise() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    for (accepted, lang, heading) in [("ru-RU,en;q=0.5", "ru", "Войти"), ("de", "en", "Sign in")] {
        let request = TestRequest::get().uri("/portal/sign-in").insert_header(("accept-language", accepted));
        let page = browser.send(request).await;
        assert_eq!((page.between("<html lang=\"", "\""), page.heading()), (Some(lang), heading));
        assert_eq!((page.header("vary"), page.header("cache-control")), ("Accept-Language, Cookie", "no-store"));
    }
    for (next, follows) in [
        ("/portal/register?a=b", "/portal/register?a=b"),
        ("/", "/"),
        ("//other.example", "/portal"),
        ("https://other.example/portal", "/portal"),
    ] {
        let switched = browser.fill_in("/portal/sign-in", SWITCH, &[("language", "ru"), ("next", next)]).await;
        assert_eq!((switched.status, switched.header("location")), (303, follows));
    }
    let page = browser.get("/portal/register?a=b").await;
    assert_eq!(page.heading(), "Запросить доступ");
    page.shows(&[r#"name="next" value="/portal/register?a=b""#, r#"value="en" lang="en">English"#]);
    assert_eq!(browser.get("/").await.heading(), "Каталог товаров");
    assert_eq!(browser.get("/portal/nothing").await.heading(), "Не найдено");
    let unknown = browser.fill_in("/portal/sign-in", SWITCH, &[("language", "de")]).await;
    assert_eq!((unknown.status, unknown.heading()), (400, "Не получилось"));
}

#[actix_web::test]
async fn a_choice_is_kept_with_the_account_on_every_browser() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        assert_eq!(browser.get("/portal").await.heading(), "Overview");
        let switched = browser.fill_in("/portal", SWITCH, &[("language", "ru"), ("next", "/portal")]).await;
        assert_eq!((switched.status, switched.header("location")), (303, "/portal"));
        assert_eq!(portal.account("user").profile.language, Some(Language::Russian));
        assert_eq!(browser.get("/portal").await.heading(), "Обзор");
        let mut elsewhere = Browser::of(&portal, "user").await;
        assert_eq!(elsewhere.get("/portal").await.heading(), "Обзор");
        assert_eq!(browser.get("/portal/products/nothing").await.heading(), "Не найдено");
    }
}

#[actix_web::test]
async fn a_request_for_access_sets_the_language_of_the_account() {
    let portal = TestPortal::new();
    let mut browser = Browser::new(&portal);
    browser.fill_in("/portal/sign-in", SWITCH, &[("language", "ru")]).await;
    let fields = [("email", &*login("new")), ("name", "Анна"), ("company", "Магазин")];
    let page = browser.fill_in("/portal/register", "/portal/register", &fields).await;
    assert_eq!(page.heading(), "Ваша заявка принята");
    assert_eq!(portal.account("new").profile.language, Some(Language::Russian));
}

#[actix_web::test]
async fn times_are_those_of_the_browsers_clock() {
    let portal = TestPortal::new();
    let mut browser = Browser::of(&portal, "user").await;
    for (zone, end) in [("0", "1 Feb 2026, 12:00 UTC"), ("180", "1 Feb 2026, 15:00 UTC+3"), ("x", "12:00 UTC")] {
        browser.cookies.insert("catalog-zone".into(), zone.into());
        let page = browser.fill_in("/portal", "/portal/token", &[]).await;
        assert!(page.has(end), "{zone}: {}", page.body);
    }
}

#[actix_web::test]
async fn administrators_read_their_pages_in_their_language() {
    let portal = TestPortal::administered();
    let mut browser = Browser::of(&portal, "admin").await;
    browser.fill_in("/portal", SWITCH, &[("language", "ru")]).await;
    for (path, heading, text) in [
        ("requests", "Заявки на доступ", "Заявок на доступ нет."),
        ("accounts", "Учётные записи", "2 учётные записи"),
        ("accounts/2", "Учётная запись", "действует"),
        ("imports", "Загрузки", "Опубликованные товары: "),
        ("imports/1", "Загрузка 1", "Предупреждения"),
        ("look?item=P-1", "Проверка видимости", "Опубликован: включён и относится к опубликованным разделам"),
        ("readers", "Использование API по учётным записям", "Запросов к API пока не было."),
        ("v1", "Использование API v1", "Запросов к v1 пока не было."),
        ("status", "Состояние", "Ревизия"),
    ] {
        let page = browser.get(&format!("/portal/admin/{path}")).await;
        assert_eq!((page.status, page.heading()), (200, heading), "{path}");
        assert!(page.has(text), "{path}: {}", page.body);
    }
}
