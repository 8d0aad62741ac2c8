//! Receives the bytes of a part: in pieces, as they come, for as long as the job receives.

use super::abandoned::UnansweredJob;
use super::{ImportPorts, Imports};
use crate::runtime::background::BackgroundError;
use crate::runtime::shares::Shares;
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::imports::{BlobId, JobId, JobPart, PIECE_BYTES, PartEncoding};
use catalog_domain::ports::{JobChange, PartStored};
use catalog_domain::values::AccountId;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often it is noted that bytes come.
const TOUCH_INTERVAL: Duration = Duration::from_secs(5);

/// The bodies that are being received.
#[derive(Debug)]
pub(super) struct Receivers(Mutex<Shares<AccountId>>);

impl Receivers {
    /// The most at once: each has a piece in memory, and what unpacks it.
    const MOST: u64 = 32;
    /// The most of one account.
    const MOST_OF_ONE_ACCOUNT: u64 = 16;
}

impl Default for Receivers {
    fn default() -> Self {
        Self(Mutex::new(Shares::new(Self::MOST, Self::MOST_OF_ONE_ACCOUNT)))
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
        // A panic under this lock leaves at most a count too high.
        self.receivers.0.lock().unwrap_or_else(PoisonError::into_inner).release(self.account);
    }
}

/// Why bytes were not stored.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// The job receives no more.
    #[error("the job receives no more")]
    NotReceiving,
    /// The store failed.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// The bytes of one part. Dropped before it is stored, it leaves nothing, and the job neither if it is its only body.
pub struct PartReceiver {
    ports: Arc<ImportPorts>,
    blob: BlobId,
    /// The job that goes with it.
    whole_job: Option<UnansweredJob>,
    pieces: u32,
    buffer: Vec<u8>,
    touched: Instant,
    is_stored: bool,
}

impl Imports {
    /// The permit to receive a body of `account`.
    ///
    /// # Errors
    /// [`BackgroundError`] when too many are being received.
    pub fn permit_to_receive(&self, account: AccountId) -> Result<ReceivePermit, BackgroundError> {
        self.receivers.0.lock().unwrap_or_else(PoisonError::into_inner).take(account)?;
        Ok(ReceivePermit { receivers: Arc::clone(&self.receivers), account })
    }

    /// Receives a part of `job`, or its whole input.
    ///
    /// # Errors
    /// When there is no randomness for a name.
    pub fn receive(&self, job: JobId, is_whole_job: bool) -> Result<PartReceiver, ServiceFailure> {
        let blob = BlobId { job, name: self.ports.ids.make_id()? };
        let ports = Arc::clone(&self.ports);
        let (buffer, touched) = (Vec::new(), Instant::now());
        let whole_job = is_whole_job.then(|| UnansweredJob::new(&self.ports, &self.abandoned, job));
        Ok(PartReceiver { ports, blob, whole_job, pieces: 0, buffer, touched, is_stored: false })
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
        if self.touched.elapsed() >= TOUCH_INTERVAL {
            self.touch().await?;
        }
        Ok(())
    }

    /// Makes what was received a part of the job.
    ///
    /// # Errors
    /// [`ReceiveError`] when it cannot be stored.
    pub async fn store(
        mut self,
        number: u32,
        encoding: PartEncoding,
        sent_bytes: u64,
        content_bytes: u64,
    ) -> Result<JobChange<PartStored>, ReceiveError> {
        self.flush().await?;
        let part = JobPart { number, blob: self.blob.name, source: None, encoding, sent_bytes, content_bytes };
        let (ports, job) = (Arc::clone(&self.ports), self.blob.job);
        let put = move || ports.jobs.put_part(job, &part, ports.most_bytes, ports.clock.store_time()?);
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
        let (ports, blob, piece) = (Arc::clone(&self.ports), self.blob, self.pieces);
        let bytes = std::mem::take(&mut self.buffer);
        try_call_store(move || ports.bytes.append_piece(blob, piece, &bytes, ports.clock.store_time()?)).await?;
        self.pieces += 1;
        Ok(())
    }

    async fn touch(&mut self) -> Result<(), ReceiveError> {
        let (ports, job) = (Arc::clone(&self.ports), self.blob.job);
        let receives = try_call_store(move || ports.jobs.touch_job(job, ports.clock.store_time()?)).await?;
        self.touched = Instant::now();
        if receives { Ok(()) } else { Err(ReceiveError::NotReceiving) }
    }
}

impl Drop for PartReceiver {
    fn drop(&mut self) {
        if self.is_stored || self.pieces == 0 {
            return;
        }
        let (ports, blob) = (Arc::clone(&self.ports), self.blob);
        // The cleaner repeats what fails.
        let forget = move || drop(ports.bytes.delete_blob(blob));
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(forget)),
            Err(_) => forget(),
        }
    }
}

impl std::fmt::Debug for PartReceiver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PartReceiver").field("blob", &self.blob).finish_non_exhaustive()
    }
}
