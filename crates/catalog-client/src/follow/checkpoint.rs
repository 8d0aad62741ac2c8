//! The state of a copy.

use serde::{Deserialize, Serialize};

/// Where the next step begins. Store it unchanged, by serde or as the text of [`Checkpoint::to_text`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Checkpoint {
    generation: u64,
    /// The newest revision that the copy has anything of: nothing that is older may be stored over it.
    // 0 is left out: the text of a checkpoint of before this field stays as it is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) revision: u64,
    pub(crate) position: Position,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Position {
    /// Begin with a first copy.
    #[default]
    Begin,
    /// Go on with it.
    Snapshot(Cut),
    /// Read the feed from this cursor on.
    Feed(String),
}

/// How far a snapshot has come.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Cut {
    /// Where to follow the feed afterwards: the cursor of the first start.
    pub(crate) cursor: String,
    /// The revision of the first start; no other may be older.
    pub(crate) revision: u64,
    /// Everything up to this stock number was read.
    pub(crate) after: String,
    /// Products read so far.
    pub(crate) count: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Checkpoint {
    /// The number of the first copy that the step's products belong to; it only grows.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The newest catalog revision that the copy has anything of; 0 when it is not known.
    pub fn revision(&self) -> u64 {
        self.revision
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

    /// The same first copy, or the feed after it, elsewhere.
    pub(crate) fn at(&self, position: Position) -> Self {
        Self { generation: self.generation, revision: self.revision, position }
    }

    pub(crate) fn seen(self, revision: u64) -> Self {
        Self { revision: self.revision.max(revision), ..self }
    }

    /// The same generation, before its first copy, with nothing that may not be older: the store was restored.
    pub(crate) fn emptied(&self) -> Self {
        Self { generation: self.generation, revision: 0, position: Position::Begin }
    }

    /// Another first copy.
    pub(crate) fn next_generation(&self) -> Self {
        Self { generation: self.generation + 1, revision: 0, position: Position::Begin }
    }
}
