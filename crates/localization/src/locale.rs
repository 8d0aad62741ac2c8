//! How one person reads: the language, and the distance of the clock from UTC.

use crate::message::{Message, ToMessage};
use crate::numbers::{Decimal, grouped};
use crate::texts::{Form, write};
use catalog_domain::pricing::{Money, Percent};
use catalog_domain::values::{Language, Timestamp};
use std::borrow::Cow;
use std::fmt::Display;
use time::OffsetDateTime;

/// How a person reads texts, numbers and times. The default is English in UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Locale {
    /// The language.
    pub language: Language,
    /// How many minutes the person's clock is ahead of UTC. It is the present distance, which is written beside every
    /// time: so each is right, also where the clock was another one at that time.
    pub minutes_ahead: i16,
}

impl Locale {
    /// The most minutes that a clock anywhere is ahead of UTC or behind it.
    pub const MOST_MINUTES: i16 = 14 * 60;

    /// That language, with times in UTC.
    pub const fn in_utc(language: Language) -> Self {
        Self { language, minutes_ahead: 0 }
    }

    /// `message` as text.
    pub fn text(self, message: impl ToMessage) -> Cow<'static, str> {
        write(&message.to_message(), self, Form::Text)
    }

    /// `message` as HTML: its own markup stands, and its arguments are escaped.
    pub fn html(self, message: impl ToMessage) -> Cow<'static, str> {
        write(&message.to_message(), self, Form::Html)
    }

    /// A whole number with its thousands apart.
    pub fn number(self, number: impl Display) -> String {
        grouped(&number.to_string(), self.language)
    }

    /// An amount of money, with at least two decimals and without its currency.
    pub fn amount(self, amount: Money) -> Decimal {
        Decimal::new(amount.to_decimal_text().as_str(), 2, self.language)
    }

    /// A percentage, without its sign.
    pub fn percent(self, percent: Percent) -> Decimal {
        Decimal::new(percent.to_decimal_text().as_str(), 0, self.language)
    }

    /// A moment to the minute, with the distance from UTC: `31 Jan 2026, 13:00 UTC+3`.
    pub fn moment(self, moment: Timestamp) -> String {
        let at = clock(moment, self.minutes_ahead);
        let (hour, minute) = (at.hour(), at.minute());
        format!("{}, {hour:02}:{minute:02} {}", self.day(at), self.zone())
    }

    /// The day of a moment: `31 Jan 2026`.
    pub fn date(self, moment: Timestamp) -> String {
        self.day(clock(moment, self.minutes_ahead)).into_owned()
    }

    /// The name of the person's clock: `UTC`, `UTC+3` or `UTC−3:30`.
    pub fn zone(self) -> String {
        let (hours, minutes) = (self.minutes_ahead.abs() / 60, self.minutes_ahead.abs() % 60);
        let sign = if self.minutes_ahead < 0 { '\u{2212}' } else { '+' };
        match (hours, minutes) {
            (0, 0) => "UTC".to_owned(),
            (hours, 0) => format!("UTC{sign}{hours}"),
            (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
        }
    }

    /// A moment as ISO 8601, for programs.
    pub fn iso(self, moment: Timestamp) -> String {
        let at = clock(moment, 0);
        let (date, (hour, minute, second)) = (at.date(), (at.hour(), at.minute(), at.second()));
        format!("{date}T{hour:02}:{minute:02}:{second:02}Z")
    }

    fn day(self, at: OffsetDateTime) -> Cow<'static, str> {
        let message = Message::new("date")
            .with("day", at.day().to_string())
            .with("month", u8::from(at.month()))
            .with("year", at.year().to_string());
        self.text(message)
    }
}

/// What a clock that is so many minutes ahead of UTC shows; a moment beyond its end is the epoch.
fn clock(moment: Timestamp, minutes_ahead: i16) -> OffsetDateTime {
    let shifted = moment.plus_seconds(i64::from(minutes_ahead) * 60);
    OffsetDateTime::from_unix_timestamp(shifted.unix_seconds()).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_by_the_persons_clock_which_is_named() {
        let moment = Timestamp::from_unix_microseconds(1_769_853_600_000_000);
        for (language, minutes_ahead, text) in [
            (Language::English, 0, "31 Jan 2026, 10:00 UTC"),
            (Language::Russian, 180, "31 янв. 2026, 13:00 UTC+3"),
            (Language::English, -210, "31 Jan 2026, 06:30 UTC−3:30"),
            (Language::Russian, 840, "1 февр. 2026, 00:00 UTC+14"),
        ] {
            let locale = Locale { language, minutes_ahead };
            assert_eq!(locale.moment(moment), text);
            assert_eq!(locale.iso(moment), "2026-01-31T10:00:00Z");
        }
    }

    #[test]
    fn an_amount_has_at_least_two_decimals_and_loses_none() {
        for (amount, english, russian) in [
            ("1999.9", "1,999.90", "1\u{202f}999,90"),
            ("5", "5.00", "5,00"),
            ("0.0001", "0.0001", "0,0001"),
            ("99999999999.125", "99,999,999,999.125", "99\u{202f}999\u{202f}999\u{202f}999,125"),
        ] {
            let money = Money::parse(amount).unwrap();
            assert_eq!(Locale::in_utc(Language::English).amount(money).to_string(), english);
            assert_eq!(Locale::in_utc(Language::Russian).amount(money).to_string(), russian);
        }
        assert_eq!(Locale::default().amount(Money::from_units(-19_999_000)).to_string(), "-1,999.90");
        assert_eq!(Locale::default().percent(Percent::default()).to_string(), "0");
    }

    #[test]
    fn a_number_has_its_thousands_apart_and_chooses_the_plural_form() {
        for (count, english, russian) in [
            (1, "1 product", "1 товар"),
            (3, "3 products", "3 товара"),
            (11, "11 products", "11 товаров"),
            (21, "21 products", "21 товар"),
            (1_234_567, "1,234,567 products", "1\u{202f}234\u{202f}567 товаров"),
        ] {
            let message = Message::new("products").with("count", count);
            assert_eq!(Locale::in_utc(Language::English).text(&message), english);
            assert_eq!(Locale::in_utc(Language::Russian).text(&message), russian);
        }
    }
}
