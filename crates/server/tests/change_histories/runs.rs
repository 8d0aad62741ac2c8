//! The runs of a history, chosen at random as it proceeds.

use crate::product_edits::{edit_offer, edit_product, offer};
use crate::section_edits::{edited_reference, edited_section};
use crate::source_state::{SourceState, text};
use crate::times::second_of_run;
use crate::world::{bare_product, first_records, line};
use catalog_generator::Random;
use serde_json::{Value, json};
use std::fmt;

#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Its position in the history, which determines its time.
    pub(crate) number: usize,
    /// Whether the server is restarted before it, on a reopened store.
    pub(crate) restart: bool,
    /// Whether the same input is repeated directly afterwards.
    pub(crate) twice: bool,
    pub(crate) input: Input,
}

#[derive(Debug, Clone)]
pub(crate) enum Input {
    Catalog {
        full: bool,
        records: Vec<Value>,
    },
    Resources(Vec<Value>),
    /// All records repeated, with the choices of a seed.
    SaidAgain {
        full: bool,
        seed: u64,
    },
    /// All links repeated.
    ResourcesAgain,
}

impl fmt::Display for Run {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let restart = if self.restart { " (after a restart)" } else { "" };
        const NOTHING: &[Value] = &[];
        let (title, records) = match &self.input {
            Input::Catalog { full: true, records } => ("import --mode full", records.as_slice()),
            Input::Catalog { full: false, records } => ("import", records.as_slice()),
            Input::Resources(records) => ("import-resources", records.as_slice()),
            Input::SaidAgain { full: true, .. } => {
                ("import --mode full: everything again as it was said last", NOTHING)
            }
            Input::SaidAgain { full: false, .. } => ("import: everything again as it was said last", NOTHING),
            Input::ResourcesAgain => ("import-resources: everything again as it was said last", NOTHING),
        };
        let twice = if self.twice { ", twice" } else { "" };
        writeln!(formatter, "# run {}{restart}: {title}{twice}", self.number)?;
        records.iter().try_for_each(|record| writeln!(formatter, "{}", line(record)))
    }
}

pub(crate) struct Source {
    random: Random,
    pub(crate) runs: Vec<Run>,
}

impl Source {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::seeded(seed), runs: Vec::new() }
    }

    pub(crate) fn length(&mut self) -> usize {
        usize::try_from(self.random.number(5..12)).unwrap()
    }

    /// The next run after all earlier records.
    pub(crate) fn next(&mut self, source_state: &SourceState) -> Run {
        let number = self.runs.len();
        let input = if number == 0 {
            Input::Catalog { full: self.random.chance(50), records: first_records(&mut self.random) }
        } else {
            self.input(source_state, second_of_run(number))
        };
        let run = Run { number, restart: number > 0 && self.random.chance(10), twice: self.random.chance(15), input };
        self.runs.push(run.clone());
        run
    }

    fn input(&mut self, source_state: &SourceState, now: i64) -> Input {
        let random = &mut self.random;
        match random.number(0..100) {
            0..58 => Input::Catalog { full: false, records: changes(source_state, random, now) },
            58..68 => Input::Catalog { full: true, records: whole(source_state, random, now) },
            68..80 => Input::Resources(links(source_state, random)),
            80..89 => {
                let runs: Vec<&Input> = self.runs.iter().map(|run| &run.input).collect();
                random.choose(&runs).clone()
            }
            89..98 => Input::SaidAgain { full: random.chance(50), seed: random.number(0..u64::MAX) },
            _ => Input::ResourcesAgain,
        }
    }
}

/// Some changed records, at most one for each id.
fn changes(source_state: &SourceState, random: &mut Random, now: i64) -> Vec<Value> {
    let mut records: Vec<Value> = Vec::new();
    for _ in 0..random.number(1..5) {
        let record = match random.number(0..100) {
            0..35 => changed_product(source_state, random, now),
            35..50 => changed_offer(source_state, random, now),
            50..75 => edited_section(source_state, random),
            75..80 => edited_reference(source_state, random),
            80..86 => json!({"type": "deleted", "stockNumber": random.choose(&stock_numbers(source_state))}),
            86..90 => json!({"type": "deleted", "hierarchyId": random.choose(&section_ids(source_state))}),
            90..95 => new_product(source_state, random, now),
            _ => renamed_product(source_state, random),
        };
        let is_other = |other: &Value| identity(other) != identity(&record) && !share_source_id(other, &record);
        if records.iter().all(is_other) {
            records.push(record);
        }
    }
    records
}

