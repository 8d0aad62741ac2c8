//! Values that clients see as strings though they are numbers.

use serde::Serializer;
use std::fmt::Display;

/// Serialises a value as the text of its `Display`: for `serialize_with`.
pub fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
