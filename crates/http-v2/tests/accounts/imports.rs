//! Imports over HTTP, without a server that runs them: the tests run them themselves.

use crate::client::{TestRequest, TestResponse, send};
use crate::test_service::TestService;
use actix_web::http::Method;
use catalog_domain::imports::{
    ImportJob, JobAdded, JobAuthor, JobEnd, JobId, JobPart, JobProblem, JobState, NewJob, PIECE_BYTES, PartEncoding,
    TooManyJobs,
};
use catalog_domain::ports::{ChangeJobs, Clock, JobScope};
use catalog_domain::values::{AccountId, CatalogRevision};
use catalog_testkit::builders::NOON;
use catalog_testkit::jobs::{add_job, run_next};
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;

const IMPORTS: &str = "/api/v2/imports";
pub(crate) const LINES: &[u8] = b"{\"type\": \"warehouse\", \"id\": \"a\", \"name\": \"A\"}\n";
const SHA_512: &str =
    "sha-512=:h7P78FAc7AP0aEI5axSssmb++f0AqfaN3w6MYP+nCNnks2g5aeWZARyEB0L+CMhNHX8OkxML5frcXKOgL9kIAw==:";
const SHA_256: &str = "sha-256=:Bi4TmZSsKK0crAxsl+ve/QV6O0EznRzKFgEV/pjaltw=:";

/// One request with a token.
pub(crate) struct Ask<'a> {
    service: &'a TestService,
    token: String,
}

