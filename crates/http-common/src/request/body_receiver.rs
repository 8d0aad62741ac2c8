//! Receives a body of any size: measured on the threads of expensive work, stored piece by piece, bounded in bytes and
//! in how long its client may be silent.

use super::{BodyMeter, DeclaredDigests, MeasuredBody};
use actix_web::web::Bytes;
use catalog_app::callers::Caller;
use catalog_app::imports::{PartReceiver, ReceiveError};
use catalog_app::runtime::Effort;
use catalog_app::{App, ServiceFailure};
use catalog_domain::accounts::AccessChange;
use catalog_domain::imports::{JobChange, JobId, PartEncoding, PartFormat, PartStored};
use futures_util::{Stream, StreamExt};
use std::time::Duration;
use tokio::time::timeout;

/// How long a client may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(15);

/// How many bytes are measured at a time.
const MEASURED_BYTES: usize = 256 << 10;

/// Why a body was not received.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BodyError {
    /// It has more bytes than it may have, sent or unpacked.
    #[error("has too many bytes")]
    TooLarge,
    /// It is not packed as it says, or cut off.
    #[error("is not packed as it says, or damaged")]
    Damaged,
    /// Its client went silent.
    #[error("stopped: no bytes came for 15 seconds")]
    Stopped,
    /// Its client left.
    #[error("was not received completely")]
    Incomplete,
    /// It has another digest than the declared one.
    #[error("was changed on its way")]
    WrongDigest,
    /// There is nothing in it.
    #[error("must not be empty")]
    Empty,
    /// The job receives no more.
    #[error("belongs to an import that receives no more")]
    NotReceiving,
    /// Its sender has the right to send it no more.
    #[error("is from a sender whose access has changed")]
    AccessChanged,
    /// It could not be stored.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// How a body is received.
pub struct BodyReceiver<'a> {
    /// The application.
    pub app: &'a App,
    /// The sender.
    pub caller: &'a Caller,
    /// How it is packed.
    pub encoding: PartEncoding,
    /// What it is once it is unpacked.
    pub format: PartFormat,
    /// The digests that it has to have.
    pub digests: DeclaredDigests,
    /// The most bytes that it may have, sent or unpacked.
    pub most_bytes: u64,
}

impl BodyReceiver<'_> {
    /// Receives the whole input of a new job, and has it wait for its turn.
    ///
    /// # Errors
    /// [`BodyError`]; the job is dropped then.
    pub async fn receive_job<E>(
        &self,
        payload: impl Stream<Item = Result<Bytes, E>> + Unpin,
        id: JobId,
    ) -> Result<(), BodyError> {
        let mut target = self.app.imports.receive(id)?;
        let body = self.receive(payload, Some(&mut target)).await?;
        match target.store(1, (self.encoding, self.format), body.sent_bytes, body.content_bytes).await? {
            JobChange::Made(PartStored::Stored { .. }) => {}
            JobChange::Made(PartStored::TooLarge) => return Err(BodyError::TooLarge),
            JobChange::Impossible(_) | JobChange::NoJob => return Err(BodyError::NotReceiving),
        }
        match self.app.imports.submit(id, Some(body.content_digest)).await? {
            JobChange::Made(_) => Ok(()),
            JobChange::Impossible(_) | JobChange::NoJob => Err(BodyError::NotReceiving),
        }
    }

    /// Measures the body and stores it in `target`, if there is one. It ends when the access of its sender does, and at
    /// its end the right to send it is looked up in the store: what comes after this is done with that right.
    ///
    /// # Errors
    /// [`BodyError`].
    pub async fn receive<E>(
        &self,
        mut payload: impl Stream<Item = Result<Bytes, E>> + Unpin,
        mut target: Option<&mut PartReceiver>,
    ) -> Result<MeasuredBody, BodyError> {
        let permit = self.app.imports.permit_to_receive(self.caller.account.id);
        let _permit = permit.map_err(ServiceFailure::from)?;
        let meter = BodyMeter::new(self.encoding, self.digests.clone(), self.most_bytes);
        let mut meter = meter.map_err(ServiceFailure::internal)?;
        let mut waiting = Vec::new();
        while let Some(bytes) = self.next_bytes(&mut payload).await? {
            waiting.extend_from_slice(&bytes);
            if let Some(target) = target.as_deref_mut() {
                target.note_progress().await?;
            }
            if waiting.len() >= MEASURED_BYTES {
                meter = self.take(meter, std::mem::take(&mut waiting), target.as_deref_mut()).await?;
            }
        }
        meter = self.take(meter, waiting, target).await?;
        let mut body = meter.finish()?;
        if self.format == PartFormat::Offers {
            // The same bytes are another input as records.
            body.content_digest.insert_str(0, "offers ");
        }
        if !body.is_as_declared {
            return Err(BodyError::WrongDigest);
        }
        if body.content_bytes == 0 {
            return Err(BodyError::Empty);
        }
        if has_lost_right(self.app.callers.reread_access(self.caller).await?) {
            return Err(BodyError::AccessChanged);
        }
        Ok(body)
    }

    /// The next bytes, if they come before silence has lasted too long or access has ended.
    async fn next_bytes<E>(
        &self,
        payload: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin),
    ) -> Result<Option<Bytes>, BodyError> {
        let next = tokio::select! {
            biased;
            () = self.app.callers.access_changed(self.caller, AccessChange::Role) => {
                return Err(BodyError::AccessChanged);
            }
            next = timeout(LONGEST_SILENCE, payload.next()) => next,
        };
        match next {
            Err(_) => Err(BodyError::Stopped),
            Ok(None) => Ok(None),
            Ok(Some(Ok(bytes))) => Ok(Some(bytes)),
            Ok(Some(Err(_))) => Err(BodyError::Incomplete),
        }
    }

    /// Measures bytes in steps, between which others use the thread.
    async fn take(
        &self,
        mut meter: BodyMeter,
        mut bytes: Vec<u8>,
        target: Option<&mut PartReceiver>,
    ) -> Result<BodyMeter, BodyError> {
        let work = self.app.work.of(self.caller.requester());
        let mut next = Some(0);
        while let Some(start) = next {
            if has_lost_right(self.app.callers.access_change(self.caller)) {
                return Err(BodyError::AccessChanged);
            }
            let measure = move || {
                let measured = meter.add(&bytes[start..]).map(|left| left.map(|left| bytes.len() - left.len()));
                (meter, bytes, measured)
            };
            let measured;
            (meter, bytes, measured) = work.run(Effort::Long, measure).await.map_err(ServiceFailure::from)?;
            next = measured?;
        }
        if let Some(target) = target {
            target.write(&bytes).await?;
        }
        Ok(meter)
    }
}

impl From<ReceiveError> for BodyError {
    fn from(error: ReceiveError) -> Self {
        match error {
            ReceiveError::NotReceiving => Self::NotReceiving,
            ReceiveError::TooLarge => Self::TooLarge,
            ReceiveError::Failure(failure) => Self::Failure(failure),
        }
    }
}

/// The price level has nothing to do with what is received.
fn has_lost_right(change: Option<AccessChange>) -> bool {
    change >= Some(AccessChange::Role)
}
