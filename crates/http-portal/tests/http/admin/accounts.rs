//! The list of accounts and the page of one.

use crate::test_portal::{TestPortal, profile};
use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::pricing::{PriceLevel, Role};

#[actix_web::test]
async fn accounts_are_found_by_any_of_their_texts_and_in_pages() {
    for portal in TestPortal::administered_on_all() {
        for number in 0..60 {
            let status = if number % 2 == 0 { AccountStatus::Pending } else { AccountStatus::Disabled };
            let company = format!("ЗАВОД {number:02}");
            portal.insert(AccountProfile { status, company, ..profile(&format!("u{number:02}")) }, false);
        }
        let mut admin = portal.signed_in("admin").await;
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
    let mut admin = portal.signed_in("admin").await;
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
        for markup in ["<script>", "<img src=x", "<no>", "<b>\u{202e}"] {
            assert!(!page.has(markup), "{markup} on {path}");
        }
    }
    let page = admin.get(&format!("/portal/admin/accounts/{active}")).await;
    assert!(
        page.has("<bdi>&#34;&gt;&#60;script") || page.has("<bdi>&quot;&gt;&lt;script") || page.has("script&#62;"),
        "{}",
        page.body
    );
}

#[actix_web::test]
async fn administrators_cannot_lock_themselves_out() {
    let portal = TestPortal::administered();
    let mut admin = portal.signed_in("admin").await;
    admin.get("/portal/admin/accounts/1").await;
    for (path, fields) in [
        ("/portal/admin/accounts/1/disable", &[][..]),
        ("/portal/admin/accounts/1", &[("price_level", "Розн"), ("role", "user")]),
    ] {
        let page = admin.submit(path, fields).await;
        assert!(page.status == 400, "{path}: {page:?}");
        assert!(page.has("ask another administrator"), "{path}: {page:?}");
    }
    assert_eq!(portal.account("admin").profile.role, Role::Administrator);
    assert!(portal.account("admin").is_active());
}
