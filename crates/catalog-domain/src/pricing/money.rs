//! Exact money: an integer count of 1/10000 USD. No rule and no output ever goes through a floating-point number.

use crate::pricing::decimal_text::DecimalText;
use std::fmt;
use std::num::NonZeroU64;

/// An amount in USD, counted in units of 1/10000.
///
/// Stored as the distance from the smallest number of units, which is never zero: an `Option<Money>` then is as small
/// as a `Money`, and a catalog holds millions of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(NonZeroU64);

/// Why a text is not an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not a decimal number.
    #[error("must be a decimal number")]
    Malformed,
    /// Below zero.
    #[error("must not be negative")]
    Negative,
    /// Finer than 1/10000 USD.
    #[error("must have at most 4 decimals")]
    TooPrecise,
    /// At or above [`Money::LIMIT`].
    #[error("must be below 100000000000 (10^11)")]
    TooLarge,
}

const DECIMALS: u32 = 4;
/// The bit that makes an unsigned distance of signed units, in the same order.
const SIGN: u64 = 1 << 63;

impl Money {
    /// Units in one US dollar.
    pub const UNITS_PER_DOLLAR: i64 = 10_000;
    /// The first amount that is refused: 10^11 USD.
    pub const LIMIT: Self = Self::from_units(100_000_000_000 * Self::UNITS_PER_DOLLAR);
    /// Nothing.
    pub const ZERO: Self = Self::from_units(0);

    /// An amount of `units` 1/10000 USD. The smallest of all numbers becomes the one above it.
    pub const fn from_units(units: i64) -> Self {
        match NonZeroU64::new(units.cast_unsigned() ^ SIGN) {
            Some(distance) => Self(distance),
            None => Self(NonZeroU64::MIN),
        }
    }

    /// The amount in 1/10000 USD.
    pub const fn units(self) -> i64 {
        (self.0.get() ^ SIGN).cast_signed()
    }

    /// Whether the amount is above zero: only such an amount is a price (`docs/contract.md#prices-missing`).
    pub const fn is_positive(self) -> bool {
        self.units() > 0
    }

    /// The amount in its shortest decimal form: `1999.9`, `5`, `0.0001`.
    pub fn to_decimal_text(self) -> DecimalText {
        DecimalText::new(self.units(), DECIMALS)
    }

    /// Reads a decimal such as `1999.90` or `1.65e3` exactly. Trailing zeros beyond four decimals are no extra
    /// precision.
    ///
    /// ```
    /// use catalog_domain::pricing::Money;
    ///
    /// assert_eq!(Money::parse("1.65e3")?.to_string(), "1650");
    /// assert!(Money::parse("0.00001").is_err(), "finer than 1/10000 USD");
    /// # Ok::<(), catalog_domain::pricing::MoneyError>(())
    /// ```
    ///
    /// # Errors
    /// [`MoneyError`] says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = split_exponent(unsigned)?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(MoneyError::Malformed);
        }
        let digits = [whole, fraction].concat();
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        if negative {
            return Err(MoneyError::Negative);
        }
        // The value is `significant` scaled by a power of ten; in units that power grows by DECIMALS.
        let scale = exponent.saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX)) + i64::from(DECIMALS);
        scale_digits(significant, scale)
    }
}

/// Splits `1.5e3` into `1.5` and `3`; an absurdly large exponent saturates, which the size checks then refuse.
fn split_exponent(text: &str) -> Result<(&str, i64), MoneyError> {
    let Some((mantissa, exponent)) = text.split_once(['e', 'E']) else { return Ok((text, 0)) };
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(MoneyError::Malformed);
    }
    let magnitude = digits.parse::<i32>().unwrap_or(i32::MAX);
    Ok((mantissa, i64::from(if exponent.starts_with('-') { -magnitude } else { magnitude })))
}

fn scale_digits(significant: &str, scale: i64) -> Result<Money, MoneyError> {
    let trimmed = significant.trim_end_matches('0');
    let zeros = i64::try_from(significant.len() - trimmed.len()).unwrap_or(i64::MAX);
    let scale = scale.saturating_add(zeros);
    if scale < 0 {
        return Err(MoneyError::TooPrecise);
    }
    // 10^11 USD has 16 digits in units; anything longer is refused before arithmetic could overflow.
    let length = i64::try_from(trimmed.len()).unwrap_or(i64::MAX).saturating_add(scale);
    if length > 16 {
        return Err(MoneyError::TooLarge);
    }
    let units = trimmed.bytes().fold(0_i64, |sum, byte| sum * 10 + i64::from(byte - b'0'))
        * 10_i64.pow(u32::try_from(scale).unwrap_or(0));
    if units >= Money::LIMIT.units() { Err(MoneyError::TooLarge) } else { Ok(Money::from_units(units)) }
}

impl Default for Money {
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Money").field(&self.units()).finish()
    }
}

/// Writes the shortest JSON number: `1999.9`, `5`, `0.0001`.
impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.to_decimal_text().as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_optional_amount_takes_no_more_memory_and_keeps_the_order() {
        assert_eq!(size_of::<Option<Money>>(), size_of::<Money>());
        let units = [i64::MIN + 1, -1, 0, 1, 5, i64::MAX];
        assert_eq!(units.map(|units| Money::from_units(units).units()), units);
        assert!(units.map(Money::from_units).is_sorted());
        assert_eq!(Money::from_units(i64::MIN).units(), i64::MIN + 1);
        assert_eq!((Money::default(), format!("{:?}", Money::from_units(-7))), (Money::ZERO, "Money(-7)".into()));
    }

    #[test]
    fn prices_are_read_exactly() {
        for (text, units) in [
            ("1999.90", 19_999_000),
            ("0", 0),
            ("-0", 0),
            ("0.0001", 1),
            ("1.65e3", 16_500_000),
            ("1E2", 1_000_000),
            ("120000e-4", 120_000),
            ("1.00000", 10_000),
            ("99999999999.9999", 999_999_999_999_999),
        ] {
            assert_eq!(Money::parse(text), Ok(Money::from_units(units)), "{text}");
        }
    }

    #[test]
    fn what_is_no_price_is_refused_with_its_reason() {
        for (text, error) in [
            ("", MoneyError::Malformed),
            ("abc", MoneyError::Malformed),
            ("1.", MoneyError::Malformed),
            (".5", MoneyError::Malformed),
            ("1,5", MoneyError::Malformed),
            ("1e", MoneyError::Malformed),
            ("NaN", MoneyError::Malformed),
            ("-1", MoneyError::Negative),
            ("0.00001", MoneyError::TooPrecise),
            ("1e-400", MoneyError::TooPrecise),
            ("100000000000", MoneyError::TooLarge),
            ("1e400", MoneyError::TooLarge),
            ("1e99999999999999999999", MoneyError::TooLarge),
        ] {
            assert_eq!(Money::parse(text), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_amount_survives_being_written_and_read(units in 0..Money::LIMIT.units()) {
            let money = Money::from_units(units);
            prop_assert_eq!(Money::parse(&money.to_string()), Ok(money));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[-+0-9.eE]{0,24}") {
            let _ = Money::parse(&text);
        }
    }
}
