//! The order in which people look for values: `1/2"`, `1"`, `1¼"`, `2"`, `10"`. Numbers in a text are compared as
//! numbers, everything else by lower case.

use std::iter::Peekable;
use std::str::Chars;

/// What one is divided into: a fraction is rounded to it.
const PARTS_OF_ONE: u64 = 1_000_000;

/// The numerator and denominator of each fraction that is one character.
const FRACTIONS: [(char, u64, u64); 15] = [
    ('½', 1, 2),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('¼', 1, 4),
    ('¾', 3, 4),
    ('⅕', 1, 5),
    ('⅖', 2, 5),
    ('⅗', 3, 5),
    ('⅘', 4, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
];

/// A key whose ordering is that order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaturalOrder<'a> {
    parts: Vec<Part>,
    /// Texts with equal parts are in the order of their characters.
    text: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// In parts of one.
    Number(u64),
    Letter(char),
}

impl<'a> NaturalOrder<'a> {
    /// The key of `text`.
    pub fn new(text: &'a str) -> Self {
        let mut parts = Vec::new();
        let mut rest = text.chars().peekable();
        while let Some(first) = rest.peek().copied() {
            if first.is_ascii_digit() || fraction(first).is_some() {
                parts.push(Part::Number(number(&mut rest)));
            } else {
                rest.next();
                parts.extend(first.to_lowercase().map(Part::Letter));
            }
        }
        Self { parts, text }
    }
}

fn fraction(sign: char) -> Option<u64> {
    let (_, numerator, denominator) = FRACTIONS.iter().find(|(known, ..)| *known == sign)?;
    Some(numerator * PARTS_OF_ONE / denominator)
}

/// The number at the beginning of `rest`: `10`, `2.5`, `2,5`, `1/2`, `1 1/2`, `1¼`.
fn number(rest: &mut Peekable<Chars<'_>>) -> u64 {
    let whole = digits(rest);
    if let Some(parts) = rest.peek().copied().and_then(fraction) {
        rest.next();
        return in_parts(whole).saturating_add(parts);
    }
    let mut ahead = rest.clone();
    match ahead.next() {
        Some('.' | ',') if ahead.peek().is_some_and(char::is_ascii_digit) => {
            rest.next();
            let (mut parts, mut worth) = (in_parts(whole), PARTS_OF_ONE / 10);
            while let Some(digit) = rest.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10)) {
                parts = parts.saturating_add(u64::from(digit) * worth);
                worth /= 10;
            }
            parts
        }
        Some('/') => denominator(&mut ahead).map_or(in_parts(whole), |denominator| {
            *rest = ahead;
            in_parts(whole) / denominator
        }),
        Some(' ') if ahead.peek().is_some_and(char::is_ascii_digit) => {
            let numerator = digits(&mut ahead);
            let is_over = ahead.next() == Some('/');
            denominator(&mut ahead).filter(|_| is_over).map_or(in_parts(whole), |denominator| {
                *rest = ahead;
                in_parts(whole).saturating_add(in_parts(numerator) / denominator)
            })
        }
        _ => in_parts(whole),
    }
}

fn in_parts(whole: u64) -> u64 {
    whole.saturating_mul(PARTS_OF_ONE)
}

fn denominator(rest: &mut Peekable<Chars<'_>>) -> Option<u64> {
    let denominator = digits(rest);
    (denominator > 0).then_some(denominator)
}

fn digits(rest: &mut Peekable<Chars<'_>>) -> u64 {
    let mut number = 0_u64;
    while let Some(digit) = rest.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10)) {
        number = number.saturating_mul(10).saturating_add(u64::from(digit));
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts_are_in_the_order_of_their_values() {
        for expected in [
            &["½\"", "1\"", "1¼\"", "1 1/2\"", "2\"", "10\""][..],
            &["1/2\"", "3/4\"", "1\"", "1¼\""],
            &["0.5 kW", "0,75 kW", "1.1 kW", "5 kW", "11 kW", "100 kW"],
            &["DN 15", "DN 20", "DN 100", "dn 150"],
            &["1/0", "2", "99999999999999999999999", "IP54", "IP65", "Steel", "сталь 20", "Сталь 45"],
        ] {
            let mut sorted: Vec<&str> = expected.iter().rev().copied().collect();
            sorted.sort_by_cached_key(|text| NaturalOrder::new(text));
            assert_eq!(sorted, expected);
        }
    }
}
