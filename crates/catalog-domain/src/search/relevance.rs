//! Whether a product is found, and how well (`docs/contract.md#search-order`): the rule as a reader of the contract
//! applies it to one product.

use super::folding::{fold, has_digit, number_part, stock_number_key};
use super::search_text::{PlainWord, SearchText, SearchWord};
use super::words::{number_with_starts, word_count, words_of};

/// By what a product is found: the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FoundBy {
    /// The letters and digits of the whole text are those of its stock number.
    StockNumber,
    /// Those of its stock number begin with them.
    StockNumberBeginning,
    /// All words are words of it.
    Words,
    /// All words are found, without stems and typos.
    Pieces,
    /// A word is found only by its stem.
    Stems,
    /// A word is found only with a typo.
    Typos,
}

/// How well a product is found: the best first. Equals are in name order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relevance {
    /// By what it is found.
    pub found_by: FoundBy,
    /// Whether the stock number is found only without signs.
    pub has_other_signs: bool,
    /// How many words are not found in the stock number.
    pub not_in_stock_number: usize,
    /// How many are found neither there nor in the names.
    pub not_in_names: usize,
    /// How many words the full name has between blanks.
    pub full_name_words: usize,
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
    /// use catalog_domain::search::{FoundBy, SearchText, SearchedTexts};
    ///
    /// let product = SearchedTexts { stock_number: "KTINS114", names: ["Насос", "Насос чугунный"], others: &["Acme"] };
    /// let found = |text| product.relevance(&SearchText::parse(text).unwrap()).map(|found| found.found_by);
    /// assert_eq!(found("kt-ins 114"), Some(FoundBy::StockNumber));
    /// assert_eq!(found("насос ACME"), Some(FoundBy::Words));
    /// assert_eq!(found("чугун"), Some(FoundBy::Pieces));
    /// assert_eq!(found("чугунная"), Some(FoundBy::Stems));
    /// assert_eq!(found("чугуный"), Some(FoundBy::Stems));
    /// assert_eq!(found("чугун 115"), None);
    /// ```
    pub fn relevance(&self, text: &SearchText) -> Option<Relevance> {
        let fields = self.fields();
        let found = text.words().iter().map(|word| best_of(word, &fields)).collect::<Option<Vec<_>>>()?;
        let missing_in = |fields| text.words().iter().filter(|word| best_of(word, fields).is_none()).count();
        let (number, key) = (number_part(&fold(self.stock_number)), stock_number_key(self.stock_number));
        let (found_by, has_other_signs) = if number == text.number() {
            (FoundBy::StockNumber, key != text.stock_number())
        } else if number.starts_with(text.number()) {
            (FoundBy::StockNumberBeginning, !key.starts_with(text.stock_number()))
        } else {
            (found.into_iter().max()?, false)
        };
        Some(Relevance {
            found_by,
            has_other_signs,
            not_in_stock_number: missing_in(&fields[..1]),
            not_in_names: missing_in(&fields[..3]),
            full_name_words: word_count(self.names[1]),
        })
    }

    /// Whether the product is found by one word of a text.
    pub fn has_word(&self, word: &SearchWord) -> bool {
        best_of(word, &self.fields()).is_some()
    }

    /// The stock number, the two names, then the others.
    fn fields(&self) -> Vec<Field> {
        let stock_number = Field::new(self.stock_number, Numbers::OfStockNumber);
        let names = self.names.map(|name| Field::new(name, Numbers::Anywhere));
        let others = self.others.iter().map(|other| Field::new(other, Numbers::AtBeginnings));
        [stock_number].into_iter().chain(names).chain(others).collect()
    }
}

/// One text of a product.
struct Field {
    words: Vec<String>,
    number: String,
    starts: Vec<usize>,
    numbers: Numbers,
}

/// Where a text has pieces of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    /// Anywhere, and pieces without a digit, too.
    OfStockNumber,
    Anywhere,
    /// At the beginning of a word.
    AtBeginnings,
}

