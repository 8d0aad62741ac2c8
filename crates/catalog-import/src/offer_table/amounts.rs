//! Cells as people and spreadsheets write them. What could be meant in two ways is refused by name.

use catalog_domain::pricing::{Money, MoneyError};

/// `истина` and `ложь` are what a Russian spreadsheet makes of `true` and `false`.
const FLAGS: [(&str, bool); 10] = [
    ("true", true),
    ("1", true),
    ("yes", true),
    ("да", true),
    ("истина", true),
    ("false", false),
    ("0", false),
    ("no", false),
    ("нет", false),
    ("ложь", false),
];

/// A flag; an empty cell is false.
pub(super) fn flag(cell: &str) -> Result<bool, String> {
    let text = cell.trim().to_lowercase();
    if text.is_empty() {
        return Ok(false);
    }
    check(&text)?;
    let known = FLAGS.iter().find(|(name, _)| *name == text);
    known.map(|(_, value)| *value).ok_or_else(|| format!("must be one of {}", FLAGS.map(|(name, _)| name).join(", ")))
}

/// A price; an empty cell and zero are none.
pub(super) fn price(cell: &str, has_decimal_comma: bool) -> Result<Option<Money>, String> {
    let text = cell.trim();
    if text.is_empty() {
        return Ok(None);
    }
    check(text)?;
    let plain = match text.bytes().filter(|byte| *byte == b',').count() {
        0 => text.to_owned(),
        1 if has_decimal_comma && !text.contains('.') => text.replace(',', "."),
        1 if has_decimal_comma => return Err("has a comma and a point inside a number".to_owned()),
        1 => return Err("has a decimal comma, which is read where semicolons separate the columns".to_owned()),
        _ => return Err("has several commas inside a number".to_owned()),
    };
    let price = Money::parse(&plain).map_err(|error| format!("a price {error}"))?;
    // As in a text of a record: only a number of JSON may have a signed zero.
    if plain.starts_with('-') {
        return Err(format!("a price {}", MoneyError::Negative));
    }
    Ok(Some(price).filter(|price| price.is_positive()))
}

/// A quantity; `None` for an empty cell. A negative one counts as 0.
pub(super) fn quantity(cell: &str) -> Result<Option<i64>, String> {
    let text = cell.trim();
    if text.is_empty() {
        return Ok(None);
    }
    check(text)?;
    let quantity: i64 = text.parse().map_err(|_| "must be a whole number of at most 64 bits".to_owned())?;
    Ok(Some(quantity.max(0)))
}

/// Refuses what spreadsheets make of numbers.
fn check(text: &str) -> Result<(), String> {
    if text.starts_with('#') {
        return Err("is an error of a spreadsheet, such as `#N/A`".to_owned());
    }
    let begins_as_number = text.starts_with(|character: char| character.is_ascii_digit() || character == '-');
    if begins_as_number && text.contains(|character: char| character.is_whitespace() || character == '\'') {
        return Err("a blank inside a number".to_owned());
    }
    if begins_as_number && text.contains(['e', 'E']) {
        return Err("an exponent in a number: format the cells of the spreadsheet as plain numbers".to_owned());
    }
    Ok(())
}
