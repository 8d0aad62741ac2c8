//! What to compare, and how.

use crate::error::CompareError;
use serde_json::{Value, json};
use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;

/// How to reach a system.
#[derive(Debug, Clone)]
pub struct Login {
    /// Where its routes begin, such as `https://catalog.example`.
    pub url: String,
    /// The login of an account.
    pub login: String,
    /// Its password; empty with a key.
    pub password: String,
    /// A key of the account, which is sent in place of tokens.
    pub key: Option<String>,
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

impl ReplayOptions {
    /// The log, and how long it is: what is appended to it makes it another one.
    fn identity(&self) -> Result<Value, CompareError> {
        let length = std::fs::metadata(&self.log).map(|metadata| metadata.len());
        let length = length.map_err(|error| CompareError::input(self.log.display().to_string(), error.to_string()))?;
        Ok(json!({"log": self.log, "bytes": length}))
    }
}

/// Gets a line about a pause. Called from several threads.
#[derive(Clone)]
pub struct OnPause(pub Arc<dyn Fn(&str) + Send + Sync>);

impl Default for OnPause {
    fn default() -> Self {
        Self(Arc::new(|_| {}))
    }
}

impl fmt::Debug for OnPause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("OnPause")
    }
}

/// One comparison.
#[derive(Debug, Clone)]
pub struct CompareOptions {
    /// The system that is to be replaced; without one, v1 is compared with v2 of the other, as a whole.
    pub old: Option<Login>,
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
    /// Is told in one line why all requests to a system pause, and for how long.
    pub on_pause: OnPause,
}

impl CompareOptions {
    /// What a journal must agree with: everything that decides which requests are sent.
    pub(crate) fn identity(&self) -> Result<Value, CompareError> {
        let Some(old) = &self.old else {
            return Ok(json!({"comparison": "v1-v2", "new": self.new.url, "newLogin": self.new.login}));
        };
        Ok(json!({
            "old": old.url,
            "oldLogin": old.login,
            "new": self.new.url,
            "newLogin": self.new.login,
            "sections": self.sections,
            "sample": self.sample,
            "replay": self.replay.as_ref().map(ReplayOptions::identity).transpose()?,
        }))
    }
}
