//! What to compare, and how.

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
    /// The system that is to be replaced.
    pub old: Login,
    /// The system that replaces it.
    pub new: Login,
    /// The folder of the report and of what was read; it is made.
    pub report: PathBuf,
    /// Source object ids of sections whose subtrees are compared; all when empty.
    pub sections: Vec<i64>,
    /// How many products are also requested one by one and in batches.
    pub sample: usize,
    /// The most requests a second to each system.
    pub rate: Option<NonZeroU32>,
    /// The most requests at a time to each system.
    pub concurrency: NonZeroUsize,
    /// Whether what an earlier run with the same options has read is taken from the folder of its report.
    pub resume: bool,
    /// A PEM file with certificates to trust beside those of this machine.
    pub ca_file: Option<PathBuf>,
    /// A file of rules that allow differences.
    pub allow: Option<PathBuf>,
    /// Is told in one line why all requests to a system pause, and for how long.
    pub on_pause: OnPause,
}

impl CompareOptions {
    /// Everything that decides which requests are sent.
    pub(crate) fn identity(&self) -> Value {
        let Self { old, new, sections, sample, .. } = self;
        json!({
            "old": old.url, "oldLogin": old.login, "new": new.url, "newLogin": new.login,
            "sections": sections, "sample": sample,
        })
    }
}
