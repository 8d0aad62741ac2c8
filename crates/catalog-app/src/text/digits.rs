//! Decimal digits, eight at a time: a page of products has hundreds of numbers.

/// Numbers below this have at most eight digits.
pub const EIGHT_DIGITS: u64 = 100_000_000;

/// Eight zeros as text.
pub const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// The eight digits of a number below [`EIGHT_DIGITS`], as values from 0 to 9, the first one in the lowest byte. The
/// number is split in halves, those in halves, and so on, all parts of a step at once.
#[inline]
pub fn eight_digits(number: u32) -> u64 {
    let number = u64::from(number);
    let first_four = number / 10_000;
    let fours = first_four | ((number - first_four * 10_000) << 32);
    // A division by 100, exact up to 9,999.
    let hundreds = ((fours * 10_486) >> 20) & 0x7F_0000_007F;
    let twos = hundreds | ((fours - hundreds * 100) << 16);
    // A division by 10, exact up to 99.
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | ((twos - tens * 10) << 8)
}

/// How many digits follow the zeros at the beginning; at least one.
#[inline]
pub fn significant(digits: u64) -> usize {
    // Eight at most.
    8 - (digits.trailing_zeros() / 8).min(7) as usize
}

/// How many digits precede the zeros at the end.
#[inline]
pub fn without_trailing_zeros(digits: u64) -> usize {
    8 - (digits.leading_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digits_are_those_of_the_number(number in 0..100_000_000_u32, power in 0..8_u32) {
            for number in [number, number / 10_u32.pow(power) * 10_u32.pow(power), number / 10_u32.pow(power)] {
                let text = format!("{number:08}");
                let digits = eight_digits(number);
                prop_assert_eq!((digits | ZEROS).to_le_bytes(), text.as_bytes());
                prop_assert_eq!(significant(digits), number.to_string().len());
                prop_assert_eq!(without_trailing_zeros(digits), text.trim_end_matches('0').len());
            }
        }
    }
}
