//! Kept answers are found by exactly what they were made for, and take bounded room.

use super::*;
use catalog_domain::catalog::Catalog;
use catalog_domain::price_level::PriceLevel;
use catalog_domain::url_group::StorefrontHost;
use catalog_domain::viewer::{Role, Viewer};

fn view_of(role: Role, level: &str, configurator_access: bool) -> CatalogView {
    let catalog = Catalog::empty(StorefrontHost::parse("storefront.example").unwrap());
    CatalogView::of(&catalog, &Viewer { role, price_level: PriceLevel::new(level), configurator_access })
}

fn json(text: &str) -> Arc<RawValue> {
    RawValue::from_string(text.into()).unwrap().into()
}

#[test]
fn views_differ_when_role_price_level_or_configurator_access_do_and_only_then() {
    let views = [
        view_of(Role::User, "Опт", false),
        view_of(Role::User, "Опт", true),
        view_of(Role::User, "Розн", false),
        view_of(Role::Administrator, "Опт", false),
    ];
    for (at, view) in views.iter().enumerate() {
        assert!(!views[..at].contains(view), "{at}");
    }
    assert_eq!(views[0], view_of(Role::User, "Опт", false));
}

#[test]
fn a_product_is_found_only_in_the_view_and_with_the_parts_that_it_was_kept_for() {
    let kept = KeptAnswers::new(1 << 20);
    let key = ProductKey { view: view_of(Role::User, "Опт", false), ordinal: 7, parts: 1 };
    kept.keep_product(key, json("{}"));
    assert_eq!(kept.product(&key).unwrap().get(), "{}");
    let other_view = view_of(Role::User, "Розн", false);
    for other in
        [ProductKey { view: other_view, ..key }, ProductKey { ordinal: 8, ..key }, ProductKey { parts: 0, ..key }]
    {
        assert!(kept.product(&other).is_none(), "{other:?}");
    }
}

#[actix_web::test]
async fn a_body_is_kept_compressed_and_plain_only_when_it_is_worth_it() {
    let (large, small) = ("catalog ".repeat(1_000).into_bytes(), b"{}".to_vec());
    let tag = |name: &str| EntityTag::of_answer(view_of(Role::User, "Опт", false), name);
    for (case, body, wanted, keeping, is_kept) in [
        ("large, compressed", &large, Some(Coding::Gzip), PlainBody::MadeAnew, (false, true)),
        ("large, worth its room", &large, Some(Coding::Gzip), PlainBody::Kept, (true, true)),
        ("large, plain", &large, None, PlainBody::MadeAnew, (false, false)),
        ("small, compression does not pay", &small, Some(Coding::Gzip), PlainBody::MadeAnew, (false, false)),
    ] {
        let kept = KeptAnswers::new(1 << 20);
        let finished = kept.finish(tag(case), wanted, body.clone(), keeping).await;
        let plain = kept.body(tag(case), None);
        let compressed = kept.body(tag(case), Some(Coding::Gzip));
        assert_eq!((plain.is_some(), compressed.is_some()), is_kept, "{case}");
        assert_eq!(finished.coding.is_some(), is_kept.1, "{case}");
        assert!(compressed.is_none_or(|kept| kept.bytes == finished.bytes && kept.coding == finished.coding), "{case}");
        assert!(kept.body(tag("another"), None).is_none() && kept.body(tag(case), Some(Coding::Zstd)).is_none());
    }
}

#[test]
fn a_million_different_products_take_no_more_room_than_was_given_and_none_at_all_may_be_given() {
    let view = view_of(Role::User, "Опт", false);
    for room in [0, 1 << 16] {
        let kept = KeptAnswers::new(room);
        for ordinal in 0..1_000_000 {
            kept.keep_product(ProductKey { view, ordinal, parts: 0 }, json("{}"));
        }
        assert!(kept.products.bytes() <= room, "{} of {room}", kept.products.bytes());
    }
}
