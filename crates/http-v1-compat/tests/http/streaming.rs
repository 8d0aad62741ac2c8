//! Long arrays: in chunks, complete or recognisably truncated, and with few products in memory at a time.

use crate::client::get;
use actix_web::HttpServer;
use catalog_domain::ports::ProductRecord;
use catalog_domain::products::ProductParts;
use catalog_domain::values::SourceId;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{product_record, product_type, section};
use catalog_testkit::service::{TestService, UnreadBody};
use catalog_testkit::usual::Fixture;
use http_common::response::CHUNK_BYTES;
use serde_json::json;
use std::future::{Future, poll_fn};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

const SECTION: i64 = 100_001;

fn record(number: i64) -> ProductRecord {
    ProductRecord {
        source_id: SourceId(number),
        parts: ProductParts { description: "d".repeat(2_000).into(), ..ProductParts::default() },
        ..product_record(&format!("S-{number:05}"), &[1])
    }
}

fn import_of(products: i64) -> ImportRun {
    ImportRun {
        sections: vec![section(1)],
        product_types: vec![product_type(1)],
        ..ImportRun::of_records((1..=products).map(record))
    }
}

fn fixture_of(products: i64) -> Fixture {
    Fixture::of(import_of(products))
}

/// The whole section, of which nothing is read yet.
async fn begin(fixture: &Fixture) -> UnreadBody {
    fixture.begin("wholesaler", &format!("/api/v1/get/items/from?id_list={SECTION}")).await
}

fn ids(data: &serde_json::Value) -> Vec<i64> {
    data.as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect()
}

#[actix_web::test]
async fn an_array_of_any_length_is_whole_and_in_name_order() {
    for count in [0, 1, 199, 200, 201, 400, 1_001] {
        for fixture in Fixture::on_every_store(|| import_of(count)) {
            for path in ["items", "items/documentation", "items/availability"] {
                let response = get(&fixture, "wholesaler", &format!("/api/v1/get/{path}/from?id_list={SECTION}")).await;
                assert_eq!(response.json()["status"], true, "{path}");
                assert_eq!(ids(&response.data("")), (1..=count).collect::<Vec<_>>(), "{path}");
            }
        }
    }
}

#[actix_web::test]
async fn limit_and_offset_cut_the_array_anywhere() {
    for fixture in Fixture::on_every_store(|| import_of(450)) {
        for (query, expected) in [
            ("limit=3", 1..=3),
            ("offset=447", 448..=450),
            ("offset=100&limit=250", 101..=350),
            ("offset=0&limit=450", 1..=450),
            ("offset=9&limit=18446744073709551615", 10..=450),
        ] {
            let path = format!("/api/v1/get/items/from?id_list={SECTION}&{query}");
            assert_eq!(
                ids(&get(&fixture, "wholesaler", &path).await.data("")),
                expected.collect::<Vec<_>>(),
                "{query}"
            );
        }
    }
}

#[actix_web::test]
async fn no_chunk_has_more_than_a_few_hundred_products() {
    let fixture = fixture_of(1_000);
    let path = format!("/api/v1/get/items/from?id_list={SECTION}");
    get(&fixture, "wholesaler", &path).await;
    let sizes: Vec<usize> = fixture.details.take_read_sizes().into_iter().map(|(products, _)| products).collect();
    assert_eq!(sizes, [200; 5]);
}

#[actix_web::test]
async fn chunks_are_built_only_as_the_client_reads_them() {
    let fixture = fixture_of(1_000);
    let mut body = begin(&fixture).await;
    assert_eq!(fixture.details.take_reads().len(), 1, "before anything is sent");
    let (mut taken, mut reads) = (0, 0);
    while reads < 2 {
        let piece = body.next().await.unwrap().unwrap();
        assert!(piece.len() <= CHUNK_BYTES, "{}", piece.len());
        reads += fixture.details.take_reads().len();
        // 200 products of more than 2,000 bytes each are taken before the next ones are read.
        assert!(reads <= taken / 400_000, "{reads} after {taken} bytes");
        taken += piece.len();
    }
}

#[actix_web::test]
async fn an_array_ends_in_the_middle_when_the_access_or_the_prices_of_its_account_change() {
    for change in [json!({"isActive": false}), json!({"priceLevel": "another"}), json!({"role": "admin"})] {
        let fixture = fixture_of(1_000);
        let mut body = begin(&fixture).await;
        let first = body.next().await.unwrap().unwrap();
        assert!(first.len() <= CHUNK_BYTES);
        fixture.change_user("wholesaler", &change).await;
        let next = body.next().await.unwrap();
        assert!(next.is_err(), "{change}: the framework breaks the connection off");
    }
}

