//! Reads that must not be older than what the client knows (`docs/contract.md#min-revision`).

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::model::{DigestList, SectionDigest};
use crate::products::section_path;
use crate::query::{ListPart, percent_encode};
use crate::response::Response;
use crate::retry::RetryPolicy;
use crate::snapshot::Snapshot;
use std::time::Duration;

/// How long a revision is waited for. Then the store may have been restored: the change feed says whether it was.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

const PARAMETER: &str = "minRevision";

impl CatalogClient {
    /// Reads a path of the catalog of `revision` or a later one; 0 is any.
    ///
    /// A server of before the parameter refuses it. Then the revision of the response is compared, and a server that is
    /// behind is asked again.
    ///
    /// # Errors
    /// Those of [`CatalogClient::get`]. A server that stays behind has refused with 503.
    pub(crate) fn get_not_older(&self, path: &str, revision: u64) -> Result<Response, ClientError> {
        if revision == 0 {
            return self.get(path);
        }
        let policy = self.retry_of(revision);
        let response = self.get_with(&policy, &demand(path, revision), None)?;
        if !response.is_success() && response.error().names_parameter(PARAMETER) {
            return self.get_and_compare(&policy, path, revision);
        }
        Ok(response)
    }

    /// How a request for `revision` is repeated.
    fn retry_of(&self, revision: u64) -> RetryPolicy {
        let policy = self.retry().clone();
        let longest = if revision == 0 { policy.time_limit } else { LONGEST_WAIT };
        RetryPolicy { time_limit: policy.time_limit.min(longest), ..policy }
    }

    fn get_and_compare(&self, policy: &RetryPolicy, path: &str, revision: u64) -> Result<Response, ClientError> {
        let mut attempts = self.attempts_with(policy);
        loop {
            let response = self.get_with(policy, path, None)?;
            if response.revision().is_none_or(|own| own >= revision) {
                return Ok(response);
            }
            let reason = format!("the server is behind revision {revision}");
            let Some(pause) = attempts.next_pause(None) else { return Err(ClientError::Connection(reason)) };
            self.pause(reason, pause);
        }
    }

    /// [`CatalogClient::snapshot`] from `revision` or a later one on, unless the server is one of before the parameter.
    pub(crate) fn snapshot_not_older(
        &self,
        section: &str,
        include: &[ListPart],
        after: Option<&str>,
        revision: u64,
    ) -> Result<Snapshot, ClientError> {
        let path = section_path(section, "product-snapshot");
        let names: Vec<&str> = include.iter().map(|part| part.name()).collect();
        let after = after.map(|after| format!("&after={}", percent_encode(after))).unwrap_or_default();
        let plain = format!("{path}?include={}{after}", names.join(","));
        let (policy, demanded) = (self.retry_of(revision), demand(&plain, revision));
        let body = match self.open(&policy, if revision == 0 { &plain } else { &demanded }) {
            Err(error) if error.names_parameter(PARAMETER) => self.open(&policy, &plain),
            body => body,
        };
        Snapshot::begin(&path, body?)
    }

    pub(crate) fn digest_not_older(&self, section: &str, revision: u64) -> Result<SectionDigest, ClientError> {
        self.get_not_older(&section_path(section, "product-digest"), revision)?.data()
    }

    pub(crate) fn digest_list_not_older(
        &self,
        section: &str,
        part: u8,
        revision: u64,
    ) -> Result<DigestList, ClientError> {
        self.get_not_older(&format!("{}?part={part}", section_path(section, "product-digest")), revision)?.data()
    }
}

fn demand(path: &str, revision: u64) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    format!("{path}{separator}{PARAMETER}={revision}")
}
