//! The text around a link in its own block, and whether it unambiguously explains the link.

use super::blocks::{Block, Piece};
use super::measures::Measures;

/// The properties that all links of a block share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outline {
    /// Whether the block has one link only, dropped ones counted.
    has_one_link: bool,
    /// Whether a statement precedes the first link of the block.
    is_led: bool,
}

impl Outline {
    pub(super) fn of(block: &Block) -> Self {
        let is_led = match block.pieces.first() {
            Some(Piece::Text(text)) => Measures::beside(text) != Measures::default(),
            _ => false,
        };
        Self { has_one_link: block.anchors().count() == 1, is_led }
    }
}

/// The text around one link.
pub(super) struct LinkContext<'a> {
    before: &'a str,
    after: &'a str,
    block: Outline,
}

impl<'a> LinkContext<'a> {
    /// The context of the link that is piece number `at` of `block`.
    pub(super) fn of(block: &'a Block, at: usize, outline: Outline) -> Self {
        let text = |at: Option<usize>| match at.and_then(|at| block.pieces.get(at)) {
            Some(Piece::Text(text)) => text.as_str(),
            _ => "",
        };
        // Adjacent links have no piece between them, and a text has a link on each side.
        Self { before: text(at.checked_sub(1)), after: text(Some(at + 1)), block: outline }
    }

    /// Size and kind stated after the link, up to the next link; for the only link of a block otherwise those before
    /// it. Where statements precede links, they cannot be assigned to them.
    pub(super) fn measures(&self) -> Measures {
        let Outline { has_one_link, is_led } = self.block;
        if is_led && !has_one_link {
            return Measures::default();
        }
        let after = Measures::beside(self.after);
        if !has_one_link {
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

    /// The explanation: all other text of the block, provided that the link is alone in it and the text on one side
    /// only.
    pub(super) fn explanation(&self) -> Option<&'a str> {
        let has_words = |text: &&str| text.contains(char::is_alphanumeric);
        let before = Some(Measures::strip(self.before).1).filter(has_words);
        let after = Some(Measures::strip(self.after).1).filter(has_words);
        match (before, after) {
            (Some(text), None) | (None, Some(text)) if self.block.has_one_link => Some(text),
            _ => None,
        }
    }
}
