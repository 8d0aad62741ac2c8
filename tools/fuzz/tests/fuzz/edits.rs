//! Random edits of genuine texts: close enough to them to get past the first check, far enough to be wrong.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::prop_oneof;
use std::fs;
use std::path::Path;

/// What to do with one of several seeds.
#[derive(Debug, Clone)]
pub(crate) struct Edits {
    seed: u16,
    /// What is done to it, in order.
    edits: Vec<Edit>,
}

/// One edit. Positions wrap around at the end of the text.
#[derive(Debug, Clone)]
enum Edit {
    /// Puts a byte in the place of another.
    Replace { at: u16, byte: u8 },
    /// Puts one of the target's tokens between two bytes, or in the place of some.
    Token { at: u16, token: u8, replaced: u8 },
    /// Puts any bytes between two others.
    Insert { at: u16, bytes: Vec<u8> },
    /// Takes bytes away.
    Delete { at: u16, length: u8 },
    /// Repeats the text between two positions.
    Repeat { at: u16, length: u8, times: u8 },
    /// Puts a piece of another seed between two bytes.
    Splice { at: u16, seed: u16, from: u16, length: u8 },
}

/// Any edits.
pub(crate) fn edits() -> impl Strategy<Value = Edits> {
    let edit = prop_oneof![
        any::<(u16, u8)>().prop_map(|(at, byte)| Edit::Replace { at, byte }),
        any::<(u16, u8, u8)>().prop_map(|(at, token, replaced)| Edit::Token { at, token, replaced }),
        (any::<u16>(), vec(any::<u8>(), 1..8)).prop_map(|(at, bytes)| Edit::Insert { at, bytes }),
        any::<(u16, u8)>().prop_map(|(at, length)| Edit::Delete { at, length }),
        any::<(u16, u8, u8)>().prop_map(|(at, length, times)| Edit::Repeat { at, length, times }),
        any::<(u16, u16, u16, u8)>().prop_map(|(at, seed, from, length)| Edit::Splice { at, seed, from, length }),
    ];
    (any::<u16>(), vec(edit, 0..6)).prop_map(|(seed, edits)| Edits { seed, edits })
}

impl Edits {
    /// The edited text. Without seeds and tokens there is nothing to edit.
    pub(crate) fn apply(&self, seeds: &[Vec<u8>], tokens: &[&str]) -> Vec<u8> {
        let mut text = seeds[usize::from(self.seed) % seeds.len()].clone();
        for edit in &self.edits {
            edit.apply(&mut text, seeds, tokens);
        }
        text
    }

    /// The sender of the text, for targets that have several senders; wraps around.
    pub(crate) fn viewer(&self) -> usize {
        usize::from(self.seed >> 8)
    }

    /// The same as text, with what is not UTF-8 replaced.
    pub(crate) fn apply_to_text(&self, seeds: &[Vec<u8>], tokens: &[&str]) -> String {
        String::from_utf8_lossy(&self.apply(seeds, tokens)).into_owned()
    }
}

impl Edit {
    fn apply(&self, text: &mut Vec<u8>, seeds: &[Vec<u8>], tokens: &[&str]) {
        match self {
            Self::Replace { at, byte } => {
                let at = range(*at, 1, text);
                text.splice(at, [*byte]);
            }
            Self::Token { at, token, replaced } => {
                let token = tokens[usize::from(*token) % tokens.len()].bytes();
                text.splice(range(*at, *replaced % 16, text), token);
            }
            Self::Insert { at, bytes } => {
                text.splice(range(*at, 0, text), bytes.iter().copied());
            }
            Self::Delete { at, length } => {
                text.drain(range(*at, *length, text));
            }
            Self::Repeat { at, length, times } => {
                let repeated = range(*at, *length, text);
                let copies = text[repeated.clone()].repeat(usize::from(*times % 8));
                text.splice(repeated.end..repeated.end, copies);
            }
            Self::Splice { at, seed, from, length } => {
                let other = &seeds[usize::from(*seed) % seeds.len()];
                let piece = other[range(*from, *length, other)].to_vec();
                text.splice(range(*at, 0, text), piece);
            }
        }
    }
}

/// At most `length` bytes of `text`, beginning at `at` modulo its length.
fn range(at: u16, length: u8, text: &[u8]) -> std::ops::Range<usize> {
    let start = usize::from(at) % (text.len() + 1);
    start..text.len().min(start + usize::from(length))
}

pub(crate) fn seeds(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}
