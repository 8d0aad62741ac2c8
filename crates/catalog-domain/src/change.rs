//! What an import run changed, as clients see it: a pure diff of the public view before and after
//! (`docs/contract.md#change-events`).

mod attribution;
pub(crate) mod classify;
mod content;
pub(crate) mod cursor;
pub(crate) mod event;
pub(crate) mod feed;
mod recent;

pub use attribution::{ContentChange, Moment, attribute};
pub use classify::{HiddenProduct, ProductState, ProductTransition, PublicView, TreeChange, classify};
pub use content::{PrimaryRule, RecordContent, compare_content, option_prices_differ, primary_section};
pub use cursor::{FeedCursor, FeedPosition, LogEpoch, OpenRange};
pub use event::{ChangeEvent, ChangeKind, ChangeTally, Membership};
pub use feed::{
    FeedError, FeedHorizon, FeedLog, FeedPage, FeedRequest, FeedStart, FeedSummary, expired_before, feed_page,
    feed_summary, page_of,
};
pub use recent::{RecentChange, RecentChanges, recent_changes};
