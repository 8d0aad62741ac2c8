//! What clients download.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use actix_web::test::TestRequest;
use http_portal::Downloads;
use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Arc;
use tempfile::TempDir;

const PROGRAM: &str = "catalog-client-x86_64-linux.tar.gz";

fn portal_with(files: &[(&str, &str)], client_url: Option<&str>) -> (TestPortal, TempDir) {
    let (mut portal, folder) = (TestPortal::new(), tempfile::tempdir().unwrap());
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let read = (!files.is_empty()).then(|| folder.path());
    portal.settings.downloads = Arc::new(Downloads::open(read, client_url.map(str::to_owned)).unwrap());
    (portal, folder)
}

#[actix_web::test]
async fn every_file_of_the_folder_is_listed_and_sent_and_nothing_else_is() {
    let long = "0123456789".repeat(20_000);
    let files = [
        (PROGRAM, &*long, "application/gzip", "The program catalog-client for Linux"),
        ("catalog-client_0.2.0_amd64.deb", "deb", "application/vnd.debian.binary-package", "sudo apt install ./"),
        ("catalog_client-0.2.0-py3-none-any.whl", "", "application/zip", "pip install http://shop.example/download/"),
        ("catalog_client-0.2.0.tar.gz", "sources", "application/gzip", "The same as sources"),
        ("catalog-client-0.2.0.tgz", "npm", "application/gzip", "npm install http://shop.example/download/"),
        ("SHA256SUMS", "0 a", "text/plain; charset=utf-8", "Checksums"),
    ];
    let hidden = [(".hidden", "x"), ("a b", "x"), ("a<b>", "x")];
    let made: Vec<_> = files.iter().map(|(name, text, ..)| (*name, *text)).chain(hidden).collect();
    let (mut portal, folder) = portal_with(&made, Some("https://elsewhere.example"));
    fs::create_dir(folder.path().join("folder")).unwrap();
    symlink("/etc/hostname", folder.path().join("link")).unwrap();
    portal.settings.downloads = Arc::new(Downloads::open(Some(folder.path()), None).unwrap());
    let mut browser = Browser::new(&portal);
    let list = browser.get("/download/").await;
    assert_eq!(list.body.matches("href=\"/download/").count(), files.len(), "{}", list.body);
    for (name, text, media_type, shown) in files {
        let path = format!("/download/{name}");
        assert!(list.has(&format!("href=\"{path}\"")) && list.has(shown), "{name}: {}", list.body);
        let file = browser.get(&path).await;
        assert_eq!((file.status, file.header("content-type"), &*file.body), (200, media_type, text), "{name}");
        let tag = file.header("etag").to_owned();
        let head = browser.send(TestRequest::with_uri(&path).method(actix_web::http::Method::HEAD)).await;
        assert_eq!((head.status, head.header("etag"), &*head.body), (200, &*tag, ""), "{name}");
        for known in [&*tag, "*"] {
            let again = browser.send(TestRequest::get().uri(&path).insert_header(("if-none-match", known))).await;
            assert_eq!((again.status, &*again.body), (304, ""), "{name}");
        }
    }
    for name in [".hidden", "a%20b", "a%3Cb%3E", "link", "folder", "%2e%2e%2fbeside", "folder/..%2f.hidden", "unknown"]
    {
        let page = browser.get(&format!("/download/{name}")).await;
        assert_eq!((page.status, page.heading()), (404, "Not found"), "{name}");
    }
    let sent = browser.send(TestRequest::post().uri("/download/SHA256SUMS")).await;
    assert_eq!((sent.status, sent.header("allow")), (405, "GET, HEAD"));
    let moved = browser.get("/download").await;
    assert_eq!((moved.status, moved.header("location")), (308, "/download/"));
}

#[actix_web::test]
async fn a_file_that_is_replaced_meanwhile_is_that_of_this_release() {
    let (portal, folder) = portal_with(&[(PROGRAM, "of this release")], None);
    fs::rename(folder.path().join(PROGRAM), folder.path().join("old")).unwrap();
    fs::write(folder.path().join(PROGRAM), "of the next").unwrap();
    let file = Browser::new(&portal).get(&format!("/download/{PROGRAM}")).await;
    assert_eq!(file.body, "of this release");
}

#[actix_web::test]
async fn without_the_program_guides_lead_to_where_the_operator_says() {
    let (address, guide) = ("https://releases.example/catalog", "/portal/help/first-afternoon");
    for (files, client_url, is_here, is_there) in [
        (&[(PROGRAM, "x")][..], Some(address), true, false),
        (&[(PROGRAM, "x")], None, true, false),
        (&[], Some(address), false, true),
        (&[], None, false, false),
    ] {
        let (portal, _folder) = portal_with(files, client_url);
        let mut browser = Browser::new(&portal);
        let (list, guide, sync) =
            (browser.get("/download/").await, browser.get(guide).await, browser.get("/portal/help/sync-guide").await);
        assert_eq!((list.status, list.has(PROGRAM)), (200, is_here), "{}", list.body);
        assert_eq!(guide.has("$BASE/download/$NAME"), is_here, "{}", guide.body);
        assert_eq!(guide.has("has no copy of the program"), !is_here, "{}", guide.body);
        for page in [&list, &guide, &sync] {
            assert_eq!(page.has(&format!("href=\"{address}\"")), is_there, "{}", page.body);
        }
        assert_eq!(sync.has("href=\"http://shop.example/download/\""), !is_there, "{}", sync.body);
    }
}
