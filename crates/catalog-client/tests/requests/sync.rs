//! The sync protocol: walks, the feed, and everything that can come in between.

use crate::script::{Reply, Script, data, data_with, product, refusal, token};
use catalog_client::{Checkpoint, ClientError, FollowOptions, SyncHandler, SyncStep, WalkProgress};
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
    pub(crate) walk: Option<WalkProgress>,
}

impl Copy {
    /// One that ends after so many steps.
    pub(crate) fn of_steps(steps: u32) -> Self {
        Self { steps_left: Some(steps), ..Self::default() }
    }

    fn names(&self) -> Vec<String> {
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
        // As a store does it.
        let text = step.checkpoint.to_text().unwrap();
        self.checkpoint = Some(Checkpoint::from_text(&text).unwrap());
        self.walk = step.walk.or(self.walk);
        self.steps_left = self.steps_left.map(|left| left - 1);
        Ok(if self.steps_left == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn restarts(&mut self, reason: &ClientError) {
        self.restarts.push(reason.refusal().unwrap().name.clone());
    }
}

pub(crate) fn once() -> FollowOptions {
    FollowOptions { once: true, page_size: 2, section_pause: None, ..FollowOptions::default() }
}

/// A page of the list: products, number, number of pages, revision.
pub(crate) fn page(products: &[(&str, u32)], number: u32, pages: u32, revision: u32) -> Reply {
    let items: Vec<String> = products.iter().map(|(name, in_stock)| product(name, *in_stock)).collect();
    let pagination = format!(r#"{{"page":{number},"pageSize":2,"pageCount":{pages},"total":9}}"#);
    let meta = format!(r#"{{"pagination":{pagination},"changesCursor":"c{revision}"}}"#);
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
    let meta = format!(r#"{{"hasMore":{has_more},"nextCursor":"{next}","checkpoint":"{next}"}}"#);
    data(&format!(r#"{{"items":[{}],"meta":{meta}}}"#, items.join(",")))
}

/// Products by stock number.
fn batch(products: &[(&str, u32)], missing: &str) -> Reply {
    let items: Vec<String> = products.iter().map(|(name, in_stock)| product(name, *in_stock)).collect();
    data(&format!(r#"{{"items":[{}],"meta":{{"missing":[{missing}]}}}}"#, items.join(",")))
}

/// The requests after the login, without the part that all have in common.
fn paths(script: Script) -> Vec<String> {
    let requests = script.requests();
    let path = |request: &String| {
        let path = request.trim_start_matches("GET /api/v2/").trim_end_matches(" [Bearer t]");
        path.trim_start_matches("catalog/sections/7/").to_owned()
    };
    requests.iter().skip(1).map(path).collect()
}

#[test]
fn a_copy_is_walked_once_and_then_follows_the_feed() {
    let script = Script::play(vec![
        token("t", 600),
        page(&[("A", 1), ("B", 1)], 1, 2, 5),
        page(&[("C", 1)], 2, 2, 5),
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
    client.follow("7", &once(), &mut copy).unwrap();
    let feed = |cursor| format!("product-changes?cursor={cursor}&limit=500&wait=0");
    let list = |page| format!("products?page={page}&pageSize=2&sort=stockNumber");
    let read = |numbers: &str| format!("products?stockNumbers={numbers}");
    assert_eq!(paths(script), [list(1), list(2), feed("c5"), read("A,D"), feed("n1"), read("E"), feed("n2")]);
}

#[test]
fn a_page_that_may_hide_shifted_products_is_read_again() {
    let script = Script::play(vec![
        token("t", 600),
        page(&[("B", 1), ("D", 1)], 1, 3, 5),
        // A new product A moved D to this page, and C is not in what was read: the page before comes first.
        page(&[("E", 1), ("F", 1)], 2, 3, 6),
        page(&[("A", 1), ("B", 1)], 1, 3, 6),
        page(&[("D", 1), ("E", 1)], 2, 3, 6),
        page(&[("F", 1)], 3, 3, 6),
        changes(&[], false, "n"),
    ]);
    let mut copy = Copy::default();
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=1", "B=1", "D=1", "E=1", "F=1"]);
    assert_eq!(paths(script).last().unwrap(), "product-changes?cursor=c5&limit=500&wait=0", "the first page's cursor");
}

#[test]
fn an_interrupted_walk_goes_on_where_it_was() {
    let script = Script::play(vec![
        token("t", 600),
        page(&[("A", 1), ("B", 1)], 1, 2, 5),
        page(&[("C", 1)], 2, 2, 5),
        changes(&[], false, "n"),
    ]);
    let (client, mut copy) = (script.client(), Copy { steps_left: Some(1), ..Copy::default() });
    client.follow("7", &once(), &mut copy).unwrap();
    assert!(!copy.checkpoint.as_ref().unwrap().is_whole());
    copy.steps_left = None;
    client.follow("7", &FollowOptions { page_size: 100, ..once() }, &mut copy).unwrap();
    assert_eq!(copy.names(), ["A=1", "B=1", "C=1"]);
    assert_eq!(paths(script)[1], "products?page=2&pageSize=2&sort=stockNumber", "with the page size of its beginning");
}

#[test]
fn a_cursor_that_is_too_old_leads_to_another_walk_during_which_the_copy_stays() {
    for (status, name) in [(410, "ProductChangesCursorExpiredError"), (400, "ValidationError")] {
        let script = Script::play(vec![
            token("t", 600),
            page(&[("A", 1), ("B", 1)], 1, 1, 5),
            changes(&[], false, "n1"),
            refusal(status, name, ""),
            page(&[("B", 2)], 1, 2, 8),
            page(&[("C", 2)], 2, 2, 8),
            changes(&[], false, "n2"),
        ]);
        let (client, mut copy) = (script.client(), Copy::default());
        client.follow("7", &once(), &mut copy).unwrap();
        copy.steps_left = Some(2);
        client.follow("7", &once(), &mut copy).unwrap();
        assert_eq!(copy.names(), ["A=1", "B=2"], "nothing is deleted before the walk has ended");
        copy.steps_left = None;
        client.follow("7", &once(), &mut copy).unwrap();
        assert_eq!(copy.names(), ["B=2", "C=2"]);
        assert_eq!(copy.restarts, [name]);
        script.requests();
    }
}

#[test]
fn a_cursor_that_is_refused_again_directly_after_a_walk_is_an_error() {
    let expired = || refusal(410, "ProductChangesCursorExpiredError", "");
    let script = Script::play(vec![
        token("t", 600),
        page(&[("A", 1)], 1, 1, 5),
        expired(),
        page(&[("A", 1)], 1, 1, 5),
        expired(),
    ]);
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
    let gone = || refusal(404, "CatalogSectionNotFoundError", "");
    let script = Script::play(vec![
        token("t", 600),
        page(&[("A", 1)], 1, 1, 5),
        changes(&[], false, "n1"),
        gone(),
        gone(),
        gone(),
        page(&[("B", 1)], 1, 1, 9),
        changes(&[], false, "n2"),
    ]);
    let (client, mut copy) = (script.client(), Copy::default());
    client.follow("7", &once(), &mut copy).unwrap();
    client.follow("7", &once(), &mut copy).unwrap_err();
    assert!(copy.names().is_empty());
    let patient = FollowOptions { section_pause: Some(Duration::ZERO), ..once() };
    client.follow("7", &patient, &mut copy).unwrap();
    assert_eq!(copy.names(), ["B=1"]);
    script.requests();
}

#[test]
fn following_waits_for_changes() {
    let script = Script::play(vec![
        token("t", 600),
        page(&[("A", 1)], 1, 1, 5),
        changes(&[("A", "remove")], false, "n1"),
        changes(&[("B", "upsert")], false, "n2"),
        batch(&[("B", 1)], ""),
    ]);
    let mut copy = Copy { steps_left: Some(3), ..Copy::default() };
    let options = FollowOptions { limit: 50, wait: 20, once: false, ..once() };
    script.client().follow("7", &options, &mut copy).unwrap();
    assert_eq!(copy.names(), ["B=1"]);
    assert_eq!(paths(script)[1], "product-changes?cursor=c5&limit=50&wait=20");
}
