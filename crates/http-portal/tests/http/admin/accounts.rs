//! The list of accounts and the page of one.

use crate::browser::{Browser, Page};
use crate::test_portal::{TestPortal, profile};
use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::ports::AccountEventKind;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::AccountId;

#[actix_web::test]
async fn accounts_are_found_by_any_of_their_texts_and_in_pages() {
    for portal in TestPortal::administered_on_all() {
        for number in 0..60 {
            let status = if number % 2 == 0 { AccountStatus::Pending } else { AccountStatus::Disabled };
            let company = format!("ЗАВОД {number:02}");
            portal.insert(AccountProfile { status, company, ..profile(&format!("u{number:02}")) }, false);
        }
        let mut admin = Browser::of(&portal, "admin").await;
        for (query, total, first, links) in [
            ("", 62, Some("admin@"), true),
            ("?page=3", 62, Some("u48@"), true),
            ("?page=4", 62, None, true),
            ("?status=pending", 30, Some("u00@"), true),
            ("?status=active", 2, Some("admin@"), false),
            ("?status=disabled&page=2", 30, Some("u51@"), true),
            ("?status=password-requested", 0, None, false),
            ("?q=%D0%B7%D0%B0%D0%B2%D0%BE%D0%B4", 60, Some("u00@"), true),
            ("?q=%D0%B7%D0%B0%D0%B2%D0%BE%D0%B4&page=3", 60, Some("u50@"), true),
            ("?q=U07%40shop", 1, Some("u07@"), false),
            ("?q=name+of+buyer", 1, Some("buyer@"), false),
            ("?q=2", 16, Some("buyer@"), false),
            ("?q=nobody", 0, None, false),
        ] {
            let page = admin.get(&format!("/portal/admin/accounts{query}")).await;
            assert_eq!(page.status, 200, "{query}");
            let found = page.between("</form>\n<p>", " account");
            assert_eq!(found, Some(&*total.to_string()), "{query}");
            let row = page.between("<td data-label=\"E-mail\">", "</td>");
            assert!(
                row.map(|row| first.is_some_and(|first| row.contains(first))).unwrap_or(first.is_none()),
                "{query}: {row:?}"
            );
            assert_eq!(page.has("aria-label=\"Pages\""), links, "{query}");
        }
        for bad in ["?page=0", "?page=x", "?page=1000001", "?status=x", &format!("?q={}", "x".repeat(201))] {
            assert_eq!(admin.get(&format!("/portal/admin/accounts{bad}")).await.status, 400, "{bad}");
        }
        assert_eq!(admin.get("/portal/admin/requests?page=0").await.status, 400);
        assert_eq!(admin.get("/portal/admin/requests?page=1000000").await.status, 200);
    }
}

