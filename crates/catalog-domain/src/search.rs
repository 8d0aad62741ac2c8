//! What a search finds, and in which order (`docs/contract.md#search`).

mod folding;
mod places;
mod relevance;
mod search_text;
mod typos;

pub use folding::{fold, has_digit, number_part, stock_number_key, words_of};
pub use relevance::{Relevance, SearchedTexts};
pub use search_text::{SearchText, SearchTextError, SearchWord};
pub use typos::Typos;
