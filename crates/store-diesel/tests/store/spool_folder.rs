//! The folder of a SQLite store in which the bytes of jobs wait.

use crate::contract::job_bytes::check_bytes;
use crate::support::{mode, set_mode};
use catalog_domain::imports::JobPart;
use catalog_domain::ports::JobBytes;
use catalog_testkit::jobs::{job_id as id, job_part};
use store_diesel::SpoolFolder;

#[test]
fn a_folder_keeps_the_bytes_of_jobs_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/spool");
    let spool = SpoolFolder::new(&path);
    assert_eq!(spool.all_blobs().unwrap(), []);
    assert!(!path.exists(), "nothing is made before there is something to keep");
    check_bytes(&spool);
    let (part, empty) = (job_part(1, 2), JobPart { sent_bytes: 0, ..job_part(1, 9) });
    assert!(spool.has_part(id(1), &part) && spool.has_part(id(1), &empty));
    assert!(!spool.has_part(id(3), &part), "another server has it");
    assert_eq!(mode(&path), 0o700);
    let files: Vec<_> = path.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 3, "two blobs and the lock");
    assert!(files.iter().all(|file| mode(file) == 0o600));
    std::fs::write(path.join("notes.txt"), "of others").unwrap();
    assert_eq!(spool.all_blobs().unwrap().len(), 2, "what is no blob is left alone");
}

#[test]
fn a_folder_is_of_one_server_and_closed_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spool");
    let (spool, other) = (SpoolFolder::new(&path), SpoolFolder::new(&path));
    spool.take().unwrap();
    assert!(other.take().unwrap_err().to_string().contains("another server has it"));
    assert!(other.check().is_err());
    assert_eq!(SpoolFolder::of_parent(&path).all_blobs().unwrap(), []);
    drop(spool);
    other.check().unwrap();
    drop(other);
    set_mode(&path, 0o755);
    assert!(SpoolFolder::new(&path).take().unwrap_err().to_string().contains("chmod 700"));
}
