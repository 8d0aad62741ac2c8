//! Fingerprints of values: how an import detects changes without reading back what is stored.

/// A 128-bit digest of a canonical encoding. Equal fingerprints mean equal values for every practical purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 16]);

/// Builds a fingerprint field by field. Every field carries its length or presence, so no two different sequences of
/// fields have the same encoding. The fields are collected and digested at once, several times faster than one by one.
#[derive(Debug)]
pub struct FingerprintBuilder(Vec<u8>);

/// Capacity that fits most sequences.
const TYPICAL_BYTES: usize = 256;

impl Default for FingerprintBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl FingerprintBuilder {
    /// An empty sequence of fields.
    pub fn new() -> Self {
        Self(Vec::with_capacity(TYPICAL_BYTES))
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.integer(i64::try_from(text.len()).unwrap_or(i64::MAX));
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    /// Adds another fingerprint.
    pub fn fingerprint(&mut self, fingerprint: Fingerprint) -> &mut Self {
        let number = i128::from_le_bytes(fingerprint.0);
        // Both halves, each as the integer that its bits are.
        self.integer(number as i64).integer((number >> 64) as i64)
    }

    /// Adds a text that may be missing.
    pub fn optional_text(&mut self, text: Option<&str>) -> &mut Self {
        self.flag(text.is_some());
        if let Some(text) = text {
            self.text(text);
        }
        self
    }

    /// Adds an integer, or the length of a list that follows.
    pub fn integer(&mut self, value: i64) -> &mut Self {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    /// Adds the length of a list whose items follow.
    pub fn length(&mut self, length: usize) -> &mut Self {
        self.integer(i64::try_from(length).unwrap_or(i64::MAX))
    }

    /// Adds an integer that may be missing.
    pub fn optional_integer(&mut self, value: Option<i64>) -> &mut Self {
        self.flag(value.is_some());
        self.integer(value.unwrap_or_default())
    }

    /// Adds a flag.
    pub fn flag(&mut self, value: bool) -> &mut Self {
        self.0.push(u8::from(value));
        self
    }

    /// Adds bytes without their length: the caller makes sure that no two sequences are alike.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The fingerprint of everything added.
    pub fn finish(&self) -> Fingerprint {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&blake3::hash(&self.0).as_bytes()[..16]);
        Fingerprint(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: &[&str]) -> Fingerprint {
        let mut builder = FingerprintBuilder::new();
        for text in texts {
            builder.text(text);
        }
        builder.finish()
    }

    #[test]
    fn a_fingerprint_stays_the_same_from_version_to_version() {
        let long = "0123456789".repeat(1_000);
        let mut builder = FingerprintBuilder::new();
        builder.text(&long).optional_text(None).optional_integer(Some(-1)).length(3).flag(true);
        assert_eq!(builder.finish().0.map(|byte| format!("{byte:02x}")).concat(), "edcc9ec8710886190509ba0d858368b6");
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["abc"]), of(&["abc", ""]));
        let none = FingerprintBuilder::new().optional_text(None).finish();
        let empty = FingerprintBuilder::new().optional_text(Some("")).finish();
        assert_ne!(none, empty);
    }
}
