//! What to compare, and how.

use serde_json::{Value, json};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

/// How to reach a system.
#[derive(Debug, Clone)]
pub struct Login {
    /// Where its routes begin, such as `https://catalog.example`.
    pub url: String,
    /// The login of an account.
    pub login: String,
    /// Its password.
    pub password: String,
}

/// How fast an access log is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// As the log's own times say.
    Log,
    /// As fast as the rate limit and the concurrency allow.
    Fast,
}

/// Requests to replay.
#[derive(Debug, Clone)]
pub struct ReplayOptions {
    /// An access log in the combined format.
    pub log: PathBuf,
    /// How fast.
    pub pace: Pace,
}

/// One comparison.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// The system that is to be replaced.
    pub old: Login,
    /// The system that replaces it.
    pub new: Login,
    /// The folder of the report; it is made.
    pub report: PathBuf,
    /// Source object ids of sections whose subtrees are compared; all when empty.
    pub sections: Vec<i64>,
    /// How many products are also requested one by one and in batches.
    pub sample: usize,
    /// The most requests a second to each system.
    pub rate: Option<NonZeroU32>,
    /// The most requests at a time to each system.
    pub concurrency: NonZeroUsize,
    /// The journal from which a killed run continues; without it, there is none afterwards.
    pub resume: Option<PathBuf>,
    /// A PEM file with certificates to trust beside those of this machine.
    pub ca_file: Option<PathBuf>,
    /// A file of rules that allow differences.
    pub allow: Option<PathBuf>,
    /// Replay a log instead of walking the catalog.
    pub replay: Option<ReplayOptions>,
}

impl CompareOptions {
    /// What a journal must agree with: everything that decides which requests are sent.
    pub(crate) fn identity(&self) -> Value {
        json!({
            "old": self.old.url,
            "oldLogin": self.old.login,
            "new": self.new.url,
            "newLogin": self.new.login,
            "sections": self.sections,
            "sample": self.sample,
            "replay": self.replay.as_ref().map(|replay| &replay.log),
        })
    }
}
