//! The read model gives what the naive catalog gives: for random catalogs, through random imports, in the sizes of
//! production and in small ones, which make several chunks and blocks of few products.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

mod answers;
mod buyers;
mod lists;
mod refreshes;
mod searches;

use catalog_domain::pricing::{PriceLevel, Viewer};
use catalog_index::{ColumnLayout, Layout};
use proptest::prelude::*;
use proptest::sample::select;

/// Sizes with which a catalog of a few products has everything that a large one has.
const SMALL: Layout =
    Layout { column: ColumnLayout::new(3, 4), long_list: 4, few_sets: 1, few_products: 1, block: 5, affects_many: 1 };

fn layout() -> impl Strategy<Value = Layout> {
    prop_oneof![3 => Just(SMALL), 1 => Just(Layout::default())]
}

/// Somebody with the retail level or one that some products have prices at.
fn viewer() -> impl Strategy<Value = Viewer> {
    let level = select(&["Розн", "Опт"][..]);
    level.prop_map(|level| Viewer { price_level: PriceLevel::new(level), ..Viewer::ordinary() })
}
