//! The runs of a history, chosen at random while it goes on.

use crate::dice::Dice;
use crate::product_edits::{edit_offer, edit_product, offer};
use crate::said::{Said, text};
use crate::section_edits::{edited_reference, edited_section};
use crate::times::second_of_run;
use crate::world::{bare_product, first_records, line};
use serde_json::{Value, json};
use std::fmt;

/// One run of a history.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Its place in the history, which says when it is.
    pub(crate) number: usize,
    /// Whether the server is started again before it, on a store that is opened again.
    pub(crate) restart: bool,
    /// Whether the same input is given once more directly afterwards.
    pub(crate) twice: bool,
    /// What is imported.
    pub(crate) input: Input,
}

/// What a run imports.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// An import of that mode.
    Catalog { full: bool, records: Vec<Value> },
    /// An import of links.
    Resources(Vec<Value>),
    /// Everything that was said once more, with the choices of a seed.
    SaidAgain { full: bool, seed: u64 },
    /// All links that were given once more.
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

/// Chooses the runs of a history.
pub(crate) struct Source {
    dice: Dice,
    /// All runs so far.
    pub(crate) runs: Vec<Run>,
}

impl Source {
    /// The history of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), runs: Vec::new() }
    }

    /// How many runs the history has.
    pub(crate) fn length(&mut self) -> usize {
        usize::try_from(self.dice.number(5..12)).unwrap()
    }

    /// The next run after all that was said.
    pub(crate) fn next(&mut self, said: &Said) -> Run {
        let number = self.runs.len();
        let input = if number == 0 {
            Input::Catalog { full: self.dice.chance(50), records: first_records(&mut self.dice) }
        } else {
            self.input(said, second_of_run(number))
        };
        let run = Run { number, restart: number > 0 && self.dice.chance(10), twice: self.dice.chance(15), input };
        self.runs.push(run.clone());
        run
    }

    fn input(&mut self, said: &Said, now: i64) -> Input {
        let dice = &mut self.dice;
        match dice.number(0..100) {
            0..58 => Input::Catalog { full: false, records: changes(said, dice, now) },
            58..68 => Input::Catalog { full: true, records: whole(said, dice, now) },
            68..80 => Input::Resources(links(said, dice)),
            80..89 => {
                let runs: Vec<&Input> = self.runs.iter().map(|run| &run.input).collect();
                dice.pick(&runs).clone()
            }
            89..98 => Input::SaidAgain { full: dice.chance(50), seed: dice.number(0..u64::MAX) },
            _ => Input::ResourcesAgain,
        }
    }
}

/// Some records that say something else than before, at most one of each thing.
fn changes(said: &Said, dice: &mut Dice, now: i64) -> Vec<Value> {
    let mut records: Vec<Value> = Vec::new();
    for _ in 0..dice.number(1..5) {
        let record = match dice.number(0..100) {
            0..35 => changed_product(said, dice, now),
            35..50 => changed_offer(said, dice, now),
            50..75 => edited_section(said, dice),
            75..80 => edited_reference(said, dice),
            80..86 => json!({"type": "deleted", "stockNumber": dice.pick(&stock_numbers(said))}),
            86..90 => json!({"type": "deleted", "hierarchyId": dice.pick(&section_ids(said))}),
            90..95 => new_product(said, dice, now),
            _ => renamed_product(said, dice),
        };
        let is_other = |other: &Value| identity(other) != identity(&record) && !share_source_id(other, &record);
        if records.iter().all(is_other) {
            records.push(record);
        }
    }
    records
}

/// The whole catalog with some changes: of what is active, most is in it.
fn whole(said: &Said, dice: &mut Dice, now: i64) -> Vec<Value> {
    let changes = changes(said, dice, now);
    let changes: Vec<Value> = changes.into_iter().filter(|record| text(record, "type") != "offer").collect();
    let is_left_out = |record: &Value, dice: &mut Dice| {
        let is_changed =
            changes.iter().any(|change| identity(change) == identity(record) || share_source_id(change, record));
        let is_optional = !matches!(text(record, "type"), "productType" | "warehouse");
        is_changed || (is_optional && dice.chance(5))
    };
    let mut records = said.again(true, dice);
    records.retain(|record| !is_left_out(record, dice));
    records.extend(changes);
    records
}

/// Everything that a record is about, as text: kind and id.
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

fn stock_numbers(said: &Said) -> Vec<String> {
    said.products.keys().cloned().collect()
}

fn section_ids(said: &Said) -> Vec<i64> {
    said.sections.keys().copied().collect()
}

/// A product's record with some changes; one that was switched off comes back more often than not.
fn changed_product(said: &Said, dice: &mut Dice, now: i64) -> Value {
    let mut product = said.products[&dice.pick(&stock_numbers(said))].clone();
    if dice.chance(50) {
        // Then prices and stock stay as they are.
        product.as_object_mut().unwrap().remove("offer");
    }
    if dice.chance(60) {
        product["isActive"] = json!(true);
    }
    for _ in 0..dice.number(0..3) {
        edit_product(&mut product, dice, &section_ids(said), now);
    }
    product
}

fn changed_offer(said: &Said, dice: &mut Dice, now: i64) -> Value {
    let stock_number = dice.pick(&stock_numbers(said));
    let stored = said.products[&stock_number].get("offer").cloned();
    let mut offer = stored.unwrap_or_else(|| offer(dice, now));
    for _ in 0..dice.number(0..3) {
        edit_offer(&mut offer, dice, now);
    }
    offer["type"] = json!("offer");
    offer["stockNumber"] = json!(stock_number);
    offer
}

fn new_product(said: &Said, dice: &mut Dice, now: i64) -> Value {
    let number = said.products.len();
    let sections = dice.some_of(&section_ids(said), 2);
    let name = format!("{}-{number}", dice.pick(&["A", "Q", "я"]));
    let mut product = bare_product(&name, 9_100 + i64::try_from(number).unwrap(), &sections);
    for _ in 0..dice.number(0..8) {
        edit_product(&mut product, dice, &section_ids(said), now);
    }
    product
}

/// A product under another stock number, which may be new or that of another one.
fn renamed_product(said: &Said, dice: &mut Dice) -> Value {
    let mut product = said.products[&dice.pick(&stock_numbers(said))].clone();
    let names = [stock_numbers(said), vec!["AA".to_owned(), "zz".to_owned()]].concat();
    product["stockNumber"] = json!(dice.pick(&names));
    product
}

fn links(said: &Said, dice: &mut Dice) -> Vec<Value> {
    const HTML: [&str; 4] = [
        "",
        "<ul><li><a href=\"https://files.example/a.pdf\">Manual</a> (PDF, 2.3 MB)</li></ul>",
        "<p><a href=\"https://files.example/b.zip\">Driver</a></p>",
        "<p>See <a href=\"ftp://files.example/c.zip\">this</a> and nothing else.</p>",
    ];
    let mut stock_numbers = dice.some_of(&stock_numbers(said), 4);
    stock_numbers.extend(dice.chance(10).then(|| "unknown".to_owned()));
    let record = |stock_number| {
        let (documentation, software) = (dice.pick(&HTML), dice.pick(&HTML));
        json!({"stockNumber": stock_number, "documentationHtml": documentation, "softwareHtml": Some(software).filter(|html| !html.is_empty())})
    };
    stock_numbers.into_iter().map(record).collect()
}
