//! Random questions for lists of products.

use super::sections::HIGHEST_SECTION;
use catalog_domain::catalog::{FilterChoice, PageRequest, ProductQuery, ProductSort, Scope};
use catalog_domain::search::SearchText;
use catalog_domain::values::SectionId;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// Texts to search for, made of these: words, pieces and typos of what products have, and what none has.
const WORDS: [&str; 33] = [
    "pump",
    "PUMPS",
    "pmup",
    "p",
    "насос",
    "Насосы",
    "насо",
    "н",
    "axle",
    "ax-le",
    "steel",
    "steel,",
    "stee",
    "stainles",
    "ex-proof",
    "SN-1",
    "sn1",
    "sn 3",
    "1",
    "SN",
    "s",
    "КТ40",
    "kt-40",
    "к4",
    "kt",
    "40-160",
    "160",
    "kw",
    "5",
    "0.5",
    "acme",
    "zetta",
    "unknown",
];

/// A text of one or two words.
pub fn text() -> impl Strategy<Value = SearchText> {
    vec(select(&WORDS[..]), 1..3).prop_map(|words| SearchText::parse(&words.join(" ")).unwrap())
}

/// A page of any list, most of them with a filter that some products satisfy.
pub fn query() -> impl Strategy<Value = ProductQuery> {
    let vendor = select(&["v0", "v1", "unknown", "nobody"][..]).prop_map(String::from);
    let key = select(&["5", "1", "", "none", "color:5", "color:", "color:x", "5:"][..]).prop_map(String::from);
    let choice = (select(&["power", "other"][..]), vec(key, 1..4));
    let choice = choice.prop_map(|(uid, keys)| FilterChoice { uid: uid.into(), keys });
    let flag = || option::of(any::<bool>());
    let scope = select(&Scope::ALL[..]);
    let page = prop_oneof![4 => 1..6_u64, 1 => select(&[1_u64 << 40, u64::MAX][..])];
    let page = (page, prop_oneof![1..8_u32, Just(PageRequest::MAXIMUM_SIZE)]);
    (
        (option::weighted(0.9, 0..=HIGHEST_SECTION), scope, select(&ProductSort::ALL[..]), page),
        option::weighted(0.4, text()),
        option::of(vec(vendor, 1..4)),
        (flag(), flag(), flag()),
        option::of(choice),
    )
        .prop_map(|((section, scope, sort, (page, size)), text, vendors, (available, sale, has_price), choice)| {
            let sort = if text.is_none() && sort == ProductSort::Relevance { ProductSort::Name } else { sort };
            ProductQuery {
                section: section.map(SectionId),
                scope,
                text,
                vendors,
                available,
                sale,
                has_price,
                filters: choice.into_iter().collect(),
                sort,
                page: PageRequest { page, size },
            }
        })
}
