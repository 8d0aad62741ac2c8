//! The pages of imports, without a server that runs them: the tests end them themselves.

use crate::browser::{Browser, Page};
use crate::test_portal::{TestPortal, login};
use actix_web::test::TestRequest;
use catalog_domain::accounts::AccountStatus;
use catalog_domain::imports::{
    BlobId, FileName, ImportJob, JobEnd, JobId, JobOptions, JobProblem, JobState, NewJob, PartFormat,
};
use catalog_domain::ports::{ChangeJobs, ImportKind, ImportSummary, ImportWarning, JobScope};
use catalog_domain::pricing::Role;
use catalog_domain::values::CatalogRevision;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, import_summary};
use catalog_testkit::jobs::{job_part, new_job, run_next};

#[actix_web::test]
async fn the_warnings_of_an_import_are_shown_with_their_products() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let warning = ImportWarning { text: "<i>cheap</i>".into(), products: vec!["P/1 a".into(), "<b>".into()] };
        let summary = ImportSummary { warning_texts: vec![warning], warnings: 3, ..import_summary(ImportKind::Full) };
        let run = ImportRun { at: NOON.plus_seconds(1), summary, ..ImportRun::default() };
        let revision = run.commit(&*portal.store).unwrap().0;
        let path = format!("/portal/admin/imports/{revision}");
        admin.get("/portal/admin/imports").await.shows(&[&format!("href=\"{path}\">3</a>")]);
        let page = admin.get(&path).await;
        assert_eq!(page.status, 200);
        page.shows(&[
            "/portal/admin/look?item=P%2F1%20a\"><bdi>P/1 a</bdi>",
            "cheap",
            "2 without a recorded text",
            "ann@shop",
        ]);
    }
}

#[actix_web::test]
async fn the_present_offers_are_downloaded_for_the_spreadsheets_of_the_language() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/imports").await.shows(&["href=\"/portal/admin/offers.csv\" download"]);
        let table = admin.get("/portal/admin/offers.csv").await;
        assert_eq!((table.status, table.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert!(table.body.starts_with("stockNumber,hidePrices,retail,"), "{}", table.body);
        admin.fill_in("/portal", "/portal/language", &[("language", "ru")]).await;
        let russian = admin.get("/portal/admin/offers.csv").await.body;
        assert!(russian.starts_with("\u{feff}stockNumber;hidePrices;retail;"), "{russian}");
    }
}

#[actix_web::test]
async fn an_import_has_one_page_and_its_warnings_need_attention_until_they_are_seen() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let begun = job(&portal, &upload(&mut admin, "C:\\lists\\a <i>.ndjson", b"{}\n").await);
        assert_eq!(begun.name.as_ref().map(FileName::as_str), Some("a <i>.ndjson"));
        end(&portal, JobState::Done, Some(REPORT), Vec::new());
        let imported = job(&portal, &admin.submit(&format!("{IMPORTS}/{}/import", begun.id), &[]).await);
        assert_eq!(imported.name, begun.name);
        let warning = ImportWarning { text: "cheap".into(), products: vec!["P/1 a".into()] };
        let (job, warning_texts) = (Some(imported.id), vec![warning]);
        let summary = ImportSummary { job, warning_texts, warnings: 1, ..import_summary(ImportKind::Delta) };
        let run = ImportRun { summary, ..ImportRun::default() };
        let revision = run.commit(&*portal.store).unwrap().0;
        end(&portal, JobState::Done, Some(REPORT), Vec::new());
        let (by_id, by_revision) = (format!("{IMPORTS}/{}", imported.id), format!("{IMPORTS}/{revision}"));
        let (page, same) = (admin.get(&by_id).await, admin.get(&by_revision).await);
        let content =
            |page: &Page| page.body.split_once("<main").unwrap().1.split_once("</main>").unwrap().0.to_owned();
        assert_eq!(content(&page), content(&same));
        let admins = portal.account("admin").id;
        page.shows(&[
            "<h1>Import of a &#60;i&#62;.ndjson</h1>",
            "look?item=P%2F1%20a",
            "<bdi>a &#60;i&#62;.ndjson</bdi>",
            &format!("href=\"/portal/admin/accounts/{admins}\""),
            &format!("href=\"{IMPORTS}/{}\"", begun.id),
            "data-label=\"Unchanged\">994<",
            ">Mark as seen<",
        ]);
        let attention = format!("href=\"{by_revision}\">Import of <bdi>a &lt;i&gt;.ndjson</bdi>, <time");
        let first = admin.get("/portal").await;
        first.shows(&[&attention]);
        assert_eq!(admin.submit(&format!("{by_revision}/seen"), &[]).await.status, 303);
        admin.get("/portal").await.hides(&[&format!("href=\"{by_revision}\"")]);
        let page = admin.get(&by_id).await;
        page.shows(&[&format!("Marked as seen by <bdi>{}</bdi>", login("admin"))]);
        page.hides(&[">Mark as seen<"]);
        assert_eq!(admin.submit(&format!("{IMPORTS}/99/seen"), &[]).await.status, 404);
        admin.get(IMPORTS).await.shows(&["<bdi class=\"small muted\">a &#60;i&#62;.ndjson</bdi>"]);
    }
}

