//! Whether a product is found, and how well (`docs/contract.md#search-order`): the rule as a reader of the contract
//! applies it to one product.

use super::folding::{fold, has_digit, number_part, stock_number_key, words_of};
use super::search_text::{SearchText, SearchWord};

/// How well a product is found: the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relevance {
    /// The whole text is its stock number.
    StockNumber,
    /// Its stock number begins with the whole text.
    StockNumberBeginning,
    /// All words are words of it.
    Words,
    /// All words are found, without a typo.
    Pieces,
    /// A word is found only with a typo.
    Typos,
}

impl Relevance {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [Self::StockNumber, Self::StockNumberBeginning, Self::Words, Self::Pieces, Self::Typos];
}

/// What a product is found by.
#[derive(Debug, Clone, Copy)]
pub struct SearchedTexts<'a> {
    /// Its stock number.
    pub stock_number: &'a str,
    /// Its short and its full name.
    pub names: [&'a str; 2],
    /// Its vendor, if it has one, and the texts of its public filter values.
    pub others: &'a [&'a str],
}

impl SearchedTexts<'_> {
    /// How well the product is found; `None` when a word is not found.
    ///
    /// ```
    /// use catalog_domain::search::{Relevance, SearchText, SearchedTexts};
    ///
    /// let product = SearchedTexts { stock_number: "KTINS114", names: ["Насос", "Насос чугунный"], others: &["Acme"] };
    /// let found = |text| product.relevance(&SearchText::parse(text).unwrap());
    /// assert_eq!(found("ktins114"), Some(Relevance::StockNumber));
    /// assert_eq!(found("kt-ins 114"), Some(Relevance::Pieces));
    /// assert_eq!(found("насос ACME"), Some(Relevance::Words));
    /// assert_eq!(found("чугуный"), Some(Relevance::Typos));
    /// assert_eq!(found("чугун 115"), None);
    /// ```
    pub fn relevance(&self, text: &SearchText) -> Option<Relevance> {
        let mut words = Vec::new();
        let texts = self.names.iter().chain([&self.stock_number]).chain(self.others);
        texts.for_each(|text| words_of(text, |word| words.push(word.to_owned())));
        let found = text.words().iter().map(|word| self.relevance_of(word, &words)).collect::<Option<Vec<_>>>()?;
        let key = stock_number_key(self.stock_number);
        if key == text.stock_number() {
            Some(Relevance::StockNumber)
        } else if key.starts_with(text.stock_number()) {
            Some(Relevance::StockNumberBeginning)
        } else {
            found.into_iter().max()
        }
    }

    /// How well one word is found among the product's `words` and in its numbers.
    fn relevance_of(&self, asked: &SearchWord, words: &[String]) -> Option<Relevance> {
        let is_piece = |text: &str| number_part(&fold(text)).contains(&*asked.number);
        if words.iter().any(|word| *word == *asked.word) {
            Some(Relevance::Words)
        } else if words.iter().any(|word| asked.begins(word))
            || (asked.is_piece_of_stock_numbers() && is_piece(self.stock_number))
            || (asked.has_digit && self.names.iter().any(|name| is_piece(name)))
        {
            Some(Relevance::Pieces)
        } else {
            words.iter().any(|word| !has_digit(word) && asked.is_mistyped(word)).then_some(Relevance::Typos)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Relevance::{Pieces, StockNumber, StockNumberBeginning, Typos, Words};

    const PRODUCT: SearchedTexts<'_> = SearchedTexts {
        stock_number: "KT-INS-114",
        names: ["Насос НШ 32-10", "Ёмкость ex-proof, 0.75 kW"],
        others: &["Müller & Söhne", "DN 50 мм", "МК10", "Steel3"],
    };

    /// Every sentence of the contract, with what it is about.
    const FOUND: [(&str, Option<Relevance>); 53] = [
        // The whole text and the stock number.
        ("KT-INS-114", Some(StockNumber)),
        (" kt-ins-114 ", Some(StockNumber)),
        ("КТ-INS-114", Some(StockNumber)),
        ("kt-ins-11", Some(StockNumberBeginning)),
        ("kt", Some(StockNumberBeginning)),
        ("КТ-", Some(StockNumberBeginning)),
        ("k", Some(StockNumberBeginning)),
        // A word with a digit is a piece of a number, whatever stands between its letters and digits.
        ("ktins114", Some(Pieces)),
        ("ins1", Some(Pieces)),
        ("14", Some(Pieces)),
        ("к1", None),
        ("насос-нш32", Some(Pieces)),
        ("hш3210", Some(Pieces)),
        ("075", Some(Pieces)),
        ("0.75", Some(Words)),
        ("proof075kw", Some(Pieces)),
        // It looks at names and the stock number each by itself.
        ("114насос", None),
        ("10емкость", None),
        // Never with a typo.
        ("kt-ins-115", None),
        ("ktins14", None),
        ("4114", None),
        // At the vendor and filter values: by their beginning.
        ("50", Some(Words)),
        ("5", Some(Pieces)),
        ("mk1", Some(Pieces)),
        ("MK10", Some(Words)),
        ("k10", None),
        ("50мм", None),
        // Pieces of stock numbers without a digit, from two letters on, in either alphabet.
        ("ins", Some(Words)),
        ("ns", Some(Pieces)),
        ("n", None),
        ("tins", Some(Pieces)),
        ("тins", Some(Pieces)),
        ("кт насос", Some(Pieces)),
        // Beginnings of words, and words.
        ("насос", Some(Words)),
        ("нас", Some(Pieces)),
        ("асос", Some(Typos)),
        ("асо", None),
        ("емкость", Some(Words)),
        ("proof", Some(Words)),
        ("ex-proof", Some(Pieces)),
        ("ex-proof,", Some(Words)),
        ("ex-pro", Some(Pieces)),
        ("muller sohne", Some(Words)),
        ("mu", Some(Pieces)),
        // With typos, and all words have to be found.
        ("насосы", Some(Typos)),
        ("нсос", Some(Typos)),
        ("mulelr", Some(Typos)),
        // No word with a digit is one with a typo, and look-alikes are equal only beside a digit.
        ("steel", Some(Pieces)),
        ("steely", None),
        ("hacoc", None),
        ("насос - ins", Some(Words)),
        ("насос axle", None),
        ("unknown", None),
    ];

    #[test]
    fn a_product_is_found_as_the_contract_says() {
        for (text, relevance) in FOUND {
            assert_eq!(PRODUCT.relevance(&SearchText::parse(text).unwrap()), relevance, "{text}");
        }
    }
}
