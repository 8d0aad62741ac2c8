//! Receives the bytes of a part: in pieces, as they come, for as long as the job receives and has room for them.

use super::abandoned::UnansweredJob;
use super::{ImportPorts, Imports};
use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::imports::{
    BlobId, JobChange, JobId, JobPart, PIECE_BYTES, PartEncoding, PartFormat, PartRoom, PartStored, bytes_beside,
    part_room,
};
use catalog_domain::ports::JobScope;
use catalog_domain::values::{AccountId, Timestamp};
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;

/// How often it is noted that bytes come, in seconds.
const TOUCH_SECONDS: i64 = 5;

/// The bodies that are being received.
#[derive(Debug)]
pub(super) struct Receivers {
    shares: Mutex<Shares<AccountId>>,
    /// The bytes that parts have reserved.
    reserved: Mutex<HashMap<BlobId, u64>>,
}

impl Receivers {
    /// The most at once: each has a piece in memory, and what unpacks it.
    const MOST: u64 = 32;
    const MOST_OF_ONE_ACCOUNT: u64 = 16;

    // A panic under these locks leaves at most a count too high.

    fn shares(&self) -> MutexGuard<'_, Shares<AccountId>> {
        self.shares.lock()
    }

    fn reserved(&self) -> MutexGuard<'_, HashMap<BlobId, u64>> {
        self.reserved.lock()
    }
}

impl Default for Receivers {
    fn default() -> Self {
        Self { shares: Mutex::new(Shares::new(Self::MOST, Self::MOST_OF_ONE_ACCOUNT)), reserved: Mutex::default() }
    }
}

/// A body that is being received. It is counted until this is dropped.
#[derive(Debug)]
pub struct ReceivePermit {
    receivers: Arc<Receivers>,
    account: AccountId,
}

impl Drop for ReceivePermit {
    fn drop(&mut self) {
        self.receivers.shares().release(self.account);
    }
}

/// The bytes that a part may store. They are counted until this is dropped.
#[derive(Debug)]
struct Reservation {
    receivers: Arc<Receivers>,
    blob: BlobId,
    number: u32,
    bytes: u64,
}

impl Reservation {
    /// Reserves `bytes`, and returns what other parts of the job have.
    fn set(&mut self, bytes: u64) -> Vec<(JobId, u64)> {
        self.bytes = bytes;
        let mut reserved = self.receivers.reserved();
        reserved.insert(self.blob, bytes);
        let others = reserved.iter().filter(|(blob, _)| blob.job == self.blob.job && **blob != self.blob);
        others.map(|(blob, bytes)| (blob.name, *bytes)).collect()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.receivers.reserved().remove(&self.blob);
    }
}

/// Why bytes were not stored.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// The job receives no more.
    #[error("the job receives no more")]
    NotReceiving,
    /// The job would have more bytes than it may have.
    #[error("the job has too many bytes")]
    TooLarge,
    /// The store failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// The bytes of one part. Dropped before it is stored, it leaves nothing, and the job neither if it is its only body.
pub struct PartReceiver {
    ports: Arc<ImportPorts>,
    blob: BlobId,
    /// Of a part beside others.
    reservation: Option<Reservation>,
    /// The job that goes with its only body.
    whole_job: Option<UnansweredJob>,
    pieces: u32,
    buffer: Vec<u8>,
    touched: Timestamp,
    is_stored: bool,
}

impl Imports {
    /// The permit to receive a body of `account`.
    ///
    /// # Errors
    /// [`BackgroundError`] when too many are being received.
    pub fn permit_to_receive(&self, account: AccountId) -> Result<ReceivePermit, BackgroundError> {
        self.receivers.shares().take(account)?;
        Ok(ReceivePermit { receivers: Arc::clone(&self.receivers), account })
    }

    /// Receives the whole input of `job`.
    ///
    /// # Errors
    /// When there is no randomness for a name.
    pub fn receive(&self, job: JobId) -> Result<PartReceiver, ServiceFailure> {
        let blob = BlobId { job, name: self.ports.ids.make_id()? };
        let whole_job = UnansweredJob::new(&self.ports, &self.abandoned, job);
        Ok(self.receiver(blob, None, Some(whole_job)))
    }

    fn receiver(
        &self,
        blob: BlobId,
        reservation: Option<Reservation>,
        whole_job: Option<UnansweredJob>,
    ) -> PartReceiver {
        let (ports, touched) = (Arc::clone(&self.ports), self.ports.clock.now());
        PartReceiver { ports, blob, reservation, whole_job, pieces: 0, buffer: Vec::new(), touched, is_stored: false }
    }

    /// Receives part `number` of `job`, which is declared to have `bytes` as sent, or 0. Also returns the most bytes
    /// that it may have beside the stored parts, sent or unpacked.
    ///
    /// # Errors
    /// [`ReceiveError`] when there is no room for it.
    pub async fn receive_part(&self, job: JobId, number: u32, bytes: u64) -> Result<(PartReceiver, u64), ReceiveError> {
        let blob = BlobId { job, name: self.ports.ids.make_id().map_err(ServiceFailure::from)? };
        let receivers = Arc::clone(&self.receivers);
        let mut reservation = Reservation { receivers, blob, number, bytes: 0 };
        let (sent, content) = bytes_beside(&reserve(&self.ports, &mut reservation, bytes).await?, number);
        let allowance = self.ports.most_bytes.saturating_sub(sent.max(content));
        Ok((self.receiver(blob, Some(reservation), None), allowance))
    }
}

