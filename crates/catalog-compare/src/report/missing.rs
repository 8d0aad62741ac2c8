//! `missing-products.csv`: the products that the new system does not have, one a line.

use crate::difference::{Difference, Label};
use std::io::{self, Write};

const HEAD: &str = "id,stockNumber,name,vendor,section,sectionName";

/// Writes the first line.
pub(super) fn write_head(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{HEAD}")
}

/// Writes the line of a product. The section is the topmost one whose list it is missing from.
pub(super) fn write_product(output: &mut impl Write, difference: &Difference, section: Option<&str>) -> io::Result<()> {
    let Label { name, stock_number, vendor } = difference.label.clone().unwrap_or_default();
    let id = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
    let text = |text: Option<&str>| cell(text.unwrap_or_default());
    let (product, of_section) = (id(difference.product), id(difference.section));
    let (stock_number, name, vendor) = (text(stock_number.as_deref()), text(name.as_deref()), text(vendor.as_deref()));
    writeln!(output, "{product},{stock_number},{name},{vendor},{of_section},{}", text(section))
}

/// A text of unknown origin as one field of CSV (RFC 4180), which no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_field_and_no_formula() {
        for (text, expected) in [
            ("Pump", "Pump"),
            ("a,\"b\"\n", "\"a,\"\"b\"\"\n\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("-5", "'-5"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }
}
