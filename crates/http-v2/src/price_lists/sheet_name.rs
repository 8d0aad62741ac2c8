//! The names of sheets: spreadsheets refuse a workbook with others.

/// The longest name, in UTF-16 units.
const LONGEST: usize = 31;

/// Characters that are signs in references to cells.
const REFUSED: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];

/// The name of the sheet with that number, from 1, of a table with that title.
pub(super) fn sheet_name(title: &str, number: usize) -> String {
    let end = if number == 1 { String::new() } else { format!(" {number}") };
    let allowed = title.replace(|sign: char| REFUSED.contains(&sign) || sign.is_control(), " ");
    let is_outside = |sign: char| sign == '\'' || sign.is_whitespace();
    let mut left = LONGEST - end.len();
    let fits = |letter: &char| {
        let length = letter.len_utf16();
        let fits = length <= left;
        left = if fits { left - length } else { 0 };
        fits
    };
    let name: String = allowed.trim_matches(is_outside).chars().take_while(fits).collect();
    match name.trim_end_matches(is_outside) {
        // The one name that is reserved.
        name if name.is_empty() || name.eq_ignore_ascii_case("history") => format!("Sheet{number}"),
        name => format!("{name}{end}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_spreadsheets_take() {
        for (title, number, expected) in [
            ("Насосы", 1, "Насосы"),
            ("Насосы", 2, "Насосы 2"),
            ("Valves/pumps: [new]?", 1, "Valves pumps   new"),
            ("'quoted'", 1, "quoted"),
            ("///", 3, "Sheet3"),
            ("HISTORY", 1, "Sheet1"),
            ("123456789 123456789 123456789 12", 1, "123456789 123456789 123456789 1"),
            ("123456789 123456789 123456789 12", 12, "123456789 123456789 12345678 12"),
            ("123456789 123456789 123456789 \u{1d400}", 1, "123456789 123456789 123456789"),
        ] {
            assert_eq!(sheet_name(title, number), expected, "{title}");
            assert!(sheet_name(title, number).encode_utf16().count() <= LONGEST);
        }
    }
}
