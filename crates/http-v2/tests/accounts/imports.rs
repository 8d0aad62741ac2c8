//! Imports over HTTP, without a server that runs them: the tests run them themselves.

use crate::client::{TestRequest, TestResponse, send};
use crate::test_service::TestService;
use actix_web::http::Method;
use catalog_domain::imports::{ImportJob, JobEnd, JobId, JobPart, PIECE_BYTES, PartEncoding, PartFormat};
use catalog_domain::values::CatalogRevision;
use catalog_testkit::ImportRun;
use catalog_testkit::jobs::run_next;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::Write;

pub(crate) const IMPORTS: &str = "/api/v2/imports";
pub(crate) const LINES: &[u8] = b"{\"type\": \"warehouse\", \"id\": \"a\", \"name\": \"A\"}\n";
const SHA_512: &str =
    "sha-512=:h7P78FAc7AP0aEI5axSssmb++f0AqfaN3w6MYP+nCNnks2g5aeWZARyEB0L+CMhNHX8OkxML5frcXKOgL9kIAw==:";
const SHA_256: &str = "sha-256=:Bi4TmZSsKK0crAxsl+ve/QV6O0EznRzKFgEV/pjaltw=:";

/// One request with a token.
pub(crate) struct Ask<'a> {
    pub(crate) service: &'a TestService,
    pub(crate) token: String,
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

    pub(crate) async fn post_lines(&self, query: &str, headers: &[(&str, &str)], body: &[u8]) -> TestResponse {
        let headers = [&[("Content-Type", "application/x-ndjson")], headers].concat();
        self.send("POST", &format!("{IMPORTS}{query}"), &headers, body).await
    }

    pub(crate) async fn begin(&self) -> String {
        let json = [("Content-Type", "application/json")];
        let begun = self.send("POST", IMPORTS, &json, br#"{"parts": true}"#).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        format!("{IMPORTS}/{}", begun.data("/id").as_str().unwrap())
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, &[], b"").await
    }

    pub(crate) fn jobs(&self) -> usize {
        self.service.stored.store.jobs().unwrap().iter().count()
    }

    pub(crate) fn job(&self, begun: &TestResponse) -> ImportJob {
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
    pub(crate) fn run(&self, end: &JobEnd) -> JobId {
        run_next(&*self.service.stored.store, end)
    }
}

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
}

pub(crate) fn reason(response: &TestResponse) -> String {
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
                "report": null, "problems": [], "problemCount": 0, "problemsComplete": true,
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
            ("?dry=true", &[], LINES, "400 Invalid parameter 'dry': is not a parameter of this route"),
            ("?dryRun=1", &[], LINES, "400 Invalid parameter 'dryRun': must be true or false"),
            ("?expectedRevision=x", &[], LINES, "400 Invalid parameter 'expectedRevision': must be a whole number"),
            ("", &[], b"", "400 Invalid parameter 'body': must not be empty"),
            ("", &[gz], &gzip(b""), "400 Invalid parameter 'body': must not be empty"),
            ("", &[gz], LINES, "400 Invalid parameter 'body': the body is not packed"),
            ("", &[gz], &gzip(LINES)[..20], "400 Invalid parameter 'body': the body is not packed"),
            ("", &[("Content-Encoding", "br")], LINES, "415 The body must be application/x-ndjson"),
            ("", &[("Content-Digest", &*wrong_digest)], LINES, "400 Invalid parameter 'Content-Digest': is not that"),
            ("", &[("Content-Digest", "md5")], LINES, "400 Invalid parameter 'Content-Digest': must be sha-256"),
            ("", &[("Content-Digest", &*both_digests)], LINES, "400 Invalid parameter 'Content-Digest': is not that"),
            ("", &[("Idempotency-Key", " ")], LINES, "400 Invalid parameter 'Idempotency-Key': must have 1 to 255"),
            ("", &[], &big, "413 An import must have at most 4 MiB"),
            ("", &[gz], &bomb, "413 An import must have at most 4 MiB"),
        ] {
            let response = ask.post_lines(query, headers, body).await;
            assert!(reason(&response).starts_with(expected), "{query} {headers:?}: {}", response.body);
        }
        for (media_type, body, expected) in [
            ("text/plain", LINES, "415 "),
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
async fn a_run_with_an_inverse_is_undone_by_a_job_that_waits() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let undo = async |id: &str| {
            ask.send("POST", &format!("{IMPORTS}/{id}/undo?dryRun=true&allowRemovals=7"), &[], b"").await
        };
        let revision = ImportRun::default().commit(&*service.stored.store).unwrap();
        let refused = undo(&format!("run-{revision}")).await;
        assert!(reason(&refused).starts_with("409 The import cannot be undone"), "{}", refused.body);
        let with_inverse = ImportRun { inverse: vec![vec![1]], ..ImportRun::default() };
        let revision = with_inverse.commit(&*service.stored.store).unwrap();
        let begun = undo(&format!("run-{revision}")).await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        let data = &begun.json()["data"];
        let shown = ["state", "undoes", "dryRun"].map(|field| data[field].clone());
        assert_eq!(shown, [json!("waiting"), json!(revision.0), json!(true)]);
        let options = ask.job(&begun).options;
        assert_eq!((options.undoes, options.allow_removals), (Some(revision), 7));
        let uncommitted = undo(data["id"].as_str().unwrap()).await;
        assert!(reason(&uncommitted).starts_with("409 Only an import that is done"), "{}", uncommitted.body);
        for unknown in ["run-99", "run-x", "0af7651916cd43dd8448eb211c80319c"] {
            assert!(reason(&undo(unknown).await).starts_with("404 "), "{unknown}");
        }
    }
}