#[actix_web::test]
async fn the_charts_of_one_import_show_its_values() {
    let portal = TestPortal::administered();
    let page = Browser::of(&portal, "admin").await.get("/portal/admin/imports").await;
    assert_eq!(page.body.matches("<circle class=\"chart-bar\"").count(), 2, "{}", page.body);
    page.shows(&[" after this import.", " in this import."]);
}

#[actix_web::test]
async fn the_form_says_that_it_takes_tables_of_offers() {
    let portal = TestPortal::administered();
    let page = Browser::of(&portal, "admin").await.get("/portal/admin/imports").await;
    page.shows(&["import format</a> or is a <a href=\"/portal/help/import-format#a-table-of-offers\">table of offers"]);
}

/// The revisions in the history.
fn rows(page: &Page) -> Vec<i64> {
    let heads = page.body.split("<th scope=\"row\" class=\"numeric\" data-label=\"Revision\">").skip(1);
    heads.map(|rest| rest.split('<').next().unwrap().parse().unwrap()).collect()
}

#[actix_web::test]
async fn all_imports_are_listed_in_pages_with_charts_of_the_last_hundred() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        for number in 1..=101 {
            let hostile = format!("<i>\u{202e}{number}");
            let summary = ImportSummary {
                by: hostile.clone().into(),
                files: vec![hostile.into()],
                ..import_summary(ImportKind::Full)
            };
            let run = ImportRun { at: NOON.plus_seconds(number * 3_600), summary, ..ImportRun::default() };
            run.commit(&*portal.store).unwrap();
        }
        let page = admin.get(IMPORTS).await;
        assert_eq!(page.status, 200);
        assert_eq!(rows(&page), (78..=102).rev().collect::<Vec<i64>>());
        page.shows(&["102 imports, newest first", "href=\"/portal/admin/imports?page=5#history\""]);
        for (number, shown) in [(2, (53..=77).rev().collect()), (5, vec![2, 1]), (6, vec![])] {
            let page = admin.get(&format!("{IMPORTS}?page={number}")).await;
            assert_eq!((page.status, rows(&page)), (200, shown), "page {number}");
        }
        assert_eq!(admin.get(&format!("{IMPORTS}?page=0")).await.status, 400);
        page.shows(&["10 content, 11 commercial, 12 removed"]);
        assert_eq!(page.body.matches("<svg class=\"chart\"").count(), 2);
        assert_eq!(page.body.matches("role=\"img\" aria-label=\"").count(), 2);
        page.shows(&[
            "Public products: 16 after the first of these imports, 16 after the last.",
            "Change events: 3,300 in 100 imports, at most 33 in one.",
        ]);
    }
}

const IMPORTS: &str = "/portal/admin/imports";
const REPORT: &str = r#"{"revision": 1, "changed": true,
    "sections": {"created": 1, "updated": 0, "deactivated": 0, "unchanged": 40},
    "products": {"created": 3, "updated": 2, "deactivated": 1, "renamed": 0, "unchanged": 994},
    "events": {"content": 4, "commercial": 1, "removed": 1},
    "public": {"before": {"sections": 40, "products": 998}, "after": {"sections": 41, "products": 1000}},
    "warnings": ["<i>odd</i>"], "seconds": 1.9, "preview": {"newPriceLevels": ["<i>level"],
    "priceChanges": {"count": 1, "items": [{"stockNumber": "<i>moved", "level": "L", "before": "1010", "after": "0"}]},
    "samples": [{"stockNumber": "NEW-1", "before": null, "after":
        {"isActive": true, "name": "<i>fresh", "vendor": null, "retail": "5", "levels": [{"level": "L", "price": "4"}]}}]}}"#;

