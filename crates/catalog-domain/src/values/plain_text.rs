//! Texts that most formats show as they are.

/// Whether a text has no control character, no quotation mark and no backslash, so that most formats need no escapes
/// for it. Almost every text is plain, so many bytes are checked at a time; the last ones are checked again with those
/// before them.
///
/// ```
/// use catalog_domain::values::is_plain;
///
/// assert!(is_plain("Насос 5 кВт"));
/// assert!(!is_plain("Pipe 3/4\""));
/// ```
pub fn is_plain(text: &str) -> bool {
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    let last = text.as_bytes().last_chunk::<8>();
    let found = chunks.iter().chain(last).fold(0, |found, chunk| found | special(u64::from_le_bytes(*chunk)));
    found == 0 && (last.is_some() || !rest.iter().any(|byte| is_special(*byte)))
}

/// Nonzero if one of eight bytes is special.
fn special(bytes: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH_BITS: u64 = ONES << 7;
    // The high bit of a byte is set if the byte is below a number up to 128; perhaps of one above it, too.
    let below = |bytes: u64, number: u64| bytes.wrapping_sub(ONES * number) & !bytes & HIGH_BITS;
    let equal = |byte: u8| below(bytes ^ (ONES * u64::from(byte)), 1);
    below(bytes, 0x20) | equal(b'"') | equal(b'\\')
}

fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_text_is_plain_when_each_of_its_bytes_is(
            text in "[ !#-\\[\\]-~а-я]{0,40}",
            other in "[\"\\\\\\x00-\\x1f]?",
            tail in "[a-z]{0,9}",
        ) {
            let text = format!("{text}{other}{tail}");
            prop_assert_eq!(is_plain(&text), !text.bytes().any(is_special));
            prop_assert_eq!(is_plain(&text), other.is_empty());
        }
    }
}