#[actix_web::test]
async fn a_table_of_offers_is_the_input_or_a_part_of_a_delta_only() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let csv = [("Content-Type", "text/csv; charset=utf-8")];
        let post = async |query: &str| ask.send("POST", &format!("{IMPORTS}{query}"), &csv, b"stockNumber\nA\n").await;
        let begun = post("?dryRun=true").await;
        assert_eq!(begun.status, 202, "{}", begun.body);
        assert_eq!(ask.content(ask.job(&begun).id).0[0].format, PartFormat::Offers);
        for (query, parameter) in [("?mode=full", "mode"), ("?kind=resources", "kind")] {
            let expected = format!("400 Invalid parameter '{parameter}': must be left out for text/csv");
            assert!(reason(&post(query).await).starts_with(&expected), "{query}");
        }
        let import = ask.begin().await;
        let id = JobId::parse(import.rsplit('/').next().unwrap()).unwrap();
        for (number, headers) in [(1, &csv[..]), (2, &[])] {
            let put = ask.send("PUT", &format!("{import}/parts/{number}"), headers, b"stockNumber\nA\n").await;
            assert_eq!(put.status, 204, "{}", put.body);
        }
        let formats: Vec<PartFormat> = ask.content(id).0.iter().map(|part| part.format).collect();
        assert_eq!(formats, [PartFormat::Offers, PartFormat::Records]);
    }
}

