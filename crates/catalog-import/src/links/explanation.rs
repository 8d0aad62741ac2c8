//! The text around a link in its own block, and whether it explains the link without doubt.

use super::blocks::{Block, Piece};
use super::measures::Measures;

/// What stands around one link.
pub(super) struct Surroundings<'a> {
    before: &'a str,
    after: &'a str,
    /// Whether the block has no other link, a dropped one included.
    is_alone: bool,
    /// Whether something is stated before the first link of the block.
    is_led: bool,
}

impl<'a> Surroundings<'a> {
    /// The surroundings of the link that is piece number `at` of `block`.
    pub(super) fn of(block: &'a Block, at: usize) -> Self {
        let text = |at: Option<usize>| match at.and_then(|at| block.pieces.get(at)) {
            Some(Piece::Text(text)) => text.as_str(),
            _ => "",
        };
        // Where two links stand side by side there is no piece between them, and a text has a link on each side.
        let mut others = block.pieces.iter().enumerate();
        let is_alone = !others.any(|(other, piece)| other != at && matches!(piece, Piece::Anchor(_)));
        let is_led = Measures::beside(text(Some(0))) != Measures::default();
        Self { before: text(at.checked_sub(1)), after: text(Some(at + 1)), is_alone, is_led }
    }

    /// Size and kind that the text after the link states, up to the next link; of the only link of a block otherwise those
    /// before it. Where statements precede links, none can be told to belong to which.
    pub(super) fn measures(&self) -> Measures {
        if self.is_led && !self.is_alone {
            return Measures::default();
        }
        let after = Measures::beside(self.after);
        if !self.is_alone {
            return after;
        }
        let before = Measures::beside(self.before);
        match (after.size, before.size) {
            (Some(_), Some(_)) => Measures { size: None, file_type: after.file_type },
            (after_size, before_size) => {
                Measures { size: after_size.or(before_size), file_type: after.file_type.or(before.file_type) }
            }
        }
    }

    /// The explanation: all other text of the block, provided that the link is alone in it and the text on one side only.
    pub(super) fn explanation(&self) -> Option<&'a str> {
        let has_words = |text: &&str| text.contains(char::is_alphanumeric);
        let before = Some(Measures::peel(self.before).1).filter(has_words);
        let after = Some(Measures::peel(self.after).1).filter(has_words);
        match (before, after) {
            (Some(text), None) | (None, Some(text)) if self.is_alone => Some(text),
            _ => None,
        }
    }
}