impl<'a> Ask<'a> {
    pub(crate) fn administrator(service: &'a TestService) -> Self {
        Self { service, token: service.token("administrator") }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TestResponse {
        let mut request = TestRequest::default().method(method.parse::<Method>().unwrap()).uri(path);
        request = request.insert_header(("Authorization", format!("Bearer {}", self.token)));
        for header in headers {
            request = request.insert_header(*header);
        }
        send(&self.service.state, request.set_payload(body.to_vec())).await
    }

    async fn post_lines(&self, query: &str, headers: &[(&str, &str)], body: &[u8]) -> TestResponse {
        let headers = [&[("Content-Type", "application/x-ndjson")], headers].concat();
        self.send("POST", &format!("{IMPORTS}{query}"), &headers, body).await
    }

    pub(crate) async fn begin(&self) -> String {
        let json = [("Content-Type", "application/json")];
        let begun = self.send("POST", IMPORTS, &json, br#"{"parts": true}"#).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        format!("{IMPORTS}/{}", begun.data("/id").as_str().unwrap())
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, &[], b"").await
    }

    fn jobs(&self) -> usize {
        self.service.stored.store.jobs().unwrap().iter().count()
    }

    fn job(&self, begun: &TestResponse) -> ImportJob {
        let id = JobId::parse(begun.data("/id").as_str().unwrap()).unwrap();
        self.service.stored.store.find_job(id).unwrap().unwrap()
    }

    fn content(&self, job: JobId) -> (Vec<JobPart>, Vec<u8>) {
        let store = &self.service.stored.store;
        let parts = store.parts_of(job).unwrap();
        let mut bytes = Vec::new();
        for part in &parts {
            let blob = catalog_domain::imports::BlobId { job, name: part.blob };
            for piece in 0.. {
                let Some(piece) = store.read_piece(blob, piece).unwrap() else { break };
                bytes.extend(piece);
            }
        }
        (parts, bytes)
    }

    /// What the next job that waits came to.
    fn run(&self, end: &JobEnd) -> JobId {
        run_next(&*self.service.stored.store, end)
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

fn reason(response: &TestResponse) -> String {
    format!("{} {}", response.status, response.json()["error"]["message"].as_str().unwrap_or_default())
}

#[actix_web::test]
async fn a_body_is_stored_as_it_was_sent_and_waits_with_its_parameters() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let large = LINES.repeat(2 * PIECE_BYTES / LINES.len());
        let query =
            "?mode=full&kind=catalog&dryRun=true&allowRemovals=7&maxRenames=0&allowEmpty=true&expectedRevision=9";
        for (encoding, name, body) in [
            (PartEncoding::Identity, None, large.clone()),
            (PartEncoding::Gzip, Some("gzip"), gzip(&large)),
            (PartEncoding::Zstandard, Some("zstd"), zstd::bulk::compress(&large, 1).unwrap()),
        ] {
            let header = name.map(|name| ("Content-Encoding", name));
            let begun = ask.post_lines(query, header.as_slice(), &body).await;
            assert_eq!(begun.status, 202, "{}", begun.body);
            let job = ask.job(&begun);
            assert_eq!(begun.header("location"), format!("{IMPORTS}/{}", job.id));
            let options = job.options;
            assert_eq!((options.allow_removals, options.max_renames, options.allow_empty), (7, Some(0), true));
            assert!(options.is_dry_run && !options.is_in_parts && !options.keeps_input);
            assert_eq!(options.expected_revision, Some(CatalogRevision(9)));
            let (parts, stored) = ask.content(job.id);
            assert!(stored == body, "{encoding:?}");
            let part = &parts[0];
            assert_eq!((parts.len(), part.number, part.encoding), (1, 1, encoding));
            assert_eq!((part.sent_bytes, part.content_bytes), (body.len() as u64, large.len() as u64));
            let expected = json!({
                "id": job.id.as_str(), "state": "waiting", "phase": null, "mode": "full", "kind": "catalog",
                "dryRun": true, "source": "http", "by": "administrator@example.com", "key": null,
                "createdAt": "2026-01-31T10:00:00Z", "startedAt": null, "finishedAt": null, "records": 0, "rate": null,
                "report": null, "problems": [], "problemCount": 0,
            });
            let mut body = begun.data("").clone();
            body["by"] = expected["by"].clone();
            body["createdAt"] = expected["createdAt"].clone();
            assert_eq!(body, expected);
        }
    }
}

#[actix_web::test]
async fn digests_and_encodings_are_read_as_their_standards_say() {
    let service = TestService::all().next().unwrap();
    let ask = Ask::administrator(&service);
    for header in [
        SHA_512.to_owned(),
        format!("{SHA_256}, {SHA_512}"),
        format!("{SHA_256};at=\"a, b\";x, unknown=:eA==:, other"),
        format!("md5=:eA==:,{SHA_512};q=1"),
    ] {
        let begun = ask.post_lines("", &[("Content-Digest", &header)], LINES).await;
        assert_eq!(begun.status, 202, "{header}: {}", begun.body);
    }
    let padded = [gzip(LINES), vec![0; 512]].concat();
    let begun = ask.post_lines("", &[("Content-Encoding", "X-GZIP")], &padded).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    let (parts, bytes) = ask.content(ask.job(&begun).id);
    assert_eq!((parts[0].encoding, parts[0].content_bytes), (PartEncoding::Gzip, LINES.len() as u64));
    assert!(bytes == padded);
}

#[actix_web::test]
async fn what_is_wrong_with_a_request_is_said_and_leaves_nothing() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let big = vec![b'\n'; (4 << 20) + 1];
        let bomb = gzip(&vec![0; 64 << 20]);
        let gz = ("Content-Encoding", "gzip");
        let wrong_digest = SHA_256.replace("Bi4", "Bi5");
        let both_digests = format!("{SHA_512}, {wrong_digest}");
        let many_lines = LINES.repeat(2_000);
        for (query, headers, body, expected) in [
            ("?mode=all", &[][..], LINES, "400 Invalid parameter 'mode': must be delta or full"),
            ("?kind=resources&mode=delta", &[], LINES, "400 Invalid parameter 'mode': is not for kind=resources"),
            ("?mode=full&mode=full", &[], LINES, "400 Invalid parameter 'mode': must be given only once"),
            ("?dry=true", &[], LINES, "400 Invalid parameter 'dry': is not a parameter of this route"),
            ("?dryRun=1", &[], LINES, "400 Invalid parameter 'dryRun': must be true or false"),
            ("?expectedRevision=x", &[], LINES, "400 Invalid parameter 'expectedRevision': must be a whole number"),
            ("?maxRenames=-1", &[], LINES, "400 Invalid parameter 'maxRenames': must be a whole number from 0"),
            ("", &[], b"", "400 Invalid parameter 'body': must not be empty"),
            ("", &[gz], &gzip(b""), "400 Invalid parameter 'body': must not be empty"),
            ("", &[gz], LINES, "400 Invalid parameter 'body': the body is not packed"),
            ("", &[gz], &gzip(LINES)[..20], "400 Invalid parameter 'body': the body is not packed"),
            ("", &[("Content-Encoding", "br")], LINES, "415 The body must be application/x-ndjson"),
            ("", &[("Content-Digest", &*wrong_digest)], LINES, "400 Invalid parameter 'Content-Digest': is not that"),
            ("", &[("Content-Digest", "md5")], LINES, "400 Invalid parameter 'Content-Digest': must be sha-256"),
            (
                "",
                &[("Content-Digest", "md5=:eA==:, sha-512=:eA==:")],
                LINES,
                "400 Invalid parameter 'Content-Digest': must",
            ),
            ("", &[("Content-Digest", &*both_digests)], LINES, "400 Invalid parameter 'Content-Digest': is not that"),
            ("", &[("Idempotency-Key", " ")], LINES, "400 Invalid parameter 'Idempotency-Key': must have 1 to 255"),
            ("", &[], &big, "413 An import must have at most 4 MiB"),
            ("", &[gz], &bomb, "413 An import must have at most 4 MiB"),
        ] {
            let response = ask.post_lines(query, headers, body).await;
            assert!(reason(&response).starts_with(expected), "{query} {headers:?}: {}", response.body);
        }
        for (media_type, body, expected) in [
            ("text/csv", LINES, "415 "),
            ("", LINES, "415 "),
            ("application/json", br#"{"parts": false}"#, "400 Invalid parameter 'parts': must be true"),
            ("application/json", b"{}", "400 Invalid parameter 'parts': must be true"),
            ("application/json", br#"{"parts": true, "x": 1}"#, "400 Invalid parameter 'x': is not a field"),
            ("application/json", LINES, "415 The body must be application/x-ndjson"),
            ("application/json", &LINES.repeat(2), "415 The body must be application/x-ndjson"),
            ("application/json", &many_lines, "415 The body must be application/x-ndjson"),
        ] {
            let response = ask.send("POST", IMPORTS, &[("Content-Type", media_type)], body).await;
            assert!(reason(&response).starts_with(expected), "{media_type}: {}", response.body);
        }
        // What was begun for a bad body is forgotten in the background.
        while ask.jobs() > 0 || !service.stored.store.all_blobs().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    }
}

#[actix_web::test]
async fn parts_come_in_any_order_each_packed_in_its_own_way_and_are_replaced() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let import = ask.begin().await;
        let put = async |number: &str, headers: &[(&str, &str)], body: &[u8]| {
            ask.send("PUT", &format!("{import}/parts/{number}"), headers, body).await
        };
        let start = async || ask.send("POST", &format!("{import}/start"), &[], b"").await;
        let gz = ("Content-Encoding", "gzip");
        assert_eq!(reason(&start().await), "409 The import has no parts, or not all from 1 to the last.");
        assert_eq!(put("2", &[gz], &gzip(b"two\n")).await.status, 204);
        assert_eq!(start().await.status, 409, "a gap");
        for number in ["0", "01", "x", "10001", "-1"] {
            assert!(reason(&put(number, &[], LINES).await).starts_with("400 Invalid parameter 'n'"), "{number}");
        }
        assert_eq!(put("1", &[], b"").await.status, 400);
        assert_eq!(put("1", &[("Content-Digest", "sha-256=:eA==:")], LINES).await.status, 400);
        assert_eq!(put("1", &[("Content-Digest", SHA_256)], b"{}\n").await.status, 400, "another's digest");
        assert_eq!(put("1", &[], b"first\n").await.status, 204);
        assert_eq!(put("1", &[], b"one\n").await.status, 204);
        assert_eq!(put("3", &[], &vec![b'\n'; 4 << 20]).await.status, 413, "all parts together");
        assert_eq!(
            ask.send("PUT", &format!("{IMPORTS}/{}/parts/1", JobId::new([7; 16])), &[], LINES).await.status,
            404
        );
        let started = start().await;
        assert_eq!((started.status, started.data("/state")), (202, json!("waiting")));
        assert_eq!(start().await.status, 202, "it waits already");
        assert_eq!(put("3", &[], LINES).await.status, 409);
        let (parts, bytes) = ask.content(ask.job(&started).id);
        assert_eq!(
            parts.iter().map(|part| part.encoding).collect::<Vec<_>>(),
            [PartEncoding::Identity, PartEncoding::Gzip]
        );
        assert_eq!(bytes, [&b"one\n"[..], &gzip(b"two\n")].concat());
        let whole = ask.post_lines("", &[], LINES).await;
        let path = format!("{IMPORTS}/{}", whole.data("/id").as_str().unwrap());
        assert_eq!(ask.send("PUT", &format!("{path}/parts/2"), &[], LINES).await.status, 409, "it came as one body");
    }
}

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
        assert_eq!(ask.post_lines("", &[key("b")], LINES).await.status, 409);
        ask.run(&JobEnd::without_report(JobState::Failed, None));
        let again = ask.post_lines("?mode=full", &[key("a")], LINES).await;
        assert_eq!((again.status, again.data("/state")), (200, json!("failed")), "whatever its state");
        assert_eq!(ask.jobs(), 2);
    }
}

