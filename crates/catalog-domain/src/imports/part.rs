//! The parts in which a job's input is sent.

use super::job_id::{BlobId, JobId};

/// The highest number of a part.
pub const MAXIMUM_PARTS: u32 = 10_000;

/// The bytes of a piece, in which parts are stored; the last one of a part may be shorter.
pub const PIECE_BYTES: usize = 1 << 20;

/// How the bytes of a part are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PartEncoding {
    /// Not at all.
    Identity,
    /// As gzip (RFC 1952).
    Gzip,
    /// As Zstandard (RFC 8878).
    Zstandard,
}

/// What the bytes of a part are once they are unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PartFormat {
    /// Lines of records.
    #[default]
    Records,
    /// A table of offers as CSV, which is for a delta only.
    Offers,
}

impl PartFormat {
    /// The format of a file by its name, packed or not.
    ///
    /// ```
    /// use catalog_domain::imports::PartFormat;
    /// assert_eq!(PartFormat::of_file("Prices.CSV.gz"), PartFormat::Offers);
    /// assert_eq!(PartFormat::of_file("csv"), PartFormat::Records);
    /// ```
    pub fn of_file(name: &str) -> Self {
        let (unpacked, _) = unpacked(name);
        if unpacked.to_ascii_lowercase().ends_with(".csv") { Self::Offers } else { Self::Records }
    }
}

/// A name without the end that says how its file is packed, and how it is.
fn unpacked(name: &str) -> (&str, PartEncoding) {
    match name.rsplit_once('.') {
        Some((before, end)) if end.eq_ignore_ascii_case("gz") && !before.is_empty() => (before, PartEncoding::Gzip),
        Some((before, end)) if end.eq_ignore_ascii_case("zst") && !before.is_empty() => {
            (before, PartEncoding::Zstandard)
        }
        _ => (name, PartEncoding::Identity),
    }
}

impl PartEncoding {
    /// Every encoding.
    pub const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Zstandard];

    /// The encoding of a file by its name.
    ///
    /// ```
    /// use catalog_domain::imports::PartEncoding;
    /// assert_eq!(PartEncoding::of_file("a.ndjson.GZ"), PartEncoding::Gzip);
    /// assert_eq!(PartEncoding::of_file(".gz"), PartEncoding::Identity);
    /// ```
    pub fn of_file(name: &str) -> Self {
        unpacked(name).1
    }

    /// Its name in `Content-Encoding`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Zstandard => "zstd",
        }
    }

    /// The encoding of that name, whatever its case; `None` for any other text. `x-gzip` is gzip (RFC 9110, 8.4.1.3).
    ///
    /// ```
    /// use catalog_domain::imports::PartEncoding;
    /// assert_eq!(PartEncoding::from_name("X-GZip"), Some(PartEncoding::Gzip));
    /// assert_eq!(PartEncoding::from_name("x-zstd"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name.eq_ignore_ascii_case("x-gzip") { "gzip" } else { name };
        Self::ALL.into_iter().find(|encoding| encoding.name().eq_ignore_ascii_case(name))
    }
}

/// A part that was received whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPart {
    /// Its number, from 1.
    pub number: u32,
    /// The name of its bytes.
    pub blob: JobId,
    /// The job that they were sent for; `None`: its own.
    pub source: Option<JobId>,
    /// How they are compressed.
    pub encoding: PartEncoding,
    /// What they are once they are unpacked.
    pub format: PartFormat,
    /// How many bytes were sent.
    pub sent_bytes: u64,
    /// How many they are when they are unpacked.
    pub content_bytes: u64,
}

impl JobPart {
    /// Its bytes, as a part of `job`.
    pub fn blob_of(&self, job: JobId) -> BlobId {
        BlobId { job: self.source.unwrap_or(job), name: self.blob }
    }
}

/// Whether `numbers`, in ascending order, are those of all parts from the first to the last.
pub(super) fn are_complete(numbers: impl ExactSizeIterator<Item = u32>) -> bool {
    numbers.len() > 0 && (1..).zip(numbers).all(|(expected, number)| expected == number)
}
