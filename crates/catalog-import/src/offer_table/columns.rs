//! The columns of a table, as its first line names them.

use super::cells::CellReader;
use crate::diagnostic::{Location, RecordDiagnostic};
use catalog_domain::pricing::PriceLevel;
use catalog_records::closest_name;
use std::collections::HashSet;
use std::sync::Arc;

pub(super) enum Column {
    StockNumber,
    HidePrices,
    Retail,
    Sale,
    Special,
    Shipping,
    Level(PriceLevel),
    Stock(Arc<str>),
    /// Of a price list: it says that empty prices may be hidden ones.
    Currency,
    /// Of a price list: it says nothing to an import.
    PassedOver,
}

pub(super) struct Columns {
    /// Each with its name.
    pub(super) all: Vec<(Box<str>, Column)>,
    pub(super) has_decimal_comma: bool,
    /// Whether empty prices may be hidden ones.
    pub(super) is_price_list: bool,
}

/// The names for messages, with those that have a part of their own last.
const NAMES: [&str; 8] =
    ["stockNumber", "hidePrices", "retail", "sale", "specialPrice", "shipping", LEVEL_COLUMN, STOCK_COLUMN];
const LEVEL_COLUMN: &str = "level:<name>";
const STOCK_COLUMN: &str = "stock:<warehouse id>";
const PASSED_OVER: [&str; 5] = ["name", "fullName", "vendor", "section", "url"];
/// The most characters of the name of a level or the id of a warehouse.
const MAXIMUM_CHARACTERS: usize = 255;
/// The most columns of levels, and of warehouses: what an offer may name.
pub(crate) const MAXIMUM_NAMED: usize = 1_000;

impl Columns {
    /// The columns that `line` names, and in `cells` what separates the lines below it: `separator` where it is stated.
    pub(super) fn read(
        line: &str,
        separator: Option<u8>,
        cells: &mut CellReader,
    ) -> Result<Self, Vec<RecordDiagnostic>> {
        let has_semicolons = separator.map_or_else(|| is_outside_quotes(line, b';'), |separator| separator == b';');
        if line.contains('\t') && !has_semicolons && !is_outside_quotes(line, b',') {
            let message = "the columns are separated by tabs: separate them by commas or semicolons";
            return Err(vec![RecordDiagnostic::new("", message)]);
        }
        *cells = CellReader::new(if has_semicolons { b';' } else { b',' });
        let names = cells.read(Location { file: 0, line: 1 }, line).map_err(|problem| vec![problem])?;
        let Some(names) = names else {
            return Err(vec![RecordDiagnostic::new("", "a quote begins in the first line and does not end in it")]);
        };
        let mut all: Vec<(Box<str>, Column)> = Vec::new();
        let (mut problems, mut seen) = (Vec::new(), HashSet::new());
        for name in names.iter() {
            match column(name) {
                Ok(_) if !seen.insert(name) => problems.push(format!("the column `{name}` is given twice")),
                Ok(column) => all.push((name.into(), column)),
                Err(problem) => problems.push(problem),
            }
        }
        let count = |is_it: fn(&Column) -> bool| all.iter().filter(|(_, column)| is_it(column)).count();
        if problems.is_empty() && count(|column| matches!(column, Column::StockNumber)) == 0 {
            problems.push("there is no column `stockNumber`".to_owned());
        }
        for named in
            [count(|column| matches!(column, Column::Level(_))), count(|column| matches!(column, Column::Stock(_)))]
        {
            if named > MAXIMUM_NAMED {
                problems.push(format!("there are more than {MAXIMUM_NAMED} columns of levels or of warehouses"));
            }
        }
        if !problems.is_empty() {
            return Err(problems.into_iter().map(|problem| RecordDiagnostic::new("", problem)).collect());
        }
        let is_price_list = all.iter().any(|(_, column)| matches!(column, Column::Currency));
        Ok(Self { all, has_decimal_comma: has_semicolons, is_price_list })
    }
}

/// What a line such as `sep=;`, which spreadsheets write before a table, says; `None` for any other line.
pub(super) fn stated_separator(line: &str) -> Option<u8> {
    match &*line.trim().trim_matches('"').to_ascii_lowercase() {
        "sep=;" => Some(b';'),
        "sep=," => Some(b','),
        _ => None,
    }
}

fn column(name: &str) -> Result<Column, String> {
    let is_named = |part: &str| (1..=MAXIMUM_CHARACTERS).contains(&part.chars().count()) && !part.contains('\0');
    Ok(match name {
        "stockNumber" => Column::StockNumber,
        "hidePrices" => Column::HidePrices,
        "retail" => Column::Retail,
        "sale" => Column::Sale,
        "specialPrice" => Column::Special,
        "shipping" => Column::Shipping,
        "currency" => Column::Currency,
        _ if PASSED_OVER.contains(&name) => Column::PassedOver,
        _ => {
            if let Some(level) = name.strip_prefix("level:").filter(|level| is_named(level)) {
                let level = PriceLevel::new(level);
                return if level.is_retail() {
                    Err(format!("the column `{name}` is the retail price, which belongs into `retail`"))
                } else {
                    Ok(Column::Level(level))
                };
            }
            match name.strip_prefix("stock:").filter(|warehouse| is_named(warehouse)) {
                Some(warehouse) => Column::Stock(warehouse.into()),
                None => return Err(unknown(name)),
            }
        }
    })
}

fn unknown(name: &str) -> String {
    let meant = match name {
        // What price lists have instead.
        "personal" => Some(LEVEL_COLUMN),
        "inStock" => Some(STOCK_COLUMN),
        _ if name.starts_with("level") => Some(LEVEL_COLUMN),
        _ if name.starts_with("stock:") => Some(STOCK_COLUMN),
        _ => closest_name(name, &NAMES),
    };
    let hint = meant.map_or_else(String::new, |meant| format!(", did you mean `{meant}`?"));
    format!("unknown column `{name}`{hint} (expected some of {})", NAMES.join(", "))
}

fn is_outside_quotes(line: &str, wanted: u8) -> bool {
    let mut is_quoted = false;
    line.bytes().any(|byte| {
        is_quoted ^= byte == b'"';
        byte == wanted && !is_quoted
    })
}
