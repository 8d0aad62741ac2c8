//! The contract of what jobs of imports store: the bytes that were sent, and the files of changes.

use super::jobs::{MOST_BYTES, add, at, claim, done, find, id, new_job, part, submit};
use crate::AnyStore;
use catalog_domain::imports::{
    BlobId, JobEnd, JobId, JobOptions, JobState, KEPT_INPUT_SECONDS, KEPT_INPUTS, LONGEST_SILENCE_SECONDS, NewJob,
    PIECE_BYTES, RECORDED_CHANGES_FILES,
};
use catalog_domain::ports::{JobAdded, JobBytes, JobRepeated};
use std::collections::HashSet;

/// Jobs that were forgotten fail, and their bytes are needed no more; nor are those of ended ones.
pub fn jobs_that_receive_nothing_are_given_up(store: &dyn AnyStore) {
    let (silent, other) = (add(store, 1, at(0)), add(store, 2, at(0)));
    store.put_part(silent, &part(1, 10), MOST_BYTES, at(0)).unwrap();
    store.put_part(other, &part(1, 20), MOST_BYTES, at(5)).unwrap();
    let needed = store.clean_jobs(at(LONGEST_SILENCE_SECONDS)).unwrap();
    let blobs = [(silent, part(1, 10).blob), (other, part(1, 20).blob)].map(|(job, name)| BlobId { job, name });
    assert_eq!(needed.blobs, HashSet::from(blobs));
    assert_eq!(needed.jobs, HashSet::from([silent, other]));
    let needed = store.clean_jobs(at(1 + LONGEST_SILENCE_SECONDS)).unwrap();
    assert_eq!((needed.blobs, needed.jobs), (HashSet::from([blobs[1]]), HashSet::from([other])));
    let failed = find(store, silent);
    assert_eq!((failed.state, failed.finished_at), (JobState::Failed, Some(at(1 + LONGEST_SILENCE_SECONDS))));
    assert_eq!(&*failed.problems[0].message, "nothing was received for 24 hours");
}

/// The input of a try is another job's as well: until it was imported, is too old, or behind too many others.
pub fn the_input_of_a_try_is_stored_for_the_import_of_it(store: &dyn AnyStore) {
    let dry_run = |number: u8| {
        let new = new_job(number);
        NewJob { options: JobOptions { is_dry_run: true, keeps_input: true, ..new.options }, ..new }
    };
    let run = |job: JobId, state, seconds| {
        assert_eq!(claim(store, 200, at(seconds)), Some(job));
        let end = JobEnd::without_report(state, None);
        assert!(store.finish_job(job, id(200), &end, at(seconds)).unwrap());
    };
    let tried = |number: u8, seconds| {
        assert_eq!(store.add_job(&dry_run(number), at(seconds)).unwrap(), JobAdded::Added);
        let bytes = part(1, u64::from(number));
        store.put_part(id(number), &bytes, MOST_BYTES, at(seconds)).unwrap();
        store.submit_job(id(number), None, at(seconds)).unwrap();
        (id(number), BlobId { job: id(number), name: bytes.blob })
    };
    let has_input = |job| !store.parts_of(job).unwrap().is_empty();
    let (try_of, bytes) = tried(1, 0);
    let import = |number, tried| NewJob { tried: Some(tried), ..new_job(number) };
    assert_eq!(store.repeat_job(&import(3, try_of), at(0)).unwrap(), JobRepeated::NoInput, "it has not ended");
    run(try_of, JobState::Done, 1);
    // Refused, tried again, and imported: always the same bytes.
    assert_eq!(store.repeat_job(&import(3, try_of), at(2)).unwrap(), JobRepeated::Added);
    assert_eq!(find(store, id(3)).tried, Some(try_of));
    assert_eq!(store.parts_of(id(3)).unwrap()[0].blob_of(id(3)), bytes);
    run(id(3), JobState::Rejected, 3);
    assert!(has_input(try_of) && !has_input(id(3)));
    let again = NewJob { tried: Some(try_of), ..dry_run(5) };
    assert_eq!(store.repeat_job(&again, at(4)).unwrap(), JobRepeated::Added);
    run(id(5), JobState::Rejected, 5);
    assert_eq!(store.repeat_job(&import(7, id(5)), at(6)).unwrap(), JobRepeated::Added);
    assert_eq!(store.parts_of(id(7)).unwrap()[0].blob_of(id(7)), bytes);
    assert_eq!(store.clean_jobs(at(6)).unwrap().blobs, HashSet::from([bytes]));
    run(id(7), JobState::Done, 7);
    assert!(![try_of, id(5), id(7)].into_iter().any(has_input), "they were imported");
    assert_eq!(store.clean_jobs(at(7)).unwrap().blobs, HashSet::new());
    assert_eq!(store.repeat_job(&import(9, try_of), at(8)).unwrap(), JobRepeated::NoInput);
    // The oldest and the outdated are forgotten.
    let most = u8::try_from(KEPT_INPUTS).unwrap();
    for number in 0..=most {
        run(tried(100 + number, i64::from(number)).0, JobState::Done, i64::from(number));
    }
    assert_eq!(store.clean_jobs(at(100)).unwrap().blobs.len(), KEPT_INPUTS);
    assert!(!has_input(id(100)) && has_input(id(101)));
    assert_eq!(store.clean_jobs(at(2 + KEPT_INPUT_SECONDS)).unwrap().blobs.len(), KEPT_INPUTS - 1);
    // A failed one has no input to repeat.
    let (failed, _) = tried(130, 200);
    run(failed, JobState::Failed, 200);
    assert!(!has_input(failed));
}

/// Only the latest jobs have files of changes.
pub fn the_oldest_files_of_changes_are_forgotten(store: &dyn AnyStore) {
    let most = u8::try_from(RECORDED_CHANGES_FILES).unwrap();
    for number in 0..=most {
        let job = submit(store, number, at(i64::from(number)));
        assert_eq!(claim(store, 200, at(i64::from(number))), Some(job));
        assert!(store.finish_job(job, id(200), &done(), at(i64::from(number))).unwrap());
    }
    let needed = store.clean_jobs(at(1_000)).unwrap();
    assert_eq!(needed.blobs.len(), RECORDED_CHANGES_FILES);
    assert_eq!((find(store, id(0)).changes, find(store, id(1)).changes), (None, Some(id(99))));
}

/// See [`check_bytes`].
pub fn pieces_are_read_back_until_their_blob_is_deleted(store: &dyn AnyStore) {
    check_bytes(store);
}

/// Pieces are read back by number, and gone when their blob is.
pub fn check_bytes(store: &(impl JobBytes + ?Sized)) {
    let blob = |job, name| BlobId { job: id(job), name: id(name) };
    let whole = vec![b'a'; PIECE_BYTES];
    for (blob, piece, bytes) in
        [(blob(1, 1), 0, &*whole), (blob(1, 1), 1, &[0xff; 9]), (blob(1, 2), 0, b"two\0"), (blob(2, 1), 0, b"x")]
    {
        store.append_piece(blob, piece, bytes, at(1)).unwrap();
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
