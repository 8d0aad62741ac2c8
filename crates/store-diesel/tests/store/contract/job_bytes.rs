//! The contract of the bytes that jobs of imports store.

use catalog_domain::imports::{BlobId, PIECE_BYTES};
use catalog_domain::ports::JobBytes;
use catalog_testkit::AnyStore;
use catalog_testkit::builders::NOON;
use catalog_testkit::jobs::job_id as id;

pub(crate) fn pieces_are_read_back_until_their_blob_is_deleted(store: &dyn AnyStore) {
    check_bytes(store);
}

pub(crate) fn check_bytes(store: &(impl JobBytes + ?Sized)) {
    let blob = |job, name| BlobId { job: id(job), name: id(name) };
    let whole = vec![b'a'; PIECE_BYTES];
    for (blob, piece, bytes) in
        [(blob(1, 1), 0, &*whole), (blob(1, 1), 1, &[0xff; 9]), (blob(1, 2), 0, b"two\0"), (blob(2, 1), 0, b"x")]
    {
        store.append_piece(blob, piece, bytes, NOON).unwrap();
    }
    assert!(store.read_piece(blob(1, 1), 0).unwrap().is_some_and(|bytes| bytes == whole));
    assert_eq!(store.read_piece(blob(1, 1), 1).unwrap().as_deref(), Some(&[0xff; 9][..]));
    assert_eq!(store.read_piece(blob(1, 2), 0).unwrap().as_deref(), Some(&b"two\0"[..]));
    assert_eq!(store.read_piece(blob(1, 1), 2).unwrap(), None);
    assert_eq!(store.read_piece(blob(3, 1), 0).unwrap(), None);
    store.delete_blob(blob(1, 1)).unwrap();
    store.delete_blob(blob(1, 1)).unwrap();
    assert_eq!(store.read_piece(blob(1, 1), 0).unwrap(), None);
    let mut left: Vec<BlobId> = store.all_blobs().unwrap().into_iter().map(|(blob, _)| blob).collect();
    left.sort_unstable();
    assert_eq!(left, [blob(1, 2), blob(2, 1)]);
}
