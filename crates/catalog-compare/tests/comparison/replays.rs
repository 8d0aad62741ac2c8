//! Access logs that are replayed.

use crate::catalogs::usual;
use crate::comparison::Comparison;
use crate::site::Site;
use catalog_compare::{Pace, ReplayOptions};
use serde_json::json;

fn line(second: u32, request: &str) -> String {
    let (minute, second) = (second / 60 % 60, second % 60);
    format!("192.0.2.7 - - [22/Nov/2026:09:{minute:02}:{second:02} +0000] \"{request} HTTP/1.1\" 200 5 \"-\" \"-\"\n")
}

#[test]
fn the_share_of_requests_with_the_same_response_is_that_of_the_log() {
    let (old, new) = (Site::of(usual(40)), Site::of(usual(40)));
    old.change_data("/api/v1/get/item/90003", |item| item["name"] = json!("Another"));
    let mut comparison = Comparison::between(&old, &new);
    let mut log = String::new();
    for second in 0..2_500 {
        let id = 90_000 + if second == 7 || second == 2_222 { 3 } else { second % 3 };
        log.push_str(&line(second, &format!("GET /api/v1/get/item/{id}")));
    }
    log.push_str(&line(2_501, "GET /api/v2/catalog/tree"));
    log.push_str(&line(2_502, "POST /api/v1/get/items"));
    log.push_str("nonsense\n");
    log.push_str(&line(2_504, "GET /auth/token/ann"));
    log.push_str(&line(2_505, "GET /api/v1/get/items/from?id_list=100001&limit=20"));
    let path = comparison.path("access.log");
    std::fs::write(&path, log).unwrap();
    comparison.options.replay = Some(ReplayOptions { log: path, pace: Pace::Fast });
    comparison.options.resume = Some(comparison.path("journal"));
    let report = comparison.report();
    let summary = report.summary();
    assert_eq!((summary["compared"].clone(), summary["different"].clone()), (json!(2_501), json!(2)));
    assert_eq!((report.outcome.share.as_str(), report.outcome.compared), ("99.92 %", 2_501));
    let replay = &summary["replay"];
    assert_eq!(replay["unreadableLines"], json!([2_503]));
    assert_eq!(
        replay["skipped"],
        json!({"a login: its password is not in the log": 1, "cannot be read": 1, "not GET": 1, "not v1": 1})
    );
    assert!(report.counting().iter().all(|[identity, ..]| identity.starts_with("item 90003")), "{report:?}");
    assert!(report.files[2].contains("requests have the same response"));
    let before = old.targets().len();
    assert_eq!(comparison.report().files, report.files);
    assert_eq!(old.targets().len(), before, "a finished log is not sent again");
}

#[test]
fn a_log_that_has_grown_is_refused_with_the_journal_of_the_shorter_one() {
    let site = Site::of(usual(4));
    let mut comparison = Comparison::between(&site, &site);
    let log = comparison.path("access.log");
    comparison.options.replay = Some(ReplayOptions { log: log.clone(), pace: Pace::Fast });
    comparison.options.resume = Some(comparison.path("journal"));
    let first = line(1, "GET /api/v1/get/item/90001");
    std::fs::write(&log, &first).unwrap();
    assert_eq!(comparison.report().outcome.compared, 1);
    std::fs::write(&log, first + &line(2, "GET /api/v1/get/item/90002")).unwrap();
    let error = comparison.error();
    assert!(error.is_bad_input(), "{error}");
    assert!(
        error.to_string().ends_with("is the journal of a comparison with other arguments or another log"),
        "{error}"
    );
    comparison.options.resume = None;
    assert_eq!(comparison.report().outcome.compared, 2);
}
