//! The state of a copy.

use serde::{Deserialize, Serialize};

/// Where the next step begins. Store it unchanged, by serde or as the text of [`Checkpoint::to_text`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Checkpoint {
    generation: u64,
    pub(crate) position: Position,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Position {
    /// Begin to read the list.
    #[default]
    Begin,
    /// Go on reading it.
    Walk(Walk),
    /// Read the feed from this cursor on.
    Feed(String),
}

/// The progress of a walk through the list, which is sorted by stock number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// Where to follow the feed afterwards: the cursor of the walk's first page.
    pub(crate) cursor: String,
    /// The revision of the first page; no page may be older.
    pub(crate) first_revision: u64,
    /// The revision of the page read last.
    pub(crate) revision: u64,
    /// The page to read next, counted from 1.
    pub(crate) page: u64,
    /// Products on a page: with another size the page numbers would have another meaning.
    pub(crate) page_size: u32,
    /// Everything up to this stock number was read; `None` at the beginning.
    pub(crate) covered: Option<String>,
}

impl Checkpoint {
    /// The number of the walk that the step's products belong to; it only grows.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether the copy follows the feed, so that it is whole.
    pub fn is_whole(&self) -> bool {
        matches!(self.position, Position::Feed(_))
    }

    /// As a text.
    ///
    /// # Errors
    /// None in practice.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// From such a text.
    ///
    /// # Errors
    /// If it is no checkpoint, or one of an incompatible version.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The same walk, or the feed after it, elsewhere.
    pub(crate) fn at(&self, position: Position) -> Self {
        Self { generation: self.generation, position }
    }

    pub(crate) fn next_walk(&self, position: Position) -> Self {
        Self { generation: self.generation + 1, position }
    }
}
