//! Problems by kind: six thousand of one kind must not hide those of another.

use std::collections::HashMap;

/// The most kinds; a run that has them is not read on.
pub(crate) const MAXIMUM_KINDS: usize = 100;

/// How many of a kind are reported.
const TOLD: usize = 5;

/// Counted problems, and the first of each kind.
#[derive(Debug)]
pub(crate) struct Problems<T> {
    kinds: HashMap<String, Kind<T>>,
    count: u64,
}

#[derive(Debug)]
struct Kind<T> {
    /// In the order of addition, numbered.
    first: Vec<(u64, T)>,
    more: u64,
}

impl<T> Default for Problems<T> {
    fn default() -> Self {
        Self { kinds: HashMap::new(), count: 0 }
    }
}

impl<T> Problems<T> {
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The first of each kind, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.kinds.values().flat_map(|kind| &kind.first).map(|(_, problem)| problem)
    }

    pub(crate) fn add(&mut self, kind: String, problem: T) {
        self.count += 1;
        let kind = self.kinds.entry(kind).or_insert_with(|| Kind { first: Vec::new(), more: 0 });
        if kind.first.len() < TOLD {
            kind.first.push((self.count, problem));
        } else {
            kind.more += 1;
        }
    }

    /// The first problems of each kind in the order of `place`, and how many more there are. Of kinds without more,
    /// each problem is apart, so that those of a short list are in the order of the input.
    pub(crate) fn into_kinds<P: Ord>(self, place: impl Fn(&T) -> P) -> Vec<(Vec<T>, u64)> {
        let place = |(number, problem): &(u64, T)| (place(problem), *number);
        let mut all = Vec::new();
        for Kind { mut first, more } in self.kinds.into_values() {
            first.sort_by_key(place);
            if more > 0 {
                all.push((first, more));
            } else {
                all.extend(first.into_iter().map(|problem| (vec![problem], 0)));
            }
        }
        all.sort_by_key(|(first, _)| first.first().map(place));
        let without_numbers = |first: Vec<(u64, T)>| first.into_iter().map(|(_, problem)| problem).collect();
        all.into_iter().map(|(first, more)| (without_numbers(first), more)).collect()
    }
}

/// The kind of a problem: its field and message without values, which are numbers and what is in backquotes.
pub(crate) fn kind(field: &str, message: &str) -> String {
    let mut kind = String::with_capacity(field.len() + message.len() + 1);
    let (mut is_quoted, mut is_number) = (false, false);
    for character in field.chars().chain(['\n']).chain(message.chars()) {
        if character == '`' {
            is_quoted = !is_quoted;
        }
        let was_number = std::mem::replace(&mut is_number, character.is_ascii_digit());
        match character {
            _ if is_quoted && character != '`' => {}
            '0'..='9' if was_number => {}
            '0'..='9' => kind.push('0'),
            _ => kind.push(character),
        }
    }
    kind
}
