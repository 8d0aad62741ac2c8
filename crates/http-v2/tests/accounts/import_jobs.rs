//! Imports after their request: repeated, waiting, ended, cancelled, and what they report.

use crate::imports::{Ask, IMPORTS, LINES, gzip, reason};
use crate::keys::{make, text};
use crate::test_service::TestService;
use catalog_domain::imports::{ImportJob, JobAdded, JobEnd, JobId, JobProblem, JobState, NewJob, ProblemTally};
use catalog_domain::ports::{ChangeJobs, Clock, JobScope};
use catalog_testkit::builders::NOON;
use catalog_testkit::jobs::new_job;
use serde_json::{Value, json};

#[actix_web::test]
async fn a_repeated_request_is_the_same_import_and_another_one_with_its_key_a_conflict() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let key = |key| ("Idempotency-Key", key);
        let first = ask.post_lines("?mode=full", &[key("a")], LINES).await;
        let again = ask.post_lines("?mode=full", &[key("a")], LINES).await;
        assert_eq!((first.status, again.status), (202, 200));
        assert_eq!(first.data("/id"), again.data("/id"));
        let packed = ask.post_lines("?mode=full", &[key("a"), ("Content-Encoding", "gzip")], &gzip(LINES)).await;
        assert_eq!(packed.status, 200, "the same records");
        assert_eq!(ask.post_lines("?mode=full", &[key("a")], b"{}\n").await.status, 409);
        assert_eq!(ask.post_lines("?mode=delta", &[key("a")], LINES).await.status, 409);
        let parts = async |query: &str, name| {
            let headers = [("Content-Type", "application/json"), key(name)];
            ask.send("POST", &format!("{IMPORTS}{query}"), &headers, br#"{"parts": true}"#).await
        };
        assert_eq!(parts("?mode=full", "a").await.status, 409);
        let (one, same) = (parts("", "b").await, parts("?mode=delta", "b").await);
        assert_eq!((one.status, same.status, one.data("/id")), (202, 200, same.data("/id")));
        assert_eq!(parts("?dryRun=true", "b").await.status, 409);
        assert_eq!(parts("?name=b.csv", "b").await.status, 409);
        assert_eq!(ask.post_lines("", &[key("b")], LINES).await.status, 409);
        ask.run(&JobEnd::without_report(JobState::Failed, None));
        let again = ask.post_lines("?mode=full", &[key("a")], LINES).await;
        assert_eq!((again.status, again.data("/state")), (200, json!("failed")), "whatever its state");
        assert_eq!(ask.jobs(), 2);
    }
}

#[actix_web::test]
async fn the_same_bytes_as_records_and_as_a_table_are_two_requests() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        for (key, kind, status) in [
            ("a", "application/x-ndjson", 202),
            ("a", "text/csv", 409),
            ("a", "application/x-ndjson", 200),
            ("b", "text/csv", 202),
            ("b", "application/x-ndjson", 409),
            ("b", "text/csv", 200),
        ] {
            let headers = [("Content-Type", kind), ("Idempotency-Key", key)];
            let begun = ask.send("POST", IMPORTS, &headers, b"stockNumber,retail\n").await;
            assert_eq!(begun.status, status, "{key} {kind}");
        }
        assert_eq!(ask.jobs(), 2);
    }
}

#[actix_web::test]
async fn a_request_that_is_repeated_while_its_first_body_is_received_is_to_be_sent_again() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let ImportJob { options, author, .. } = ask.job(&ask.post_lines("", &[], LINES).await);
        let first = NewJob { options, author, idempotency_key: Some("a".into()), ..new_job(7) };
        let store = &service.stored.store;
        let now = service.clock.now();
        let added = store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(&first, now)).unwrap();
        assert_eq!(added, JobAdded::Added(first.id));
        let key = ("Idempotency-Key", "a");
        for query in ["", "?mode=full"] {
            let parts = [("Content-Type", "application/json"), key];
            let parts = ask.send("POST", &format!("{IMPORTS}{query}"), &parts, br#"{"parts": true}"#).await;
            for again in [ask.post_lines(query, &[key], LINES).await, parts] {
                assert_eq!((again.status, again.header("retry-after").is_empty()), (503, false), "{}", again.body);
            }
        }
        store.change_jobs(JobScope::Present, |jobs| jobs.forget(first.id)).unwrap();
        assert_eq!(ask.post_lines("", &[key], LINES).await.status, 202);
    }
}