impl Field {
    fn new(text: &str, numbers: Numbers) -> Self {
        let mut words = Vec::new();
        words_of(text, |word| words.push(word.to_owned()));
        let (number, starts) = number_with_starts(text);
        Self { words, number, starts, numbers }
    }

    fn has_number(&self, number: &str) -> bool {
        match self.numbers {
            Numbers::AtBeginnings => self.starts.iter().any(|start| self.number[*start..].starts_with(number)),
            Numbers::OfStockNumber | Numbers::Anywhere => self.number.contains(number),
        }
    }

    fn find(&self, asked: &PlainWord) -> Option<FoundBy> {
        let is_piece = asked.has_digit || (self.numbers == Numbers::OfStockNumber && asked.is_piece_of_stock_numbers());
        if self.words.iter().any(|word| *word == *asked.word) {
            Some(FoundBy::Words)
        } else if self.words.iter().any(|word| asked.begins(word)) || (is_piece && self.has_number(&asked.number)) {
            Some(FoundBy::Pieces)
        } else if self.words.iter().any(|word| asked.has_stem_of(word)) {
            Some(FoundBy::Stems)
        } else {
            self.words.iter().any(|word| !has_digit(word) && asked.is_mistyped(word)).then_some(FoundBy::Typos)
        }
    }
}

/// How well a word is found in some texts, in the best of its ways.
fn best_of(asked: &SearchWord, fields: &[Field]) -> Option<FoundBy> {
    let find = |asked: &PlainWord| fields.iter().filter_map(|field| field.find(asked)).min();
    let parts = asked.parts.iter().map(find).collect::<Option<Vec<_>>>();
    let parts = parts.and_then(|parts| parts.into_iter().max());
    let has_chain = |chain: &str| fields.iter().any(|field| field.has_number(chain));
    let chain = asked.chain.as_deref().filter(|chain| has_chain(chain)).map(|_| FoundBy::Pieces);
    asked.alternatives().filter_map(find).chain(parts).chain(chain).min()
}

#[cfg(test)]
mod tests {
    use super::FoundBy::{Pieces, Stems, StockNumber, StockNumberBeginning, Typos, Words};
    use super::*;

