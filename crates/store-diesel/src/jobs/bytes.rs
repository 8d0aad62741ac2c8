//! The bytes of jobs as rows: where several servers share them.

use crate::prelude::*;
use crate::schema::import_pieces;
use crate::store::Store;
use catalog_domain::imports::{BlobId, JobId};
use catalog_domain::ports::{JobBytes, StoreError};
use catalog_domain::values::Timestamp;

impl JobBytes for Store {
    fn append_piece(&self, blob: BlobId, piece: u32, bytes: &[u8], now: Timestamp) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            diesel::insert_into(import_pieces::table)
                .values((
                    import_pieces::job_id.eq(blob.job.as_str()),
                    import_pieces::blob.eq(blob.name.as_str()),
                    import_pieces::piece.eq(i64::from(piece)),
                    import_pieces::stored_at.eq(now.unix_microseconds()),
                    import_pieces::content.eq(bytes),
                ))
                .execute(connection)
                .map(drop)
        })
    }

    fn read_piece(&self, blob: BlobId, piece: u32) -> Result<Option<Vec<u8>>, StoreError> {
        self.read_accounts(|connection| {
            let row = import_pieces::table.find((blob.job.as_str(), blob.name.as_str(), i64::from(piece)));
            row.select(import_pieces::content).first_optional(connection)
        })
    }

    fn delete_blob(&self, blob: BlobId) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            let pieces = import_pieces::table
                .filter(import_pieces::job_id.eq(blob.job.as_str()).and(import_pieces::blob.eq(blob.name.as_str())));
            diesel::delete(pieces).execute(connection).map(drop)
        })
    }

    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError> {
        self.read_accounts(|connection| {
            let rows: Vec<(String, String, i64)> = import_pieces::table
                .filter(import_pieces::piece.eq(0))
                .select((import_pieces::job_id, import_pieces::blob, import_pieces::stored_at))
                .load(connection)?;
            let blob = |(job, name, at): (String, String, i64)| {
                let blob = BlobId { job: JobId::parse(&job)?, name: JobId::parse(&name)? };
                Some((blob, Timestamp::from_unix_microseconds(at)))
            };
            Ok(rows.into_iter().filter_map(blob).collect())
        })
    }
}