/// A form with fields before a file, as browsers send it.
fn form(fields: &[(&str, &str)], file_name: &str, file: &[u8]) -> TestRequest {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").bytes());
    }
    let disposition = format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\r\n");
    body.extend([disposition.as_bytes(), file, b"\r\n--x--\r\n"].concat());
    let request = TestRequest::post().uri(IMPORTS).set_payload(body);
    request.insert_header(("content-type", "multipart/form-data; boundary=x"))
}

async fn upload(admin: &mut Browser, file_name: &str, file: &[u8]) -> Page {
    let token = admin.get(IMPORTS).await.form_token();
    admin.send(form(&[("form_token", &token), ("kind", "full"), ("allow_removals", "7")], file_name, file)).await
}

fn job(portal: &TestPortal, page: &Page) -> ImportJob {
    assert_eq!(page.status, 303, "{}", page.body);
    let id = JobId::parse(page.header("location").strip_prefix("/portal/admin/imports/").unwrap()).unwrap();
    portal.store.find_job(id).unwrap().unwrap()
}

fn end(portal: &TestPortal, state: JobState, report: Option<&str>, problems: Vec<JobProblem>) {
    let end = JobEnd { problems, report: report.map(Into::into), ..JobEnd::without_report(state, None) };
    run_next(&*portal.store, &end);
}

#[actix_web::test]
async fn a_file_is_tried_and_then_imported_as_it_is() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let page = upload(&mut admin, "a.ndjson", b"{}\r\n--y no end\n").await;
        let tried = job(&portal, &page);
        assert!(tried.options.is_dry_run && tried.options.keeps_input && tried.options.allow_removals == 7);
        assert_eq!((tried.state, &*tried.author.email), (JobState::Waiting, &*login("admin")));
        let part = portal.store.parts_of(tried.id).unwrap().remove(0);
        let piece = portal.store.read_piece(BlobId { job: tried.id, name: part.blob }, 0).unwrap().unwrap();
        assert_eq!(piece, b"{}\r\n--y no end\n");
        let path = page.header("location").to_owned();
        let waiting = admin.get(&path).await;
        waiting.shows(&["hx-trigger=\"every 1s\"", "Cancel"]);
        end(&portal, JobState::Done, Some(REPORT), Vec::new());
        let done = admin.get(&path).await;
        done.shows(&[
            "Import this file",
            "level</bdi>",
            "moved</bdi>",
            "NEW-1",
            "fresh</bdi>",
            "998",
            "odd",
            "numeric\">1,010.00<",
            "numeric\">none<",
        ]);
        let imported = job(&portal, &admin.submit(&format!("{path}/import"), &[]).await);
        assert_eq!(imported.options.expected_revision, Some(CatalogRevision(1)));
        assert!(!imported.options.is_dry_run && imported.options.allow_removals == 7);
        assert_eq!(portal.store.parts_of(imported.id).unwrap()[0].blob_of(imported.id).job, tried.id);
        // Another import came between: the bytes are tried again.
        let problem = JobProblem { field: Some("expectedRevision".into()), ..JobProblem::of_input("it has moved") };
        end(&portal, JobState::Rejected, None, vec![problem]);
        let refused = admin.get(&format!("{IMPORTS}/{}", imported.id)).await;
        refused.shows(&["another import changed", &format!("action=\"{path}/try\"")]);
        let again = job(&portal, &admin.submit(&format!("{path}/try"), &[("kind", "full")]).await);
        assert!(again.options.is_dry_run && again.options.expected_revision.is_none());
        let history = admin.get(IMPORTS).await;
        history.shows(&[&login("admin"), "full, HTTP <bdi class=\"small muted\">a.ndjson</bdi>", "rejected"]);
        assert_eq!(admin.submit(&format!("{IMPORTS}/{}/cancel", again.id), &[]).await.status, 303);
        assert_eq!(portal.store.find_job(again.id).unwrap().unwrap().state, JobState::Cancelled);
    }
}