/// The whole catalog with some changes: most of the active records are in it.
fn whole(source_state: &SourceState, random: &mut Random, now: i64) -> Vec<Value> {
    let changes = changes(source_state, random, now);
    let changes: Vec<Value> = changes.into_iter().filter(|record| text(record, "type") != "offer").collect();
    let is_left_out = |record: &Value, random: &mut Random| {
        let is_changed =
            changes.iter().any(|change| identity(change) == identity(record) || share_source_id(change, record));
        let is_optional = !matches!(text(record, "type"), "productType" | "warehouse");
        is_changed || (is_optional && random.chance(5))
    };
    let mut records = source_state.again(true, random);
    records.retain(|record| !is_left_out(record, random));
    records.extend(changes);
    records
}

fn identity(record: &Value) -> (&str, String) {
    let kind = match text(record, "type") {
        kind @ ("productType" | "warehouse") => kind,
        _ => "",
    };
    let id = ["hierarchyId", "stockNumber", "id"].into_iter().find_map(|field| record.get(field));
    (kind, id.unwrap().to_string())
}

fn share_source_id(one: &Value, other: &Value) -> bool {
    text(one, "type") == "product" && text(other, "type") == "product" && one["sourceId"] == other["sourceId"]
}

fn stock_numbers(source_state: &SourceState) -> Vec<String> {
    source_state.products.keys().cloned().collect()
}

fn section_ids(source_state: &SourceState) -> Vec<i64> {
    source_state.sections.keys().copied().collect()
}

/// A product's record with some changes; a deactivated one usually returns.
fn changed_product(source_state: &SourceState, random: &mut Random, now: i64) -> Value {
    let mut product = source_state.products[&random.choose(&stock_numbers(source_state))].clone();
    if random.chance(50) {
        // Then prices and stock stay as they are.
        product.as_object_mut().unwrap().remove("offer");
    }
    if random.chance(60) {
        product["isActive"] = json!(true);
    }
    for _ in 0..random.number(0..3) {
        edit_product(&mut product, random, &section_ids(source_state), now);
    }
    product
}

fn changed_offer(source_state: &SourceState, random: &mut Random, now: i64) -> Value {
    let stock_number = random.choose(&stock_numbers(source_state));
    let stored = source_state.products[&stock_number].get("offer").cloned();
    let mut offer = stored.unwrap_or_else(|| offer(random, now));
    for _ in 0..random.number(0..3) {
        edit_offer(&mut offer, random, now);
    }
    offer["type"] = json!("offer");
    offer["stockNumber"] = json!(stock_number);
    offer
}

fn new_product(source_state: &SourceState, random: &mut Random, now: i64) -> Value {
    let number = source_state.products.len();
    let sections = random.some_of(&section_ids(source_state), 2);
    let name = format!("{}-{number}", random.choose(&["A", "Q", "я"]));
    let mut product = bare_product(&name, 9_100 + i64::try_from(number).unwrap(), &sections);
    for _ in 0..random.number(0..8) {
        edit_product(&mut product, random, &section_ids(source_state), now);
    }
    product
}

/// A product under another stock number, which may be new or that of another one.
fn renamed_product(source_state: &SourceState, random: &mut Random) -> Value {
    let mut product = source_state.products[&random.choose(&stock_numbers(source_state))].clone();
    let names = [stock_numbers(source_state), vec!["AA".to_owned(), "zz".to_owned()]].concat();
    product["stockNumber"] = json!(random.choose(&names));
    product
}

fn links(source_state: &SourceState, random: &mut Random) -> Vec<Value> {
    const HTML: [&str; 4] = [
        "",
        "<ul><li><a href=\"https://files.example/a.pdf\">Manual</a> (PDF, 2.3 MB)</li></ul>",
        "<p><a href=\"https://files.example/b.zip\">Driver</a></p>",
        "<p>See <a href=\"ftp://files.example/c.zip\">this</a> and nothing else.</p>",
    ];
    let mut stock_numbers = random.some_of(&stock_numbers(source_state), 4);
    stock_numbers.extend(random.chance(10).then(|| "unknown".to_owned()));
    let record = |stock_number| {
        let (documentation, software) = (random.choose(&HTML), random.choose(&HTML));
        json!({"stockNumber": stock_number, "documentationHtml": documentation, "softwareHtml": Some(software).filter(|html| !html.is_empty())})
    };
    stock_numbers.into_iter().map(record).collect()
}
