//! The ids of jobs, and of the bytes that were sent for them.

use std::fmt;

/// The length of an id, in hexadecimal digits.
const DIGITS: usize = 32;

/// The id of a job, or another random one: 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId([u8; DIGITS]);

impl JobId {
    /// The id of 16 random bytes.
    pub fn new(random: [u8; DIGITS / 2]) -> Self {
        let digit = |half: u8| if half < 10 { b'0' + half } else { b'a' + half - 10 };
        let mut digits = [0; DIGITS];
        for (pair, byte) in digits.chunks_mut(2).zip(random) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        Self(digits)
    }

    /// The id with that text; `None` for a text that no id has.
    ///
    /// ```
    /// use catalog_domain::imports::JobId;
    /// let id = JobId::new([0xab; 16]);
    /// assert_eq!(JobId::parse("abababababababababababababababab"), Some(id));
    /// assert_eq!(JobId::parse("ABABABABABABABABABABABABABABABAB"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let digits: [u8; DIGITS] = text.as_bytes().try_into().ok()?;
        digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')).then_some(Self(digits))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        // Made of ASCII only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Bytes of a job: a part of its input as it was sent, or its report of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId {
    /// The job.
    pub job: JobId,
    /// Which of its bytes: each attempt to send a part has a name of its own.
    pub name: JobId,
}
