//! The memory size of a product.

use super::*;

#[test]
fn a_product_takes_no_more_memory_than_it_must() {
    // A million products are a million of these, and 8 bytes more can be 16 for the allocator. Growth here should be
    // worth it.
    let sizes = [
        size_of::<ProductTexts>(),
        size_of::<LinkedSections>(),
        size_of::<Offer>(),
        size_of::<FilterValueList>(),
        size_of::<Product>(),
    ];
    assert_eq!(sizes, [32, 24, 88, 24, 224]);
}