impl PartReceiver {
    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`ReceiveError`] when they cannot be stored.
    pub async fn write(&mut self, mut bytes: &[u8]) -> Result<(), ReceiveError> {
        while !bytes.is_empty() {
            let (taken, rest) = bytes.split_at(bytes.len().min(PIECE_BYTES - self.buffer.len()));
            self.buffer.extend_from_slice(taken);
            bytes = rest;
            if self.buffer.len() == PIECE_BYTES {
                self.flush().await?;
            }
        }
        self.note_progress().await
    }

    /// Notes from time to time that bytes come, which may be few: what comes slowly has not stopped.
    ///
    /// # Errors
    /// [`ReceiveError`] when the job receives no more.
    pub async fn note_progress(&mut self) -> Result<(), ReceiveError> {
        let now = self.ports.clock.now();
        // A clock that was set back is another reason.
        if (self.touched..self.touched.plus_seconds(TOUCH_SECONDS)).contains(&now) {
            return Ok(());
        }
        let (ports, job) = (Arc::clone(&self.ports), self.blob.job);
        let touch = move || ports.change_jobs(JobScope::Present, |jobs, now| jobs.touch(job, now));
        let receives = try_call_store(touch).await?;
        self.touched = now;
        if receives { Ok(()) } else { Err(ReceiveError::NotReceiving) }
    }

    /// Makes what was received a part of the job.
    ///
    /// # Errors
    /// [`ReceiveError`] when it cannot be stored.
    pub async fn store(
        mut self,
        number: u32,
        (encoding, format): (PartEncoding, PartFormat),
        sent_bytes: u64,
        content_bytes: u64,
    ) -> Result<JobChange<PartStored>, ReceiveError> {
        self.flush().await?;
        let part = JobPart { number, blob: self.blob.name, source: None, encoding, format, sent_bytes, content_bytes };
        let (ports, job) = (Arc::clone(&self.ports), self.blob.job);
        let put = move || {
            let most_bytes = ports.most_bytes;
            ports.change_jobs(JobScope::Growing(Some(job)), |jobs, now| jobs.put_part(job, &part, most_bytes, now))
        };
        let change = try_call_store(put).await?;
        if let JobChange::Made(PartStored::Stored { replaced }) = change {
            self.is_stored = true;
            if let Some(job) = self.whole_job.take() {
                job.answered();
            }
            if let Some(name) = replaced {
                let (ports, blob) = (Arc::clone(&self.ports), BlobId { job, name });
                // The cleaner repeats what fails.
                let _ = try_call_store(move || ports.bytes.delete_blob(blob)).await;
            }
        }
        Ok(change)
    }

    async fn flush(&mut self) -> Result<(), ReceiveError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = u64::from(self.pieces) * PIECE_BYTES as u64 + self.buffer.len() as u64;
        if let Some(reservation) = self.reservation.as_mut().filter(|reservation| reservation.bytes < written) {
            reserve(&self.ports, reservation, written).await?;
        }
        let (ports, blob, piece) = (Arc::clone(&self.ports), self.blob, self.pieces);
        let bytes = std::mem::take(&mut self.buffer);
        try_call_store(move || ports.bytes.append_piece(blob, piece, &bytes, ports.store_clock.store_time()?)).await?;
        self.pieces += 1;
        Ok(())
    }
}

/// Reserves `bytes` for a part before they are stored, and returns the stored parts of its job.
async fn reserve(
    ports: &Arc<ImportPorts>,
    reservation: &mut Reservation,
    bytes: u64,
) -> Result<Vec<JobPart>, ReceiveError> {
    // Before the stored parts are read: what is stored meanwhile is among either, and two cannot overlook each other.
    let others = reservation.set(bytes);
    let (store, job) = (Arc::clone(ports), reservation.blob.job);
    let parts_here = move || {
        let parts = store.jobs.parts_of(job)?;
        if parts.iter().all(|part| store.bytes.has_part(job, part)) {
            return Ok(parts);
        }
        Err(ServiceFailure::unavailable("another server has the other parts of this import"))
    };
    let parts = try_call_store(parts_here).await?;
    match part_room(&parts, reservation.number, bytes, &others, ports.most_bytes) {
        PartRoom::Fits => Ok(parts),
        PartRoom::Later => Err(ServiceFailure::from(BackgroundError::OverQuota).into()),
        PartRoom::Never => Err(ReceiveError::TooLarge),
    }
}

impl Drop for PartReceiver {
    fn drop(&mut self) {
        if self.is_stored || self.pieces == 0 {
            return;
        }
        let (ports, blob) = (Arc::clone(&self.ports), self.blob);
        let reservation = self.reservation.take();
        let forget = move || {
            // What fails is repeated by the cleaner.
            let _ = ports.bytes.delete_blob(blob);
            drop(reservation);
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(forget)),
            Err(_) => forget(),
        }
    }
}