#[actix_web::test]
async fn a_try_whose_file_is_not_stored_does_not_ask_for_another_try() {
    let portal = TestPortal::administered();
    let options = JobOptions { is_dry_run: true, is_in_parts: true, ..JobOptions::new(ImportKind::Delta) };
    let new = NewJob { options, ..new_job(9) };
    portal.store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(&new, NOON)).unwrap();
    let submit = portal.store.change_jobs(JobScope::Growing(Some(new.id)), |jobs| {
        jobs.put_part(new.id, &job_part(1, 0), 1_000, NOON);
        jobs.submit(new.id, None, NOON)
    });
    submit.unwrap();
    end(&portal, JobState::Done, Some(REPORT), Vec::new());
    ImportRun::default().commit(&*portal.store).unwrap();
    let mut admin = Browser::of(&portal, "admin").await;
    let page = admin.get(&format!("{IMPORTS}/{}", new.id)).await;
    page.shows(&["The file is no longer stored. To import it, send it again."]);
    page.hides(&["Repeat it before importing", "Import this file"]);
}

#[actix_web::test]
async fn an_import_is_undone_as_its_try_says() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        let without = ImportRun::default().commit(&*portal.store).unwrap();
        let page = format!("{IMPORTS}/{without}");
        admin.get(&page).await.hides(&["/undo"]);
        admin.submit(&format!("{page}/undo"), &[]).await.shows(&["Only the last 20 imports can be undone"]);
        let summary = import_summary(ImportKind::Resources);
        let run = ImportRun { inverse: vec![vec![1]], summary, ..ImportRun::default() }.commit(&*portal.store).unwrap();
        let undo = format!("{IMPORTS}/{run}/undo");
        admin.get(&format!("{IMPORTS}/{run}")).await.shows(&[&format!("action=\"{undo}\"")]);
        let tried = job(&portal, &admin.submit(&undo, &[]).await);
        assert!(tried.options.is_dry_run && tried.options.undoes == Some(run) && tried.state == JobState::Waiting);
        end(&portal, JobState::Done, Some(REPORT), Vec::new());
        let page = admin.get(&format!("{IMPORTS}/{}", tried.id)).await;
        page.shows(&[">Undo the import<", &format!("<a href=\"{IMPORTS}/{run}\">{run}</a>")]);
        // There is no file.
        page.hides(&["still stored"]);
        let undone = job(&portal, &admin.submit(&format!("{IMPORTS}/{}/import", tried.id), &[]).await);
        let options = undone.options;
        assert_eq!((options.undoes, options.is_dry_run, options.kind), (Some(run), false, ImportKind::Resources));
        assert_eq!(options.expected_revision, Some(CatalogRevision(1)));
        end(&portal, JobState::Done, Some(REPORT), Vec::new());
        // It is over.
        admin.get(&format!("{IMPORTS}/{}", undone.id)).await.hides(&["/try\""]);
        let imported = format!("what it tried was imported. <a href=\"{IMPORTS}/{}\">", undone.id);
        let page = admin.get(&format!("{IMPORTS}/{}", tried.id)).await;
        page.shows(&[&imported]);
        page.hides(&["Nothing was written yet", "Repeat it before importing"]);
        let again = job(&portal, &admin.submit(&format!("{IMPORTS}/{}/try", tried.id), &[("kind", "full")]).await);
        assert_eq!((again.options.kind, again.options.undoes), (ImportKind::Resources, Some(run)));
        end(&portal, JobState::Rejected, None, Vec::new());
        let page = admin.get(&format!("{IMPORTS}/{}", again.id)).await;
        assert!(page.has("name=\"allow_removals\"") && !page.has("<select"), "what it is, is decided: {}", page.body);
        assert_eq!(admin.submit(&format!("{IMPORTS}/99/undo"), &[]).await.status, 404);
        let summary = ImportSummary { undoes: Some(run), ..import_summary(ImportKind::Resources) };
        let undo = ImportRun { summary, ..ImportRun::default() }.commit(&*portal.store).unwrap();
        for (shown, says, other) in [(run, "Undone by the import", undo), (undo, "Undoes the import", run)] {
            let text = format!("{says} of revision</dt><dd><a href=\"{IMPORTS}/{other}\">{other}</a>");
            let page = admin.get(&format!("{IMPORTS}/{shown}")).await;
            assert!(page.has(&text), "{text}: {}", page.body);
        }
    }
}

