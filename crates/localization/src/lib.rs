//! The texts of portal and mail, in every language, and numbers and times as people write them.
//!
//! The texts are Fluent messages in `messages/`, one folder for each language with the same files, and are compiled
//! in. A [`Message`] names one, with its arguments; a [`Locale`] writes it for a person. A text may contain markup: it
//! is then written by [`Locale::html`], which escapes the arguments and nothing else.

mod locale;
mod message;
mod numbers;
mod texts;

pub use locale::Locale;
pub use message::{Argument, Message, ToArgument, ToMessage};
pub use numbers::Decimal;