#[actix_web::test]
async fn an_import_says_how_it_ended_and_is_cancelled_only_before() {
    for service in TestService::all() {
        service.clock.advance(60);
        let ask = Ask::administrator(&service);
        let begun = ask.post_lines("", &[], LINES).await;
        let path = format!("{IMPORTS}/{}", begun.data("/id").as_str().unwrap());
        let report = r#"{"revision": 7, "changed": true, "sections": {"created": 1, "updated": 0, "deactivated": 0, "unchanged": 40},
            "products": {"created": 3, "updated": 2, "deactivated": 1, "renamed": 0, "unchanged": 994},
            "events": {"content": 4, "commercial": 1, "removed": 1}, "public": {"before": {"sections": 1, "products": 2},
            "after": {"sections": 3, "products": 4}}, "warnings": ["two"], "seconds": 1.9}"#;
        let (part, line, field) = (Some(1), Some(2), Some("/id".into()));
        let problem = JobProblem { part, line, field, product: None, message: "wrong".into() };
        let end = JobEnd {
            state: JobState::Done,
            records: 5,
            report: Some(report.into()),
            problems: vec![problem],
            problem_tally: ProblemTally { count: 7, is_incomplete: true },
            changes: None,
        };
        ask.run(&end);
        let ended = ask.get(&format!("{path}?wait=30")).await;
        assert_eq!(ended.data("/report"), serde_json::from_str::<Value>(report).unwrap());
        assert_eq!(ended.data("/problems"), json!([{"part": 1, "line": 2, "field": "/id", "message": "wrong"}]));
        assert_eq!((ended.data("/problemCount"), ended.data("/records")), (json!(7), json!(5)));
        assert_eq!(ended.data("/problemsComplete"), json!(false));
        assert_eq!(ask.send("DELETE", &path, &[], b"").await.status, 409);
        let again = ask.send("POST", &format!("{path}/start"), &[], b"").await;
        assert_eq!((again.status, again.data("")), (202, ended.data("")), "as while it runs");
        assert_eq!(ask.get(&format!("{path}/report")).await.status, 404);
        let import = ask.begin().await;
        let cancelled = ask.send("DELETE", &import, &[], b"").await;
        assert_eq!((cancelled.status, cancelled.data("/state")), (202, json!("cancelled")));
        assert_eq!(ask.send("DELETE", &import, &[], b"").await.status, 409);
        assert_eq!(ask.send("PUT", &format!("{import}/parts/1"), &[], LINES).await.status, 409);
        let start = ask.send("POST", &format!("{import}/start"), &[], b"").await;
        assert_eq!(reason(&start), "409 The import ended before it began to run.");
        let list = ask.get(&format!("{IMPORTS}?pageSize=2")).await;
        let items = list.data("/items");
        let sources: Vec<_> = items.as_array().unwrap().iter().map(|item| &item["source"]).collect();
        assert_eq!(sources, ["http", "http"]);
        assert_eq!(list.data("/meta/pagination"), json!({"page": 1, "pageSize": 2, "pageCount": 2, "total": 3}));
        let last = ask.get(&format!("{IMPORTS}?pageSize=2&page=2")).await;
        assert_eq!(last.data("/items/0/source"), json!("command"));
        let run = ask.get(&format!("{IMPORTS}/{}", last.data("/items/0/id").as_str().unwrap())).await;
        assert_eq!(run.data(""), last.data("/items/0"));
    }
}

#[actix_web::test]
async fn a_file_of_changes_is_sent_as_it_was_written() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let begun = ask.post_lines("", &[], LINES).await;
        let (job, name) = (ask.job(&begun).id, JobId::new([5; 16]));
        let lines: String = (0..60_000).map(|at| format!("{{\"id\":\"{at}\"}}\n")).collect();
        let packed = zstd::bulk::compress(lines.as_bytes(), 1).unwrap();
        for (piece, bytes) in (0..).zip(packed.chunks(40_000)) {
            let blob = catalog_domain::imports::BlobId { job, name };
            // Only files need whole pieces.
            service.stored.store.append_piece(blob, piece, bytes, NOON).unwrap();
        }
        let end = JobEnd { changes: Some(name), ..JobEnd::without_report(JobState::Done, None) };
        ask.run(&end);
        let sent = ask.get(&format!("{IMPORTS}/{job}/report")).await;
        assert_eq!((sent.status, sent.header("content-type")), (200, "application/x-ndjson"));
        assert!(sent.body == lines, "{} bytes", sent.body.len());
    }
}

#[actix_web::test]
async fn only_so_many_imports_wait_and_a_key_needs_the_right() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        for _ in 0..20 {
            ask.begin().await;
        }
        let json = [("Content-Type", "application/json")];
        let refused = ask.send("POST", IMPORTS, &json, br#"{"parts": true}"#).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "30"));
        assert!(reason(&refused).contains("At most 20 imports of one account"));
        assert_eq!(ask.post_lines("", &[], LINES).await.status, 429);
        for (right, name, status) in [("read", "Reader", 403), ("import", "Robot", 202), ("admin", "Chief", 202)] {
            let made = make(&service, "administrator", json!({"name": name, "right": right})).await;
            let with_key = Ask { service: &service, token: text(&made) };
            // Room for one.
            let open = service.stored.store.jobs().unwrap().open().next().unwrap().id;
            ask.send("DELETE", &format!("{IMPORTS}/{open}"), &[], b"").await;
            let begun = with_key.post_lines("", &[], LINES).await;
            assert_eq!(begun.status, status, "{right}");
            if status == 202 {
                assert_eq!(begun.data("/key"), json!(name));
            }
            assert_eq!(with_key.get(IMPORTS).await.status == 403, status == 403, "{right}");
        }
    }
}