#[actix_web::test]
async fn a_table_of_offers_is_known_by_its_name() {
    let portal = TestPortal::administered();
    let mut admin = Browser::of(&portal, "admin").await;
    for (name, format) in [
        ("prices.csv", PartFormat::Offers),
        ("PRICES.CSV", PartFormat::Offers),
        ("prices.ndjson", PartFormat::Records),
        ("prices", PartFormat::Records),
    ] {
        let token = admin.get(IMPORTS).await.form_token();
        let sent = form(&[("form_token", &token), ("kind", "delta")], name, b"stockNumber,retail\nP1,7\n");
        let tried = job(&portal, &admin.send(sent).await);
        assert_eq!(portal.store.parts_of(tried.id).unwrap()[0].format, format, "{name}");
        end(&portal, JobState::Rejected, None, Vec::new());
    }
}

#[actix_web::test]
async fn a_file_that_is_not_taken_says_why_and_leaves_nothing() {
    let portal = TestPortal::administered();
    let mut admin = Browser::of(&portal, "admin").await;
    let token = admin.get(IMPORTS).await.form_token();
    let fields = [("form_token", &*token), ("kind", "delta")];
    for (fields, name, file, status, text) in [
        (&fields[..], "a", &b""[..], 400, "Choose a file"),
        (&fields, "a.gz", b"plain", 400, "The file is damaged"),
        (&fields, "a", &vec![b' '; (4 << 20) + 1], 413, "at most 4 MiB"),
        (&fields[..1], "a", b"{}", 400, "Choose what the file contains"),
        (&[fields[0], fields[1], ("max_renames", "-1")], "a", b"{}", 400, "must be a whole number"),
        (&[("form_token", "x"), fields[1]], "a", b"{}", 403, "no longer valid"),
        (&[fields[1], fields[0]], "a", b"{}", 403, "no longer valid"),
    ] {
        let page = admin.send(form(fields, name, file)).await;
        assert_eq!(page.status, status, "{}", page.body);
        assert!(page.has(text), "{text}: {}", page.body);
    }
    let foreign = form(&fields, "a", b"{}").insert_header(("origin", "https://other.example"));
    assert_eq!(admin.send(foreign).await.status, 403);
    let buyers = Browser::of(&portal, "buyer").await.send(form(&fields, "a", b"{}")).await;
    assert_eq!(buyers.status, 403);
    while portal.store.jobs().unwrap().iter().next().is_some() || !portal.store.all_blobs().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
}

#[actix_web::test]
async fn problems_never_have_the_data_of_another_account() {
    let portal = TestPortal::administered();
    portal.add("secretive", Role::User, AccountStatus::Pending, true);
    let mut admin = Browser::of(&portal, "admin").await;
    let page = upload(&mut admin, "a.ndjson", b"{}\n").await;
    let problem = JobProblem {
        part: Some(1),
        line: Some(2),
        field: Some("/offer/retail".into()),
        product: Some("P/1 <b>".into()),
        message: "<b>a price</b> must not be negative".into(),
    };
    end(&portal, JobState::Rejected, None, vec![problem]);
    let path = page.header("location").to_owned();
    for page in [admin.get(&path).await, admin.get(IMPORTS).await] {
        for other in ["secretive", "buyer", "Company of", "$2b$", "cat_"] {
            let shown = page.body.replace("Company of admin", "");
            assert!(!shown.contains(other), "{other}: {}", page.body);
        }
    }
    let page = admin.get(&path).await;
    page.shows(&[
        "/offer/retail",
        "must not be negative",
        "Repeat the dry",
        "Problems in a.ndjson",
        "href=\"/portal/admin/look?item=P%2F1%20%3Cb%3E\"",
    ]);
    assert_eq!(admin.submit(&format!("{path}/import"), &[]).await.status, 400, "it was rejected");
}
