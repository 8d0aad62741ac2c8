//! Texts of results with the words marked by which they were found.

use catalog_domain::search::{SearchText, fold, number_part, words_of};

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) is_marked: bool,
}

/// `text` in words with what follows them; those are marked in which `searched` has a word.
pub(super) fn marked<'a>(text: &'a str, searched: &SearchText) -> Vec<Piece<'a>> {
    let is_marked = |piece: &str| {
        let number = number_part(&fold(piece));
        searched.words().iter().any(|asked| {
            let mut is_word = false;
            words_of(piece, |word| is_word |= asked.begins(word) || asked.is_mistyped(word));
            is_word || (asked.is_piece_of_stock_numbers() && number.contains(&*asked.number))
        })
    };
    text.split_inclusive(char::is_whitespace).map(|text| Piece { text, is_marked: is_marked(text) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_by_which_a_text_is_found() {
        let found = marked("Насос KT-INS-114, steel 5 kW", &SearchText::parse("nothing ins насосы 5").unwrap());
        let texts: Vec<&str> = found.iter().filter(|piece| piece.is_marked).map(|piece| piece.text).collect();
        assert_eq!(texts, ["Насос ", "KT-INS-114, ", "5 "]);
        assert_eq!(found.iter().map(|piece| piece.text).collect::<String>(), "Насос KT-INS-114, steel 5 kW");
    }
}
