//! What to search for instead where nothing is found (`docs/contract.md#search-suggestion`).

use super::folding::{fold, has_digit, number_part};
use super::search_text::{SearchText, SearchWord};
use super::words::is_sign;

/// How many beginnings without a digit are searched for: what they find says nothing about shorter ones.
const MOST_WITHOUT_DIGIT: usize = 16;

/// A text that finds something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The text, as it was typed but for what is left out.
    pub text: SearchText,
    /// How many products it finds with everything else of the request, of which there is at least one.
    pub total: u64,
}

impl SearchText {
    /// What to search for instead of this text, which finds nothing. `is_known` says whether any public product has a
    /// word, and `total` how many products another text finds.
    pub fn suggestion(
        &self,
        is_known: impl Fn(&SearchWord) -> bool,
        total: impl Fn(&Self) -> u64,
    ) -> Option<Suggestion> {
        let suggested =
            |text: Self| Some(total(&text)).filter(|total| *total > 0).map(|total| Suggestion { text, total });
        let all = self.typed_words();
        let known: Vec<_> = all.iter().filter(|(_, word)| word.whole.has_digit || is_known(word)).collect();
        let typed = |typed: &[&str]| Self::parse(&typed.join(" ")).ok();
        let words: Vec<&str> = known.iter().map(|(typed, _)| *typed).collect();
        if words.len() < all.len()
            && let Some(found) = typed(&words).and_then(suggested)
        {
            return Some(found);
        }
        let at = known.iter().rposition(|(_, word)| word.whole.has_digit)?;
        let shortened = |shorter: &str| {
            let mut words = words.clone();
            words[at] = shorter;
            typed(&words).and_then(suggested)
        };
        let shorter = shorter_numbers(words[at]);
        // What a number finds any beginning of it with a digit finds, so the longest one is found by halving. Words
        // that go on with it need not be found with a shorter one.
        let has_chains = typed(&words)?.words().iter().any(|word| word.chain.is_some());
        let finds =
            |number: &str| if has_chains { typed(&[number]).and_then(suggested) } else { shortened(number) }.is_some();
        let (numbers, without_digit) = shorter.split_at(shorter.partition_point(|number| has_digit(number)));
        let first = numbers.partition_point(|number| !finds(number));
        let without_digit = without_digit.iter().take(MOST_WITHOUT_DIGIT);
        numbers[first..].iter().chain(without_digit).find_map(|shorter| shortened(shorter))
    }
}

/// The beginnings of a number that may be suggested for it, the longest first.
fn shorter_numbers(typed: &str) -> Vec<&str> {
    /// The fewest letters and digits of a beginning.
    const FEWEST: usize = 4;
    let length = |text: &str| number_part(&fold(text)).chars().count();
    let (mut before, fewest) = (length(typed), FEWEST.max((length(typed) * 2).div_ceil(3)));
    let ends = typed.char_indices().rev().map(|(at, _)| typed[..at].trim_end_matches(is_sign));
    let mut shorter = Vec::new();
    for beginning in ends {
        let length = length(beginning);
        if length < fewest {
            break;
        }
        if length < before {
            shorter.push(beginning);
        }
        before = length;
    }
    shorter
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_number_loses_its_end_down_to_two_thirds_and_four() {
        for (typed, shorter) in [
            ("STM32F103C8T6", &["STM32F103C8T", "STM32F103C8", "STM32F103C", "STM32F103"][..]),
            ("PMP-1680-7", &["PMP-1680", "PMP-168"]),
            ("12345", &["1234"]),
            ("1234", &[]),
            ("1-2-3", &[]),
        ] {
            assert_eq!(shorter_numbers(typed), shorter, "{typed}");
        }
    }

    #[test]
    fn a_long_number_is_shortened_in_few_searches() {
        // How long a number may be to find something, and how long the suggested one is.
        for (behind, found, suggested) in [("", 150, Some(150)), ("", 0, None), (" v", 150, Some(150)), (" v", 0, None)]
        {
            let searches = Cell::new(0);
            let total = |text: &SearchText| {
                searches.set(searches.get() + 1);
                u64::from(text.words()[0].whole.number.len() <= found)
            };
            let text = SearchText::parse(&("1".repeat(190) + behind)).unwrap().suggestion(|_| true, total);
            let length = text.map(|suggestion| suggestion.text.words()[0].whole.number.len());
            assert_eq!((length, searches.get() < 12), (suggested, true), "{behind} {found}");
        }
        let searches = Cell::new(0);
        let total = |_: &SearchText| {
            searches.set(searches.get() + 1);
            0
        };
        assert_eq!(SearchText::parse(&("a".repeat(190) + "1")).unwrap().suggestion(|_| true, total), None);
        assert!(searches.get() <= MOST_WITHOUT_DIGIT, "{searches:?}");
    }

    #[test]
    fn unknown_words_go_first_and_then_the_end_of_the_last_number() {
        // The words that there are, and the texts that find something.
        for (text, known, finds, suggested) in [
            ("микросхема MAX232", "", &["MAX232"][..], Some("MAX232")),
            ("the «MAX232» micros", "micros", &["«MAX232» micros"], Some("«MAX232» micros")),
            ("chip STM32F103C8T6", "", &["STM32F103", "STM32F103C"], Some("STM32F103C")),
            ("pump STM32F103C8T6", "pump", &["STM32F103C8"], None),
            ("ABCDEF12X", "", &["ABCDEF12", "ABCDEF1"], Some("ABCDEF12")),
            ("ABCDEF12", "", &["ABCDEF"], Some("ABCDEF")),
            ("12345 pump 67890", "pump", &["1234 pump 67890"], None),
            ("12345 pump 67890", "pump", &["12345 pump 6789"], Some("12345 pump 6789")),
            ("pump valve", "pump valve", &["pump"], None),
            ("pump valve", "", &[""], None),
        ] {
            let is_known = |word: &SearchWord| known.split(' ').any(|known| *known == *word.whole.word);
            let total = |text: &SearchText| u64::from(finds.contains(&text.as_str()));
            let found = SearchText::parse(text).unwrap().suggestion(is_known, total);
            assert_eq!(found.as_ref().map(|found| found.text.as_str()), suggested, "{text}");
        }
    }
}
