//! Fields that may be left out.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The value of a field that may be left out; `None` when it is. Whether it may be null is another matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Given<T>(pub Option<T>);

impl<T> Given<T> {
    /// A field that is there.
    pub const fn new(value: T) -> Self {
        Self(Some(value))
    }

    /// Whether it is left out.
    pub const fn is_omitted(&self) -> bool {
        self.0.is_none()
    }
}

impl Given<bool> {
    /// Whether the field is there and true.
    pub fn is_true(self) -> bool {
        self.0 == Some(true)
    }

    /// A field that is left out unless it is true.
    pub fn if_true(value: bool) -> Self {
        Self(value.then_some(true))
    }
}

impl<T> Given<Option<T>> {
    /// What the field says; `None` when it is null or left out.
    pub fn value(self) -> Option<T> {
        self.0.flatten()
    }

    /// A field that is left out where it could be null.
    pub fn if_some(value: Option<T>) -> Self {
        Self(value.map(Some))
    }
}

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::new)
    }
}

impl<T: Serialize> Serialize for Given<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
