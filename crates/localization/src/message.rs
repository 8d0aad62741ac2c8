//! A text that is yet to be written in a language: the key of a message, and its arguments.

use catalog_domain::pricing::Money;
use catalog_domain::values::Timestamp;

/// A text of the files, by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub(crate) key: &'static str,
    pub(crate) arguments: Vec<(&'static str, Argument)>,
}

/// What stands in a text in place of `{ $name }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// Text as it is.
    Text(String),
    /// A number: it is written with its thousands apart, and chooses between plural forms.
    Number(i64),
    /// An amount of money, written with its currency.
    Amount(Money),
    /// A moment, in the person's time zone.
    Moment(Timestamp),
    /// Another text of the files.
    Message(Message),
}

impl Message {
    /// The text with that key.
    pub const fn new(key: &'static str) -> Self {
        Self { key, arguments: Vec::new() }
    }

    /// A name or another text that is the same in every language.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new("plain").with("text", text.into())
    }

    /// The same with an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, argument: impl ToArgument) -> Self {
        self.arguments.push((name, argument.to_argument()));
        self
    }

    /// Its key in the files.
    pub fn key(&self) -> &'static str {
        self.key
    }
}

/// What names a text: a message, or the key of one without arguments.
pub trait ToMessage {
    /// The message.
    fn to_message(&self) -> Message;
}

impl ToMessage for Message {
    fn to_message(&self) -> Message {
        self.clone()
    }
}

impl ToMessage for &'static str {
    fn to_message(&self) -> Message {
        Message::new(self)
    }
}

impl<T: ToMessage> ToMessage for &T {
    fn to_message(&self) -> Message {
        T::to_message(self)
    }
}

/// What can be an argument of a message.
pub trait ToArgument {
    /// The argument.
    fn to_argument(&self) -> Argument;
}

impl ToArgument for str {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.to_owned())
    }
}

impl ToArgument for String {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.clone())
    }
}

impl ToArgument for Box<str> {
    fn to_argument(&self) -> Argument {
        Argument::Text(self.as_ref().to_owned())
    }
}

impl ToArgument for Message {
    fn to_argument(&self) -> Argument {
        Argument::Message(self.clone())
    }
}

impl ToArgument for Money {
    fn to_argument(&self) -> Argument {
        Argument::Amount(*self)
    }
}

impl ToArgument for Timestamp {
    fn to_argument(&self) -> Argument {
        Argument::Moment(*self)
    }
}

impl<T: ToArgument + ?Sized> ToArgument for &T {
    fn to_argument(&self) -> Argument {
        T::to_argument(self)
    }
}

/// Numbers are written exactly up to 2 to the power of 53.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl ToArgument for $number {
            fn to_argument(&self) -> Argument {
                Argument::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(i32, i64, u8, u16, u32, u64, usize);