    const PRODUCT: SearchedTexts<'_> = SearchedTexts {
        stock_number: "KT-INS-114",
        names: ["Насос НШ 32-10", "Ёмкость ex-proof, 0.75 kW, optocoupler M8×40, 24VDC (valve)"],
        others: &["Müller & Söhne", "DN 50 мм", "МК10", "Steel3", "AISI-304", "Dıgıtal battery", "op-amp"],
    };

    /// Every sentence of the contract, with what it is about.
    const FOUND: [(&str, Option<FoundBy>); 100] = [
        // The letters and digits of the whole text and of the stock number, in either alphabet.
        ("KT-INS-114", Some(StockNumber)),
        (" kt-ins-114 ", Some(StockNumber)),
        ("КТ-INS-114", Some(StockNumber)),
        ("ktins114", Some(StockNumber)),
        ("kt ins 114", Some(StockNumber)),
        ("kt-ins-11", Some(StockNumberBeginning)),
        ("kt ins1", Some(StockNumberBeginning)),
        ("kt", Some(StockNumberBeginning)),
        ("КТ-", Some(StockNumberBeginning)),
        ("k", Some(StockNumberBeginning)),
        ("к", Some(StockNumberBeginning)),
        // A word with a digit is a piece of a number, whatever stands between its letters and digits.
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
        // At the vendor and filter values: where a word begins, without the signs and blanks behind it.
        ("50", Some(Words)),
        ("5", Some(Pieces)),
        ("mk1", Some(Pieces)),
        ("MK10", Some(Words)),
        ("k10", None),
        ("10", Some(Words)),
        ("dn50", Some(Pieces)),
        ("DN-50мм", Some(Pieces)),
        ("50мм", Some(Pieces)),
        ("n50", None),
        ("AISI304", Some(Pieces)),
        ("aisi-304", Some(Words)),
        ("AISI 304", Some(Words)),
        // Words end at blanks, at signs, and where letters and digits meet.
        ("24", Some(Words)),
        ("vdc", Some(Words)),
        ("75", Some(Words)),
        ("steel 3", Some(Words)),
        // Signs of multiplication, with blanks and in either alphabet.
        ("M8x40", Some(Words)),
        ("M8×40", Some(Words)),
        ("М8 х 40", Some(Words)),
        ("M8*40", Some(Words)),
        ("M8 ✕ 40", Some(Words)),
        ("m8 x 40", Some(Pieces)),
        // Signs at the ends of a word count nowhere.
        ("(valve)", Some(Words)),
        ("\"valve\"", Some(Words)),
        ("«valve»", Some(Words)),
        ("valve,", Some(Words)),
        ("ex-proof", Some(Words)),
        // Signs within: the whole, the word without them, or all parts.
        ("opto-coupler", Some(Words)),
        ("opamp", Some(Words)),
        ("op-amp", Some(Words)),
        ("opam", Some(Pieces)),
        ("valve/Müller", Some(Words)),
        ("val/ins", Some(Pieces)),
        ("valve/Danfoss", None),
        ("proof.valve", Some(Words)),
        // Short words go on with the number before.
        ("24 V", Some(Pieces)),
        ("24 V DC", Some(Pieces)),
        ("0.75 k", Some(Pieces)),
        ("50 м", Some(Pieces)),
        ("24 DC", None),
        ("V DC", None),
        ("24 vdcx", Some(Typos)),
        ("24 valve dc", None),
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
        ("ex-pro", Some(Pieces)),
        ("muller sohne", Some(Words)),
        ("mu", Some(Pieces)),
        ("digital", Some(Words)),
        // By stems.
        ("насосов", Some(Stems)),
        ("ёмкостей", Some(Stems)),
        ("batteries", Some(Stems)),
        ("bat", Some(Pieces)),
        // With typos, and all words have to be found.
        ("нсос", Some(Typos)),
        ("mulelr", Some(Typos)),
        ("batterie", Some(Stems)),
        // No word with a digit is one with a typo, and look-alikes are equal only beside a digit.
        ("steel", Some(Words)),
        ("steely", Some(Typos)),
        ("hacoc", None),
        ("мк", Some(Words)),
        ("mк1", Some(Pieces)),
        ("насос - ins", Some(Words)),
        ("насос axle", None),
        ("unknown", None),
        ("насос mulelr насосов", Some(Typos)),
    ];

    #[test]
    fn a_product_is_found_as_the_contract_says() {
        let found_by = |text| PRODUCT.relevance(&SearchText::parse(text).unwrap()).map(|found| found.found_by);
        let others: Vec<_> =
            FOUND.iter().map(|(text, _)| (*text, found_by(text))).filter(|is| !FOUND.contains(is)).collect();
        assert_eq!(others, []);
    }

    #[test]
    fn equals_are_ordered_by_where_their_words_are_found() {
        for (text, has_other_signs, not_in_stock_number, not_in_names) in [
            ("kt-ins-114", false, 0, 0),
            ("kt ins-11", true, 0, 0),
            ("ktins114", true, 0, 0),
            ("kt-in", false, 0, 0),
            ("ktin", true, 0, 0),
            ("114 ins", false, 0, 0),
            ("114 насос", false, 1, 0),
            ("114 насос dn50 24 V", false, 4, 1),
            ("steel muller", false, 2, 2),
        ] {
            let found = PRODUCT.relevance(&SearchText::parse(text).unwrap()).unwrap();
            let order = (found.has_other_signs, found.not_in_stock_number, found.not_in_names);
            assert_eq!(order, (has_other_signs, not_in_stock_number, not_in_names), "{text}");
            assert_eq!(found.full_name_words, 8);
        }
    }
}
