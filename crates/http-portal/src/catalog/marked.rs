//! Texts of results in pieces, of which those are marked by which they were found.

use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) is_marked: bool,
}

pub(super) fn marked(text: &str, places: Vec<Range<usize>>) -> Vec<Piece<'_>> {
    let mut is_marked = vec![false; text.len()];
    places.into_iter().for_each(|place| is_marked[place].fill(true));
    let mut end = 0;
    let runs = is_marked.chunk_by(|a, b| a == b).map(|run| {
        let start = end;
        end += run.len();
        Piece { text: &text[start..end], is_marked: run[0] }
    });
    runs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::search::SearchText;

    /// What is searched for, and the text with what is marked in brackets.
    const NAMES: &[(&str, &str)] = &[
        ("nothing", "Насос KT-INS-114"),
        // Words, their beginnings, and typos.
        ("насосы ste", "[Насос] KT-INS-114, [steel]"),
        ("ins", "Насос KT-[INS]-114, steel"),
        ("steel!", "Насос, [steel]"),
        ("exproof", "Насос [ex-proof] steel"),
        ("ex-proof,", "Насос ([ex-proof]), steel"),
        ("е\u{308}мкость", "[Ёмкость] 5"),
        ("чаиныи\u{306}", "[Чайный] steel"),
        ("чайный", "([Чайныи\u{306}]) steel"),
        // Numbers, whatever stands between their letters and digits.
        ("ktins114", "Насос [KT-INS-114], steel"),
        ("ktins114", "Насос [KT INS  114] steel"),
        ("kt-ins 114", "Насос [KT] [INS] [114] steel"),
        ("kt-ins-114", "[КТ/INS.114]"),
        ("ins1", "KT-[INS 1]14"),
        ("14", "KT-1[14], 1[1/4]"),
        ("fi1", "[ﬁ-1]2"),
        ("kw5", "0.75 [kW; 5] m"),
        ("5", "[5] kW, 0.7[5] kW, mark I"),
        // Letters alone are no piece of a name.
        ("ns", "KT-INS-114"),
        ("ps", "Pump steel"),
        ("Ⅷ2", "a [ⅷ 2]"),
    ];

    const STOCK_NUMBERS: &[(&str, &str)] = &[
        ("ns", "KT-I[NS]-114"),
        ("ti", "K[T-I]NS-114"),
        ("n", "KT-INS-114"),
        ("kt", "[KT]-INS-114"),
        ("kt-ins 114", "[KT INS] [114]"),
        ("114к", "[114/K]"),
    ];

    fn shown(pieces: Vec<Piece<'_>>) -> String {
        let shown = |Piece { text, is_marked }| if is_marked { format!("[{text}]") } else { text.to_owned() };
        pieces.into_iter().map(shown).collect()
    }

    #[test]
    fn what_a_text_is_found_by_is_marked() {
        let plain = |expected: &str| expected.replace(['[', ']'], "");
        for (asked, expected) in NAMES {
            let (name, asked) = (plain(expected), SearchText::parse(asked).unwrap());
            assert_eq!(shown(marked(&name, asked.places_in_name(&name))), *expected, "{asked:?}");
        }
        for (asked, expected) in STOCK_NUMBERS {
            let (number, asked) = (plain(expected), SearchText::parse(asked).unwrap());
            assert_eq!(shown(marked(&number, asked.places_in_stock_number(&number))), *expected, "{asked:?}");
        }
    }
}