#[actix_web::test]
async fn an_array_that_cannot_be_completed_is_recognisably_truncated() {
    let fixture = fixture_of(1_000);
    fixture.details.fail_after(2);
    // The head is sent before the failure.
    let outcome = begin(&fixture).await.rest().await;
    assert!(outcome.is_err(), "the framework breaks the connection off");
}

#[actix_web::test]
async fn products_that_go_while_an_array_is_sent_are_left_out_and_the_others_are_shown_as_they_are_then() {
    for fixture in Fixture::on_every_store(|| import_of(600)) {
        let mut body = begin(&fixture).await;
        let mut text = body.next().await.unwrap().unwrap().to_vec();
        let renamed = ProductRecord { name: "Renamed".into(), ..record(300) };
        let gone = (401..=600).map(|number| ProductRecord { is_active: false, ..record(number) });
        fixture.import(ImportRun::of_records(gone.chain([renamed])));
        text.extend(body.rest().await.unwrap());
        let response: serde_json::Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(ids(&response["data"]), (1..=400).collect::<Vec<_>>());
        assert_eq!(response["data"][299]["name"], "Renamed");
    }
}

#[actix_web::test]
async fn a_short_array_is_of_one_revision_although_an_import_lands_while_it_is_made() {
    // One of the two products is shown in each revision.
    let import = |shown: i64| ImportRun {
        sections: vec![section(1)],
        product_types: vec![product_type(1)],
        ..ImportRun::of_records((1..=2).map(|number| ProductRecord { is_active: number == shown, ..record(number) }))
    };
    for fixture in Fixture::on_every_store(|| import(1)) {
        for path in ["items", "items/documentation", "items/availability"] {
            let path = format!("/api/v1/get/{path}/from?id_list={SECTION}");
            assert_eq!(ids(&get(&fixture, "wholesaler", &path).await.data("")), [1], "{path}");
            for shown in [2, 1] {
                let mut response = pin!(get(&fixture, "wholesaler", &path));
                let early = poll_fn(|context| Poll::Ready(response.as_mut().poll(context))).await;
                fixture.import(import(shown));
                let response = if let Poll::Ready(response) = early { response } else { response.await };
                assert_eq!(ids(&response.data("")).len(), 1, "{path}");
            }
        }
    }
}

/// The bytes that a client reads from its connection until the server closes it.
async fn read_over_a_connection(fixture: &Fixture, method: &str) -> String {
    let state = fixture.service.state.clone();
    let app = move || TestService::over(&state).app();
    let server = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
    let address = server.addrs()[0];
    let server = server.run();
    let handle = server.handle();
    let running = actix_web::rt::spawn(server);
    let request = format!(
        "{method} /api/v1/get/items/from?id_list={SECTION} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: {}\r\n\r\n",
        fixture.token("wholesaler")
    );
    let read = actix_web::web::block(move || {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(180))).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        // A server that aborts may do so with an error; the bytes before it still count.
        let _ = connection.read_to_end(&mut bytes);
        String::from_utf8(bytes).unwrap()
    });
    let text = read.await.unwrap();
    handle.stop(false).await;
    running.await.unwrap().unwrap();
    text
}

#[actix_web::test]
async fn a_client_can_distinguish_a_truncated_array_from_a_complete_one() {
    const END_OF_TRANSFER: &str = "\r\n0\r\n\r\n";
    let fixture = fixture_of(1_000);
    let whole = read_over_a_connection(&fixture, "GET").await;
    assert!(whole.contains("transfer-encoding: chunked\r\n"), "{whole:.500}");
    assert!(whole.ends_with(END_OF_TRANSFER));
    assert!(whole.contains("S-01000"));
    let head = read_over_a_connection(&fixture, "HEAD").await;
    assert!(head.contains("transfer-encoding: chunked\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(!head.contains("content-length"), "no other length than that of the array: {head}");
    fixture.details.fail_after(2);
    let broken = read_over_a_connection(&fixture, "GET").await;
    assert!(broken.starts_with("HTTP/1.1 200 OK\r\n"), "{broken:.500}");
    assert!(broken.contains("S-00001"), "{broken:.500}");
    assert!(!broken.ends_with(END_OF_TRANSFER));
    assert!(!broken.contains("S-01000"));
}