#[actix_web::test]
async fn a_request_that_is_repeated_while_its_first_body_is_received_is_to_be_sent_again() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let ImportJob { options, author, .. } = ask.job(&ask.post_lines("", &[], LINES).await);
        let id = JobId::new([7; 16]);
        let first = NewJob { id, options, author, idempotency_key: Some("a".into()), tried: None };
        let store = &service.stored.store;
        let now = service.clock.now();
        let added = store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(&first, now)).unwrap();
        assert_eq!(added, JobAdded::Added(id));
        let key = ("Idempotency-Key", "a");
        for query in ["", "?mode=full"] {
            let parts = [("Content-Type", "application/json"), key];
            let parts = ask.send("POST", &format!("{IMPORTS}{query}"), &parts, br#"{"parts": true}"#).await;
            for again in [ask.post_lines(query, &[key], LINES).await, parts] {
                assert_eq!((again.status, again.header("retry-after").is_empty()), (503, false), "{}", again.body);
            }
        }
        store.change_jobs(JobScope::Present, |jobs| jobs.forget(id)).unwrap();
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
        let problem = JobProblem { part: Some(1), line: Some(2), field: Some("/id".into()), message: "wrong".into() };
        let end = JobEnd {
            state: JobState::Done,
            records: 5,
            report: Some(report.into()),
            problems: vec![problem],
            changes: None,
        };
        ask.run(&end);
        let ended = ask.get(&format!("{path}?wait=30")).await;
        assert_eq!(ended.data("/report"), serde_json::from_str::<Value>(report).unwrap());
        assert_eq!(ended.data("/problems"), json!([{"part": 1, "line": 2, "field": "/id", "message": "wrong"}]));
        assert_eq!((ended.data("/problemCount"), ended.data("/records")), (json!(1), json!(5)));
        assert_eq!(ask.send("DELETE", &path, &[], b"").await.status, 409);
        assert_eq!(ask.send("POST", &format!("{path}/start"), &[], b"").await.status, 409);
        assert_eq!(ask.get(&format!("{path}/report")).await.status, 404);
        let import = ask.begin().await;
        let cancelled = ask.send("DELETE", &import, &[], b"").await;
        assert_eq!((cancelled.status, cancelled.data("/state")), (202, json!("cancelled")));
        assert_eq!(ask.send("DELETE", &import, &[], b"").await.status, 409);
        assert_eq!(ask.send("PUT", &format!("{import}/parts/1"), &[], LINES).await.status, 409);
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
        let begin =
            async || ask.send("POST", IMPORTS, &[("Content-Type", "application/json")], br#"{"parts": true}"#).await;
        let refused = begin().await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "30"));
        assert!(reason(&refused).contains("At most 20 imports of one account"));
        assert_eq!(ask.post_lines("", &[], LINES).await.status, 429);
        for (right, name, status) in [("read", "Reader", 403), ("import", "Robot", 202), ("admin", "Chief", 202)] {
            let json = [("Content-Type", "application/json")];
            let body = json!({"name": name, "right": right}).to_string();
            let made = ask.send("POST", "/auth/keys", &json, body.as_bytes()).await;
            let with_key = Ask { service: &service, token: made.data("/key").as_str().unwrap().to_owned() };
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
        let (store, mut number) = (&service.stored.store, 0);
        let like = store.jobs().unwrap().open().next().unwrap().clone();
        let full = loop {
            let author = JobAuthor { account: AccountId(900 + i64::from(number) / 20), ..like.author.clone() };
            let (id, options) = (JobId::new([number; 16]), like.options);
            let new = NewJob { id, options, author, idempotency_key: None, tried: None };
            match add_job(&**store, &new) {
                JobAdded::Added(_) => number += 1,
                full => break full,
            }
        };
        assert_eq!(full, JobAdded::TooMany(TooManyJobs::OfAll));
        ask.send("DELETE", &format!("{IMPORTS}/{}", like.id), &[], b"").await;
        let other = NewJob {
            id: JobId::new([250; 16]),
            options: like.options,
            author: JobAuthor { account: AccountId(999), ..like.author },
            idempotency_key: None,
            tried: None,
        };
        assert_eq!(add_job(&**store, &other), JobAdded::Added(other.id));
        let refused = begin().await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, "30"));
        assert!(reason(&refused).contains("At most 100 imports may"));
    }
}
