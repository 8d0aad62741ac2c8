//! Jobs of imports in memory, with their bytes.

use super::MemoryStore;
use catalog_domain::imports::{BlobId, ImportJob, JobId, JobPart, Jobs};
use catalog_domain::ports::{JobBytes, JobScope, JobStore, StoreError};
use catalog_domain::values::Timestamp;
use std::collections::{BTreeMap, HashSet};

/// Pieces of blobs.
pub(super) type Pieces = BTreeMap<(BlobId, u32), (Vec<u8>, Timestamp)>;

impl JobStore for MemoryStore {
    fn update_jobs(&self, _: JobScope, change: &mut dyn FnMut(&mut Jobs)) -> Result<(), StoreError> {
        change(&mut self.state().jobs);
        Ok(())
    }

    fn jobs(&self) -> Result<Jobs, StoreError> {
        Ok(self.state().jobs.clone())
    }

    fn has_work(&self, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.state().jobs.next(now).is_some())
    }

    fn find_job(&self, id: JobId) -> Result<Option<ImportJob>, StoreError> {
        Ok(self.state().jobs.get(id).map(|stored| stored.job.clone()))
    }

    fn parts_of(&self, id: JobId) -> Result<Vec<JobPart>, StoreError> {
        Ok(self.state().jobs.get(id).map(|stored| stored.parts.values().cloned().collect()).unwrap_or_default())
    }

    fn part_blobs(&self) -> Result<HashSet<BlobId>, StoreError> {
        let state = self.state();
        let blobs = |id: JobId, parts: &BTreeMap<u32, JobPart>| -> Vec<BlobId> {
            parts.values().map(|part| part.blob_of(id)).collect()
        };
        Ok(state.jobs.iter().flat_map(|stored| blobs(stored.job.id, &stored.parts)).collect())
    }
}

impl JobBytes for MemoryStore {
    fn append_piece(&self, blob: BlobId, piece: u32, bytes: &[u8], now: Timestamp) -> Result<(), StoreError> {
        self.state().pieces.insert((blob, piece), (bytes.to_vec(), now));
        Ok(())
    }

    fn read_piece(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.state().pieces.get(&(blob, piece)).map(|(bytes, _)| bytes.clone()))
    }

    fn delete_blob(&self, blob: BlobId) -> Result<(), StoreError> {
        self.state().pieces.retain(|(stored, _), _| *stored != blob);
        Ok(())
    }

    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError> {
        let state = self.state();
        let first = state.pieces.iter().filter(|((_, piece), _)| *piece == 0);
        Ok(first.map(|((blob, _), (_, at))| (*blob, *at)).collect())
    }
}
