//! The sync protocol: the first copy, the feed, verification, and everything that can come in between.

use crate::script::{LIST, Reply, Script, data, data_with, product, refusal, token};
use catalog_client::{
    Checkpoint, ClientError, CopyProgress, Differences, FollowOptions, ProductVersion, SyncHandler, SyncStep,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// A copy in memory that ends after some steps.
#[derive(Default)]
pub(crate) struct Copy {
    products: BTreeMap<String, (u64, i64)>,
    checkpoint: Option<Checkpoint>,
    restarts: Vec<String>,
    steps_left: Option<u32>,
    pub(crate) progress: Option<CopyProgress>,
    /// What the copy says of itself, if it is one that can be verified.
    pub(crate) versions: Option<BTreeMap<String, u64>>,
    /// What verification said.
    pub(crate) verdicts: Vec<String>,
}

impl Copy {
    /// One that ends after so many steps.
    pub(crate) fn of_steps(steps: u32) -> Self {
        Self { steps_left: Some(steps), ..Self::default() }
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.products.iter().map(|(name, (_, in_stock))| format!("{name}={in_stock}")).collect()
    }
}

impl SyncHandler for Copy {
    type Error = ClientError;

    fn checkpoint(&mut self) -> Result<Option<Checkpoint>, ClientError> {
        Ok(self.checkpoint.clone())
    }

    fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, ClientError> {
        let generation = step.checkpoint.generation();
        for product in &step.upserts {
            self.products.insert(product.stock_number.clone(), (generation, product.availability.in_stock));
        }
        self.products.retain(|name, _| !step.removals.contains(name));
        if step.drops_older {
            self.products.retain(|_, (stored, _)| *stored == generation);
        }
        if let Some(versions) = &mut self.versions {
            let version = |product: &catalog_client::Product| Some((product.stock_number.clone(), product.version?));
            versions.extend(step.upserts.iter().filter_map(version));
            versions.retain(|name, _| !step.removals.contains(name));
        }
        // As a store does it.
        let text = step.checkpoint.to_text().unwrap();
        self.checkpoint = Some(Checkpoint::from_text(&text).unwrap());
        self.progress = step.progress.or(self.progress);
        self.steps_left = self.steps_left.map(|left| left - 1);
        Ok(if self.steps_left == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn restarts(&mut self, reason: &ClientError) {
        self.restarts.push(reason.refusal().unwrap().name.clone());
    }

    fn versions(&mut self) -> Result<Option<Vec<ProductVersion>>, ClientError> {
        let product =
            |(name, version): (&String, &u64)| ProductVersion { stock_number: name.clone(), version: *version };
        Ok(self.versions.as_ref().map(|versions| versions.iter().map(product).collect()))
    }

    fn verified(&mut self, products: usize) {
        self.verdicts.push(format!("{products} equal"));
    }

    fn differs(&mut self, differences: &Differences) {
        self.verdicts.push(differences.to_string());
    }
}

pub(crate) fn once() -> FollowOptions {
    FollowOptions {
        once: true,
        page_size: 2,
        section_pause: None,
        feed_delay: Duration::ZERO,
        ..FollowOptions::default()
    }
}

/// A snapshot of revision 5 with its end, or with what comes in place of it.
fn lines(products: &[(&str, u32)], revision: u32, end: &str) -> String {
    let start = format!(r#"{{"type":"start","revision":{revision},"changesCursor":"c{revision}","total":9}}"#);
    let product = |(name, in_stock): &(&str, u32)| {
        format!(r#"{{"type":"product","data":{}}}"#, product(name, *in_stock).replace('\n', ""))
    };
    let lines: Vec<String> = [start].into_iter().chain(products.iter().map(product)).collect();
    format!("{}\n{end}", lines.join("\n"))
}

pub(crate) fn snapshot(products: &[(&str, u32)], revision: u32) -> Reply {
    let end = format!("{{\"type\":\"end\",\"count\":{}}}\n", products.len());
    Reply::Send(200, String::new(), lines(products, revision, &end))
}

/// One whose connection is closed before its end.
pub(crate) fn cut_snapshot(products: &[(&str, u32)], revision: u32) -> Reply {
    Reply::Cut(lines(products, revision, "{\"type\":\"prod"))
}

/// A server of before snapshots.
pub(crate) fn no_route() -> Reply {
    refusal(404, "NotFoundError", "")
}

pub(crate) fn page(products: &[(&str, u32)], number: u32, pages: u32, revision: u32) -> Reply {
    let items: Vec<String> = products.iter().map(|(name, in_stock)| product(name, *in_stock)).collect();
    let pagination = format!(r#"{{"page":{number},"pageSize":2,"pageCount":{pages},"total":9}}"#);
    let meta = format!(r#"{{{LIST},"pagination":{pagination},"changesCursor":"c{revision}"}}"#);
    let body = format!(r#"{{"items":[{}],"meta":{meta}}}"#, items.join(","));
    data_with(&format!("Catalog-Revision: {revision}\r\n"), &body)
}

pub(crate) fn changes(events: &[(&str, &str)], has_more: bool, next: &str) -> Reply {
    let event = |(name, operation): &(&str, &str)| {
        format!(
            r#"{{"eventId":"1","stockNumber":"{name}","sectionIds":[],"changeTypes":["content"],
            "operation":"{operation}","inSection":{},"changedAt":"x"}}"#,
            *operation == "upsert"
        )
    };
    let items: Vec<String> = events.iter().map(event).collect();
    let meta = format!(r#"{{"sectionId":"1","hasMore":{has_more},"nextCursor":"{next}","checkpoint":"{next}"}}"#);
    data(&format!(r#"{{"items":[{}],"meta":{meta}}}"#, items.join(",")))
}

/// Products by stock number.
pub(crate) fn batch(products: &[(&str, u32)], missing: &str) -> Reply {
    let items: Vec<String> = products.iter().map(|(name, in_stock)| product(name, *in_stock)).collect();
    data(&format!(r#"{{"items":[{}],"meta":{{"missing":[{missing}]}}}}"#, items.join(",")))
}

/// The requests after the login, without the part that all have in common.
pub(crate) fn paths(script: Script) -> Vec<String> {
    let requests = script.requests();
    let path = |request: &String| {
        let path = request.trim_start_matches("GET /api/v2/").trim_end_matches(" [Bearer t]");
        path.trim_start_matches("catalog/sections/7/").to_owned()
    };
    requests.iter().skip(1).map(path).collect()
}

pub(crate) fn feed(cursor: &str) -> String {
    format!("product-changes?cursor={cursor}&limit=500&wait=0&include=version")
}

#[test]
fn a_copy_is_read_once_and_then_follows_the_feed() {
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1), ("B", 1), ("C", 1)], 5),
        changes(&[("A", "upsert"), ("B", "remove"), ("D", "upsert")], true, "n1"),
        batch(&[("A", 2)], "\"D\""),
        changes(&[("E", "upsert")], false, "n2"),
        batch(&[("E", 3)], ""),
        changes(&[], false, "n3"),
    ]);
    let (client, mut copy) = (script.client(), Copy::default());
    copy.products.insert("OLD".into(), (0, 0));
    client.follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=2", "C=1", "E=3"]);
    assert_eq!(copy.progress, Some(CopyProgress { products: 3, total: 9 }));
    client.follow("7", &once(), &mut copy).unwrap();
    let read = |numbers: &str| format!("products?stockNumbers={numbers}&include=version");
    let expected = [feed("c5"), read("A,D"), feed("n1"), read("E"), feed("n2")];
    let paths = paths(script);
    assert_eq!(paths[0], "product-snapshot?include=version");
    assert_eq!(paths[1..], expected);
}

#[test]
fn a_snapshot_goes_on_where_it_was_cut_and_is_whole_with_its_end_only() {
    let script = Script::play(vec![
        token("t", 600),
        cut_snapshot(&[("A", 1), ("B", 1), ("C", 1)], 5),
        // Nothing but a start, and then a server that is behind: neither leads on.
        cut_snapshot(&[], 6),
        snapshot(&[("D", 4)], 4),
        changes(&[], false, "n"),
        Reply::Send(200, String::new(), lines(&[("D", 6)], 6, "{\"type\":\"error\",\"error\":{\"name\":\"X\"}}\n")),
        Reply::Send(200, String::new(), lines(&[("E", 7)], 7, "")),
        snapshot(&[], 7),
        changes(&[], false, "n"),
    ]);
    let mut copy = Copy::default();
    copy.products.insert("OLD".into(), (0, 0));
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=1", "B=1", "C=1", "D=6", "E=7"]);
    assert_eq!(copy.progress, Some(CopyProgress { products: 5, total: 9 }));
    let snapshot = |after: &str| format!("product-snapshot?include=version&after={after}&minRevision=5");
    let mut paths = paths(script);
    assert!(paths.remove(3).starts_with("product-changes?cursor=c5&limit=1&"), "was the store restored?");
    assert_eq!(paths[1..6], ["C", "C", "C", "D", "E"].map(snapshot));
    assert_eq!(paths[6], feed("c5"), "the cursor of the first start");
}

#[test]
fn a_snapshot_whose_account_gets_other_prices_meanwhile_begins_again() {
    let conflict = "{\"type\":\"error\",\"error\":{\"code\":409,\"name\":\"ConflictError\",\"message\":\"m\"}}\n";
    let script = Script::play(vec![
        token("t", 600),
        Reply::Send(200, String::new(), lines(&[("A", 1), ("B", 1)], 5, conflict)),
        snapshot(&[("A", 2), ("B", 2)], 5),
        changes(&[], false, "n"),
    ]);
    let mut copy = Copy::default();
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!((copy.names(), copy.restarts), (vec!["A=2".to_owned(), "B=2".to_owned()], vec!["ConflictError".into()]));
    assert_eq!(paths(script)[..2], ["product-snapshot?include=version"; 2]);
}

#[test]
fn a_copy_that_was_ended_within_a_snapshot_goes_on_behind_the_last_step() {
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1), ("B/1", 1), ("C", 1)], 5),
        snapshot(&[("C", 2)], 6),
        changes(&[], false, "n"),
    ]);
    let (client, mut copy) = (script.client(), Copy { steps_left: Some(1), ..Copy::default() });
    client.follow("7", &once(), &mut copy).unwrap();
    assert!(!copy.checkpoint.as_ref().unwrap().is_whole());
    copy.steps_left = None;
    client.follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=1", "B/1=1", "C=2"]);
    assert_eq!(
        paths(script)[1..3],
        ["product-snapshot?include=version&after=B%2F1&minRevision=5".to_owned(), feed("c5")]
    );
}

#[test]
fn a_server_without_snapshots_and_versions_is_read_page_by_page_at_one_revision() {
    let no_versions = || {
        let details =
            r#"{"code":400,"name":"ValidationError","message":"m","details":[{"parameter":"include","reason":"r"}]}"#;
        Reply::Send(400, String::new(), format!(r#"{{"status":false,"data":{{}},"error":{details},"message":""}}"#))
    };
    let script = Script::play(vec![
        token("t", 600),
        no_route(),
        page(&[("A", 1), ("B", 1)], 1, 2, 5),
        // Another revision: products may have moved from page to page.
        page(&[("D", 1)], 2, 2, 6),
        page(&[("B", 1), ("C", 1)], 1, 2, 6),
        page(&[("D", 1)], 2, 2, 6),
        no_versions(),
        changes(&[("C", "upsert")], false, "n"),
        batch(&[("C", 2)], ""),
        no_route(),
    ]);
    let mut copy = Copy { versions: Some(BTreeMap::new()), ..Copy::default() };
    script.client().follow("7", &FollowOptions { page_size: 2, ..once() }, &mut copy).unwrap();
    assert_eq!(copy.names(), ["B=1", "C=2", "D=1"]);
    assert_eq!(copy.verdicts, Vec::<String>::new(), "it cannot be verified");
    let list = |page| format!("products?page={page}&pageSize=2&sort=stockNumber");
    let paths = paths(script);
    assert_eq!(paths[1..5], [list(1), list(2), list(1), list(2)]);
    assert_eq!(paths[6..8], ["product-changes?cursor=c6&limit=500&wait=0", "products?stockNumbers=C"]);
}

#[test]
fn a_cursor_that_is_too_old_leads_to_another_first_copy_during_which_the_copy_stays() {
    for (status, name) in [(410, "ProductChangesCursorExpiredError"), (400, "ValidationError")] {
        let script = Script::play(vec![
            token("t", 600),
            snapshot(&[("A", 1), ("B", 1)], 5),
            changes(&[], false, "n1"),
            refusal(status, name, ""),
            snapshot(&[("B", 2), ("C", 2), ("D", 2)], 8),
            snapshot(&[("D", 2)], 8),
            changes(&[], false, "n2"),
        ]);
        let (client, mut copy) = (script.client(), Copy::default());
        client.follow("7", &once(), &mut copy).unwrap();
        copy.steps_left = Some(2);
        client.follow("7", &once(), &mut copy).unwrap();
        assert_eq!(copy.names(), ["A=1", "B=2", "C=2"], "nothing is deleted before the end");
        copy.steps_left = None;
        client.follow("7", &once(), &mut copy).unwrap();
        assert_eq!(copy.names(), ["B=2", "C=2", "D=2"]);
        assert_eq!(copy.restarts, [name]);
        script.requests();
    }
}

#[test]
fn a_cursor_that_is_refused_again_directly_after_a_first_copy_is_an_error() {
    let expired = || refusal(410, "ProductChangesCursorExpiredError", "");
    let script =
        Script::play(vec![token("t", 600), snapshot(&[("A", 1)], 5), expired(), snapshot(&[("A", 1)], 5), expired()]);
    let error = script.client().follow("7", &once(), &mut Copy::default()).unwrap_err();
    assert_eq!(error.refusal().unwrap().status, 410);
    script.requests();
}

#[test]
fn a_section_that_was_never_public_is_an_error() {
    let script = Script::play(vec![token("t", 600), refusal(404, "CatalogSectionNotFoundError", "")]);
    let patient = FollowOptions { section_pause: Some(Duration::ZERO), ..once() };
    let mut copy = Copy::default();
    let error = script.client().follow("7", &patient, &mut copy).unwrap_err();
    assert!(error.is_named("CatalogSectionNotFoundError"), "{error}");
    assert_eq!(copy.checkpoint, None);
    script.requests();
}

#[test]
fn a_section_that_is_no_longer_public_empties_its_copy_and_may_come_back() {
    let gone = || refusal(404, "CatalogSectionNotFoundError", "Catalog-Revision: 8\r\n");
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1)], 5),
        changes(&[], false, "n1"),
        gone(),
        gone(),
        gone(),
        snapshot(&[("B", 1)], 9),
        changes(&[], false, "n2"),
    ]);
    let (client, mut copy) = (script.client(), Copy::default());
    client.follow("7", &once(), &mut copy).unwrap();
    client.follow("7", &once(), &mut copy).unwrap_err();
    assert!(copy.names().is_empty());
    assert_eq!(copy.checkpoint.as_ref().unwrap().revision(), 8, "that in which it was no longer public");
    let patient = FollowOptions { section_pause: Some(Duration::ZERO), ..once() };
    client.follow("7", &patient, &mut copy).unwrap();
    assert_eq!(copy.names(), ["B=1"]);
    script.requests();
}

#[test]
fn following_waits_for_changes() {
    let script = Script::play(vec![
        token("t", 600),
        snapshot(&[("A", 1)], 5),
        changes(&[("A", "remove")], false, "n1"),
        changes(&[("B", "upsert")], false, "n2"),
        batch(&[("B", 1)], ""),
    ]);
    let mut copy = Copy { steps_left: Some(3), ..Copy::default() };
    let options = FollowOptions { limit: 50, wait: 20, once: false, ..once() };
    script.client().follow("7", &options, &mut copy).unwrap();
    assert_eq!(copy.names(), ["B=1"]);
    assert_eq!(paths(script)[2], "product-changes?cursor=n1&limit=50&wait=20&include=version");
}
