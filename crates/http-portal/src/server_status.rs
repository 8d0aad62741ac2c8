//! What a server reports of itself to the portal.

use localization::{Message, ToArgument, ToMessage};

/// What a server reports of itself. The server implements it: the portal knows neither its store nor its process.
pub trait ServerStatus: Send + Sync {
    /// The present state, in groups. May ask the store, so it runs on a blocking thread.
    fn status(&self) -> Vec<StatusGroup>;
}

/// Facts that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusGroup {
    /// The key of the heading.
    pub title: &'static str,
    /// The facts.
    pub facts: Vec<StatusFact>,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusFact {
    /// The key of what it is about.
    pub name: &'static str,
    /// Its value, with its unit.
    pub value: Message,
    /// Whether an administrator should look into it.
    pub is_problem: bool,
}

impl StatusFact {
    /// A fact that is all right.
    pub fn new(name: &'static str, value: impl ToMessage) -> Self {
        Self { name, value: value.to_message(), is_problem: false }
    }

    /// A name or number that is the same in every language.
    pub fn plain(name: &'static str, value: &impl ToString) -> Self {
        Self::new(name, Message::plain(value.to_string()))
    }

    /// A count.
    pub fn count(name: &'static str, count: impl ToArgument) -> Self {
        Self::new(name, Message::new("number").with("count", count))
    }

    /// The same fact, marked if `is_problem`.
    #[must_use]
    pub fn marked(self, is_problem: bool) -> Self {
        Self { is_problem, ..self }
    }
}
