//! What a search finds, and in which order (`docs/contract.md#search`).

mod folding;
mod places;
mod relevance;
mod search_text;
mod stems;
mod suggestion;
mod typos;
mod words;

pub use folding::{fold, has_digit, number_part, stock_number_key};
pub use relevance::{FoundBy, Relevance, SearchedTexts};
pub use search_text::{PlainWord, SearchText, SearchTextError, SearchWord};
pub use stems::stem;
pub use suggestion::Suggestion;
pub use typos::Typos;
pub use words::{number_with_starts, word_count, words_of};
