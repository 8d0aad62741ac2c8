//! Receives a body of any size: measured on the threads of expensive work, stored piece by piece, bounded in bytes and
//! in how long its client may be silent.

use super::headers;
use crate::api_error::ApiError;
use actix_web::HttpRequest;
use actix_web::web::{Bytes, Payload};
use catalog_app::App;
use catalog_app::callers::Caller;
use catalog_app::imports::{PartReceiver, ReceiveError};
use catalog_app::runtime::Effort;
use catalog_domain::imports::PartEncoding;
use futures_util::StreamExt;
use http_common::request::{BodyMeter, BodyProblem, MeasuredBody};
use std::time::Duration;
use tokio::time::timeout;

/// How long a client may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(15);

/// How many bytes are measured at a time.
const MEASURED_BYTES: usize = 256 << 10;

/// How a body is received.
pub(super) struct BodyReceiver<'a> {
    pub(super) app: &'a App,
    pub(super) caller: &'a Caller,
    pub(super) encoding: PartEncoding,
    /// The SHA-256 that it has to have, in Base64.
    pub(super) digest: Option<String>,
    /// The most bytes that it may have, sent or unpacked.
    pub(super) most_bytes: u64,
}

impl<'a> BodyReceiver<'a> {
    /// For the body of `request`, by its headers.
    ///
    /// # Errors
    /// When one of them is wrong, or the body is declared as too large.
    pub(super) fn of(request: &HttpRequest, app: &'a App, caller: &'a Caller) -> Result<Self, ApiError> {
        let (encoding, digest) = (headers::encoding(request)?, headers::declared_digest(request)?);
        let receiver = Self { app, caller, encoding, digest, most_bytes: app.imports.most_bytes() };
        if headers::declared_length(request).is_some_and(|length| length > receiver.most_bytes) {
            return Err(receiver.too_large());
        }
        Ok(receiver)
    }

    /// The same for a body that may have no more than `most_bytes`.
    pub(super) fn within(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// Measures the body and stores it in `target`, if there is one.
    ///
    /// # Errors
    /// When it is too large, damaged, empty or not what its digest says, when it stops coming, and when it cannot be
    /// stored.
    pub(super) async fn receive(
        &self,
        mut payload: Payload,
        mut target: Option<&mut PartReceiver>,
    ) -> Result<MeasuredBody, ApiError> {
        let _permit = self.app.imports.permit_to_receive(self.caller.account.id)?;
        let mut meter = BodyMeter::new(self.encoding, self.most_bytes).map_err(ApiError::internal)?;
        let mut waiting = Vec::new();
        while let Some(bytes) = next_bytes(&mut payload).await? {
            waiting.extend_from_slice(&bytes);
            if waiting.len() >= MEASURED_BYTES {
                meter = self.take(meter, std::mem::take(&mut waiting), target.as_deref_mut()).await?;
            }
        }
        meter = self.take(meter, waiting, target).await?;
        let body = meter.finish().map_err(|problem| self.problem(problem))?;
        if self.digest.as_ref().is_some_and(|digest| *digest != body.sent_digest) {
            return Err(ApiError::parameter("Content-Digest", "is not that of the body: it was changed on its way"));
        }
        if body.content_bytes == 0 {
            return Err(ApiError::parameter("body", "must not be empty"));
        }
        Ok(body)
    }

    /// Measures bytes in steps, between which others use the thread.
    async fn take(
        &self,
        mut meter: BodyMeter,
        mut bytes: Vec<u8>,
        target: Option<&mut PartReceiver>,
    ) -> Result<BodyMeter, ApiError> {
        let work = self.app.work.of(self.caller.requester());
        let mut next = Some(0);
        while let Some(start) = next {
            let measure = move || {
                let measured = meter.add(&bytes[start..]).map(|left| left.map(|left| bytes.len() - left.len()));
                (meter, bytes, measured)
            };
            let measured;
            (meter, bytes, measured) = work.run(Effort::Long, measure).await?;
            next = measured.map_err(|problem| self.problem(problem))?;
        }
        if let Some(target) = target {
            target.write(&bytes).await.map_err(receive_error)?;
        }
        Ok(meter)
    }

    fn problem(&self, problem: BodyProblem) -> ApiError {
        match problem {
            BodyProblem::TooLarge => self.too_large(),
            BodyProblem::Damaged => ApiError::parameter("body", problem.to_string()),
        }
    }

    pub(super) fn too_large(&self) -> ApiError {
        ApiError::ImportTooLarge { most_megabytes: self.app.imports.most_bytes() >> 20 }
    }
}

pub(super) fn receive_error(error: ReceiveError) -> ApiError {
    match error {
        ReceiveError::NotReceiving => ApiError::ImportConflict("The import receives no more."),
        ReceiveError::Failure(failure) => failure.into(),
    }
}

async fn next_bytes(payload: &mut Payload) -> Result<Option<Bytes>, ApiError> {
    match timeout(LONGEST_SILENCE, payload.next()).await {
        Err(_) => Err(ApiError::parameter("body", "stopped: no bytes came for 15 seconds")),
        Ok(None) => Ok(None),
        Ok(Some(Ok(bytes))) => Ok(Some(bytes)),
        Ok(Some(Err(_))) => Err(ApiError::parameter("body", "was not received completely")),
    }
}
