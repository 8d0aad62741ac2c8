//! When two bodies say the same.

use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Members that differ from answer to answer: cursors carry the time at which they were given.
const CURSORS: [&str; 3] = ["nextCursor", "checkpoint", "changesCursor"];

/// Equal for bodies that say the same, cursors aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Digest {
    /// The digest of a body.
    pub(crate) fn of(mut body: Value) -> Self {
        blank_cursors(&mut body);
        let mut hasher = DefaultHasher::new();
        body.to_string().hash(&mut hasher);
        Self(hasher.finish())
    }
}

fn blank_cursors(value: &mut Value) {
    let Some(meta) = value.pointer_mut("/data/meta").and_then(Value::as_object_mut) else { return };
    for name in CURSORS {
        if let Some(cursor) = meta.get_mut(name) {
            *cursor = Value::Null;
        }
    }
}