#[actix_web::test]
async fn an_import_is_called_what_its_parameter_or_header_says_and_a_name_that_is_none_is_said() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let longest = format!("?name={}", "%C3%A9".repeat(255));
        let (longer, called) = (format!("{longest}x"), "é".repeat(255));
        let long_header = format!("attachment; filename={}", "x".repeat(256));
        let (in_query, in_header) = ("'name': must ", "'Content-Disposition': the file's name must ");
        let malformed = "'Content-Disposition': must be attachment";
        for (query, header, expected) in [
            ("", "", Ok(None)),
            ("?name=prices%201.csv", "", Ok(Some("prices 1.csv"))),
            (&*longest, "", Ok(Some(&*called))),
            ("", "attachment", Ok(None)),
            ("", "attachment; filename=a.csv", Ok(Some("a.csv"))),
            ("", "attachment; filename=\"a; \\\"b\\\".csv\"", Ok(Some("a; \"b\".csv"))),
            ("", "attachment; filename=\"a.csv\"; filename*=utf-8''%D1%86%D0%B5%D0%BD%D1%8B.csv", Ok(Some("цены.csv"))),
            ("?name=b.csv", "attachment; filename=a.csv", Ok(Some("b.csv"))),
            ("?name=", "", Err([in_query, "have 1 to 255 characters"])),
            (&*longer, "", Err([in_query, "have 1 to 255 characters"])),
            ("?name=lists/a.csv", "", Err([in_query, "be a file's name without a path"])),
            ("?name=%2e%2e", "", Err([in_query, "be a file's name without a path"])),
            ("?name=a%0Ab", "", Err([in_query, "not contain control characters"])),
            ("?name=a&name=b", "", Err([in_query, "be given only once"])),
            ("", "attachment; filename=\"\"", Err([in_header, "have 1 to 255 characters"])),
            ("", &*long_header, Err([in_header, "have 1 to 255 characters"])),
            ("", "attachment; filename=\"C:\\\\a.csv\"", Err([in_header, "be a file's name without a path"])),
            ("", "attachment; filename*=UTF-8''a%00", Err([in_header, "not contain control characters"])),
            ("", "attachment; filename*=UTF-8''%FF", Err([malformed, ""])),
            ("", "attachment; filename*=iso-8859-1''a", Err([malformed, ""])),
            ("", "attachment; filename=\"a", Err([malformed, ""])),
        ] {
            let disposition = (!header.is_empty()).then_some(("Content-Disposition", header));
            for (media_type, body) in [("application/x-ndjson", LINES), ("application/json", br#"{"parts": true}"#)] {
                let headers: Vec<_> = disposition.into_iter().chain([("Content-Type", media_type)]).collect();
                let begun = ask.send("POST", &format!("{IMPORTS}{query}"), &headers, body).await;
                match expected {
                    Ok(name) => {
                        assert_eq!(begun.status, 202, "{query} {header}: {}", begun.body);
                        let import = ask.get(begun.header("location")).await;
                        let named = import.data("").get("name").cloned();
                        assert_eq!(named, name.map(|name| json!(name)), "{query} {header}");
                        ask.send("DELETE", begun.header("location"), &[], b"").await;
                    }
                    Err(wrong) => {
                        let wrong = format!("400 Invalid parameter {}", wrong.concat());
                        assert!(reason(&begun).starts_with(&wrong), "{query} {header}: {}", begun.body);
                    }
                }
            }
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
        let unknown = format!("{IMPORTS}/{}/parts/1", JobId::new([7; 16]));
        assert_eq!(ask.send("PUT", &unknown, &[], LINES).await.status, 404);
        let started = start().await;
        assert_eq!((started.status, started.data("/state")), (202, json!("waiting")));
        assert_eq!(start().await.status, 202, "it waits already");
        assert_eq!(put("3", &[], LINES).await.status, 409);
        let (parts, bytes) = ask.content(ask.job(&started).id);
        let encodings: Vec<_> = parts.iter().map(|part| part.encoding).collect();
        assert_eq!(encodings, [PartEncoding::Identity, PartEncoding::Gzip]);
        assert_eq!(bytes, [&b"one\n"[..], &gzip(b"two\n")].concat());
        let whole = ask.post_lines("", &[], LINES).await;
        let path = format!("{IMPORTS}/{}", whole.data("/id").as_str().unwrap());
        assert_eq!(ask.send("PUT", &format!("{path}/parts/2"), &[], LINES).await.status, 409, "it came as one body");
    }
}

#[actix_web::test]
async fn the_present_offers_are_a_table_for_each_language_of_spreadsheets() {
    for service in TestService::all() {
        let ask = Ask::administrator(&service);
        let table = ask.get("/api/v2/offers.csv").await;
        assert_eq!((table.status, table.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(table.header("content-disposition"), "attachment; filename=\"offers.csv\"");
        let columns = "stockNumber,hidePrices,retail,sale,specialPrice,shipping,\"stock:main\"\n";
        assert_eq!(table.body, format!("{columns}P-1,false,100,false,,0,5\n"));
        let russian = ask.get("/api/v2/offers.csv?locale=ru").await.body;
        assert_eq!(russian, format!("\u{feff}{columns}P-1,false,100,false,,0,5\n").replace(',', ";"));
        assert_eq!(ask.get("/api/v2/offers.csv?locale=de").await.status, 400);
        let head = ask.send("HEAD", "/api/v2/offers.csv", &[], b"").await;
        assert_eq!((head.status, &*head.body), (200, ""));
    }
}