/// The addresses of the listed accounts, without their host.
fn listed(page: &Page) -> Vec<String> {
    let rows = page.body.split("<td data-label=\"E-mail\">").skip(1);
    rows.map(|row| row.split("<bdi>").nth(1).unwrap().split('@').next().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn accounts_are_sorted_by_the_heads_of_their_columns() {
    for portal in TestPortal::administered_on_all() {
        for (user, company, status) in
            [("zoe", "яблоко", AccountStatus::Disabled), ("Max", "Ёлка", AccountStatus::Pending)]
        {
            portal.insert(AccountProfile { company: company.into(), status, ..profile(user) }, false);
        }
        let mut admin = Browser::of(&portal, "admin").await;
        for (query, order) in [
            ("", ["admin", "buyer", "zoe", "Max"]),
            ("?sort=-id", ["Max", "zoe", "buyer", "admin"]),
            ("?sort=email", ["admin", "buyer", "Max", "zoe"]),
            ("?sort=-email", ["zoe", "Max", "buyer", "admin"]),
            ("?sort=company", ["admin", "buyer", "zoe", "Max"]),
            ("?sort=status", ["admin", "buyer", "zoe", "Max"]),
            ("?sort=-role", ["Max", "zoe", "buyer", "admin"]),
            ("?sort=level", ["admin", "buyer", "zoe", "Max"]),
            ("?sort=name&q=shop", ["admin", "buyer", "Max", "zoe"]),
        ] {
            let page = admin.get(&format!("/portal/admin/accounts{query}")).await;
            assert_eq!(listed(&page), order, "{query}");
        }
        let page = admin.get("/portal/admin/accounts?sort=email&q=shop").await;
        let head = "aria-sort=\"ascending\"><a href=\"/portal/admin/accounts?q=shop&#38;sort=-email\">E-mail</a>";
        assert!(page.has(head), "{}", page.body);
        assert_eq!(admin.get("/portal/admin/accounts?sort=x").await.status, 400);
    }
}

#[actix_web::test]
async fn accounts_are_a_table_that_no_spreadsheet_computes() {
    for portal in TestPortal::administered_on_all() {
        let texts = AccountProfile { name: "=1+1".into(), company: "A; \"B\", C".into(), ..profile("eve") };
        portal.insert(texts, false);
        for number in 0..1_500 {
            portal.insert(AccountProfile { status: AccountStatus::Disabled, ..profile(&format!("u{number}")) }, false);
        }
        let mut admin = Browser::of(&portal, "admin").await;
        let table = admin.get("/portal/admin/accounts.csv?status=active&q=eve").await;
        assert_eq!((table.status, table.header("content-type")), (200, "text/csv; charset=utf-8"));
        let heads = "Account ID,E-mail,Name,Company,Phone,Status,Role,Price level,Configurator access,Created\r\n";
        let row = "3,eve@shop.example,'=1+1,\"A; \"\"B\"\", C\",,active,User,Розн,No,2026-01-31T12:00:00Z\r\n";
        assert_eq!(table.body, format!("{heads}{row}"));
        let all = admin.get("/portal/admin/accounts.csv").await;
        assert_eq!(all.body.lines().count(), 1_504);
        admin.fill_in("/portal", "/portal/language", &[("language", "ru")]).await;
        let russian = admin.get("/portal/admin/accounts.csv?q=eve").await.body;
        assert!(russian.starts_with("\u{feff}Номер;Эл. почта;Имя;"), "{russian}");
        assert!(russian.contains("'=1+1;\"A; \"\"B\"\", C\";;действует;"), "{russian}");
        assert_eq!(admin.get("/portal/admin/accounts.csv?status=x").await.status, 400);
    }
}

#[actix_web::test]
async fn several_accounts_are_changed_and_each_says_what_became_of_it() {
    const PATH: &str = "/portal/admin/accounts/selected";
    for portal in TestPortal::administered_on_all() {
        let (own, buyer) = (portal.account("admin").id.0, portal.account("buyer").id.0);
        let waiting = portal.add("waiting", Role::User, AccountStatus::Pending, false);
        let wholesale = AccountProfile { price_level: PriceLevel::new("Опт"), ..profile("wholesale") };
        let wholesale = portal.insert(wholesale, true);
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/accounts").await;
        let ids = [own, buyer, waiting, wholesale, 99].map(|id| id.to_string());
        let with = |action, level| -> Vec<(&str, &str)> {
            let accounts = ids.iter().map(|id| ("account", id.as_str()));
            accounts.chain([("action", action), ("price_level", level)]).collect()
        };
        let page = admin.submit(PATH, &with("level", "Опт")).await;
        page.shows(&["2 of 5 accounts were changed."]);
        for (row, outcome) in [
            ("admin@", "changed"),
            ("buyer@", "changed"),
            ("waiting@", "waiting for a decision"),
            ("wholesale@", "no change needed"),
            ("account 99", "no longer exists"),
        ] {
            let after = page.body.split(row).last().unwrap().split("</tr>").next().unwrap();
            assert!(after.contains(outcome), "{row}: {after}");
        }
        assert_eq!(portal.account("buyer").profile.price_level.name(), "Опт");
        let page = admin.submit(PATH, &with("disable", "")).await;
        page.shows(&["2 of 5 accounts were changed.", "ask another administrator"]);
        assert!(portal.account("admin").is_active() && !portal.account("buyer").is_active());
        let events = portal.store.account_events(AccountId(buyer)).unwrap();
        let changes = events.iter().filter(|event| matches!(event.kind, AccountEventKind::Changed(_))).count();
        assert_eq!(changes, 2, "{events:?}");
        for bad in [&with("level", "")[..], &with("level", "unknown"), &with("x", ""), &[("action", "disable")]] {
            assert_eq!(admin.submit(PATH, bad).await.status, 400, "{bad:?}");
        }
        let many: Vec<String> = (0..101).map(|id: i32| id.to_string()).collect();
        let many: Vec<(&str, &str)> =
            many.iter().map(|id| ("account", id.as_str())).chain([("action", "disable")]).collect();
        assert_eq!(admin.submit(PATH, &many).await.status, 400);
    }
}

#[actix_web::test]
async fn hostile_texts_are_shown_as_texts() {
    let portal = TestPortal::administered();
    let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>\u{202e}&amp;";
    let long = "x".repeat(10_000);
    for (user, text, status) in [
        ("pending", hostile, AccountStatus::Pending),
        ("active", hostile, AccountStatus::Active),
        ("long", &*long, AccountStatus::Pending),
    ] {
        let texts = AccountProfile {
            name: text.into(),
            company: text.into(),
            phone: Some(text.into()),
            comment: Some(text.into()),
            price_level: PriceLevel::new(text),
            status,
            ..profile(user)
        };
        portal.insert(texts, false);
    }
    let mut admin = Browser::of(&portal, "admin").await;
    let active = portal.account("active").id;
    let paths = [
        "/portal/admin/requests".to_owned(),
        "/portal/admin/accounts".to_owned(),
        format!("/portal/admin/accounts/{active}"),
        "/portal/admin/accounts?q=%22%3E%3Cscript%3E".to_owned(),
        "/portal/admin/status".to_owned(),
    ];
    for path in paths {
        let page = admin.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        page.hides(&["<script>", "<img src=x", "<no>", "<b>\u{202e}"]);
    }
    let page = admin.get(&format!("/portal/admin/accounts/{active}")).await;
    page.shows(&["<bdi>&#34;&#62;&#60;script&#62;"]);
}

#[actix_web::test]
async fn administrators_cannot_lock_themselves_out() {
    let portal = TestPortal::administered();
    let mut admin = Browser::of(&portal, "admin").await;
    admin.get("/portal/admin/accounts/1").await;
    for (path, fields) in [
        ("/portal/admin/accounts/1/disable", &[][..]),
        ("/portal/admin/accounts/1", &[("price_level", "Розн"), ("role", "user")]),
    ] {
        let page = admin.submit(path, fields).await;
        assert!(page.status == 400, "{path}: {page:?}");
        page.shows(&["ask another administrator"]);
    }
    assert_eq!(portal.account("admin").profile.role, Role::Administrator);
    assert!(portal.account("admin").is_active());
}

#[actix_web::test]
async fn an_account_is_erased_after_a_question_and_is_a_number_then() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let buyer = portal.account("buyer");
        let at = format!("/portal/admin/accounts/{}", buyer.id);
        admin.get(&at).await.shows(&["Erase it for good?"]);
        let erased = admin.submit(&format!("{at}/erase"), &[]).await;
        assert_eq!(erased.header("location"), format!("{at}?done=erased"));
        let page = admin.get(&format!("{at}?done=erased")).await;
        page.shows(&["nobody is behind it any more", "Account erased"]);
        page.hides(&[&buyer.profile.email, "Erase for good", "/enable"]);
        let erased = portal.store.find(buyer.id).unwrap().unwrap();
        assert!(erased.is_erased());
        // Of a page that was opened before.
        for (path, fields) in [
            (at.clone(), &[("role", "admin"), ("price_level", "Опт")][..]),
            (format!("{at}/enable"), &[]),
            (format!("{at}/disable"), &[]),
        ] {
            let refused = admin.submit(&path, fields).await;
            assert_eq!(refused.status, 400, "{path}: {}", refused.body);
            refused.shows(&["The account was erased and cannot be changed."]);
        }
        let selected = [("account", &*buyer.id.to_string()), ("action", "level"), ("price_level", "Опт")];
        admin.submit("/portal/admin/accounts/selected", &selected).await.shows(&["The account was erased"]);
        assert_eq!(portal.store.find(buyer.id).unwrap().unwrap().profile, erased.profile);
        let page = admin.submit("/portal/admin/accounts/1/erase", &[]).await;
        assert!(page.status == 400 && page.has("You cannot erase your own account"), "{}", page.body);
    }
}

#[actix_web::test]
async fn who_a_person_is_can_be_corrected_and_a_wrong_text_is_named() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let page = format!("/portal/admin/accounts/{}", portal.account("buyer").id);
        let form = format!("{page}/contact");
        let before = portal.account("buyer").profile;
        for (sent, expected) in [
            ([("name", " Ann B "), ("company", "Works"), ("phone", "")], ("Ann B", "Works", None)),
            ([("name", "Ann B"), ("company", ""), ("phone", "+1 2")], ("Ann B", "", Some("+1 2"))),
        ] {
            assert_eq!(admin.fill_in(&page, &form, &sent).await.status, 303);
            let (name, company, phone) = expected;
            let (name, company, phone) = (name.into(), company.into(), phone.map(Into::into));
            assert_eq!(portal.account("buyer").profile, AccountProfile { name, company, phone, ..before.clone() });
        }
        let wrong = admin.fill_in(&page, &form, &[("name", "a\u{200b}"), ("company", ""), ("phone", "")]).await;
        assert_eq!(wrong.status, 422);
        wrong.shows(&["<details open>", "id=\"name-error\""]);
        assert_eq!(portal.account("buyer").profile.name, "Ann B");
    }
}
