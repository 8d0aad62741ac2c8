//! Kept answers are found by exactly what they were made for, and take bounded room.

use super::*;
use crate::json_text::JsonText;
use catalog_domain::catalog::Catalog;
use catalog_domain::price_level::PriceLevel;
use catalog_domain::url_group::StorefrontHost;
use catalog_domain::viewer::{Role, Viewer};
use std::convert::Infallible;

fn view_of(role: Role, level: &str, configurator_access: bool) -> CatalogView {
    let catalog = Catalog::empty(StorefrontHost::parse("storefront.example").unwrap());
    CatalogView::of(&catalog, &Viewer { role, price_level: PriceLevel::new(level), configurator_access })
}

fn form(view: CatalogView) -> ProductForm {
    ProductForm { view, interface: Interface::V2, shape: 1 }
}

fn add(list: &mut ShownProducts<'_>, ordinal: u32, text: &str) {
    list.add::<Infallible>(ordinal, |json| Ok(_ = json.json(text))).unwrap();
}

fn list_of(kept: &KeptAnswers, form: ProductForm) -> ShownProducts<'_> {
    kept.products(form, "[", 2)
}

fn text_of(list: ShownProducts<'_>) -> String {
    let text = String::from_utf8(list.into_text().into_bytes()).unwrap();
    text.strip_prefix("{\"status\":true,\"data\":[").unwrap().into()
}

fn keep(kept: &KeptAnswers, form: ProductForm, ordinal: u32, text: &str) {
    add(&mut list_of(kept, form), ordinal, text);
}

fn is_kept(kept: &KeptAnswers, form: ProductForm, ordinal: u32) -> bool {
    list_of(kept, form).add_kept(ordinal)
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
fn a_product_is_found_only_in_the_form_that_it_was_kept_for() {
    let kept = KeptAnswers::new(1 << 20);
    let mine = form(view_of(Role::User, "Опт", false));
    keep(&kept, mine, 700, "{}");
    assert!(is_kept(&kept, mine, 700));
    for (other, ordinal) in [
        (form(view_of(Role::User, "Розн", false)), 700),
        (form(view_of(Role::Administrator, "Опт", false)), 700),
        (ProductForm { shape: 0, ..mine }, 700),
        (ProductForm { interface: Interface::V1, ..mine }, 700),
        (mine, 701),
        (mine, 700 - 512),
        (mine, 700 + 512),
    ] {
        assert!(!is_kept(&kept, other, ordinal), "{other:?} {ordinal}");
    }
}

#[test]
fn a_list_has_what_was_kept_and_what_was_made_in_the_order_in_which_it_was_added() {
    let kept = KeptAnswers::new(1 << 20);
    let form = form(view_of(Role::User, "Опт", false));
    for ordinal in [5_000, 3, 99_000] {
        keep(&kept, form, ordinal, &ordinal.to_string());
    }
    let mut list = list_of(&kept, form);
    assert!(list.is_empty());
    for ordinal in [99_000, 4, 3, 5_000, 5_001, 99_000] {
        add(&mut list, ordinal, &ordinal.to_string());
    }
    list.add_unkept::<Infallible>(|json| Ok(_ = json.json("\"unkept\""))).unwrap();
    assert!(!list.is_empty());
    assert_eq!(text_of(list), "99000,4,3,5000,5001,99000,\"unkept\"");
    let mut again = list_of(&kept, form);
    add(&mut again, 4, "\"is not made again\"");
    let made_by_two_at_once = |json: &mut JsonText| {
        keep(&kept, form, 6, "6");
        json.json("\"the second\"");
        Ok::<_, Infallible>(())
    };
    again.add(6, made_by_two_at_once).unwrap();
    let halfway = |json: &mut JsonText| Err::<(), _>(_ = json.json("half of it"));
    assert!(again.add(8, halfway).is_err() && again.add_unkept(halfway).is_err());
    assert!(again.add_kept(6) && !again.add_kept(8));
    assert_eq!(text_of(again), "4,\"the second\",6", "who was first is kept");
    assert_eq!(text_of(list_of(&kept, form)), "");
}

#[test]
fn a_list_of_products_that_are_all_in_other_blocks_is_whole() {
    let kept = KeptAnswers::new(4 << 20);
    let form = form(view_of(Role::User, "Опт", false));
    let mut list = list_of(&kept, form);
    let ordinals = || (0..150).chain(0..150).map(|block| block * 512);
    for ordinal in ordinals() {
        add(&mut list, ordinal, &ordinal.to_string());
    }
    assert_eq!(text_of(list), ordinals().map(|ordinal| ordinal.to_string()).collect::<Vec<_>>().join(","));
}

#[actix_web::test]
async fn a_body_is_kept_as_it_was_sent_and_plain_only_when_it_is_worth_it() {
    let (large, small) = ("catalog ".repeat(1_000).into_bytes(), b"{}".to_vec());
    let tag = |name: &str| EntityTag::of_answer(view_of(Role::User, "Опт", false), name);
    // Whether it is found by who wants it plain, and, if it is by who wants it compressed, whether it is.
    for (case, body, wanted, keeping, found) in [
        ("large, compressed", &large, Some(Coding::Gzip), PlainBody::MadeAnew, (false, Some(true))),
        ("large, worth its room, compressed", &large, Some(Coding::Gzip), PlainBody::Kept, (false, Some(true))),
        ("large, worth its room, plain", &large, None, PlainBody::Kept, (true, None)),
        ("large, plain", &large, None, PlainBody::MadeAnew, (false, None)),
        ("small, compression does not pay", &small, Some(Coding::Gzip), PlainBody::MadeAnew, (false, None)),
        ("small, worth its room", &small, Some(Coding::Gzip), PlainBody::Kept, (true, Some(false))),
    ] {
        let kept = KeptAnswers::new(1 << 20);
        let finished = kept.finish(tag(case), wanted, body.clone(), keeping).await;
        let plain = kept.body(tag(case), None);
        let for_gzip = kept.body(tag(case), Some(Coding::Gzip));
        assert_eq!((plain.is_some(), for_gzip.as_ref().map(|body| body.coding.is_some())), found, "{case}");
        assert_eq!(finished.coding, wanted.filter(|_| body.len() > 1_024), "{case}");
        assert!(for_gzip.is_none_or(|kept| kept.bytes == finished.bytes && kept.coding == finished.coding), "{case}");
        assert!(kept.body(tag("another"), None).is_none(), "{case}");
        assert_eq!(kept.body(tag(case), Some(Coding::Zstd)).is_some(), found == (true, Some(false)), "{case}");
    }
}

#[test]
fn a_million_different_products_of_many_views_take_no_more_room_than_was_given_and_none_at_all_may_be_given() {
    let forms = ["Опт", "Розн", "A", "B", "C"].map(|level| form(view_of(Role::User, level, false)));
    for (room, count) in [(0, 1_000), (1 << 20, 200_000)] {
        let kept = KeptAnswers::new(room);
        let fill = |form| (0..count).for_each(|ordinal| keep(&kept, form, ordinal, "{}"));
        std::thread::scope(|scope| {
            forms.map(|form| scope.spawn(move || fill(form))).map(|thread| thread.join().unwrap())
        });
        let bytes = kept.products.bytes();
        assert!(bytes <= room / PRODUCTS_SHARE, "{bytes} of {room}");
        assert!(room == 0 || bytes > room / PRODUCTS_SHARE / 2, "{bytes} of {room}");
    }
}

#[test]
fn what_a_list_holds_is_counted_until_it_ends_even_if_it_was_forgotten_meanwhile() {
    let kept = KeptAnswers::new(0);
    let form = form(view_of(Role::User, "Опт", false));
    let mut list = list_of(&kept, form);
    add(&mut list, 1, "1");
    add(&mut list, 2, "2");
    assert!(!is_kept(&kept, form, 1));
    assert!(kept.products.bytes() > 0);
    assert_eq!(text_of(list), "1,2");
    assert_eq!(kept.products.bytes(), 0);
}

#[actix_web::test]
async fn a_hundred_thousand_different_bodies_take_no_more_room_than_was_given() {
    let view = view_of(Role::User, "Опт", false);
    for room in [0, 1 << 16] {
        let kept = KeptAnswers::new(room);
        for number in 0..100_000 {
            let tag = EntityTag::of_answer(view, number);
            kept.finish(tag, None, b"{}".to_vec(), PlainBody::Kept).await;
        }
        assert!(kept.bodies.bytes() <= room, "{} of {room}", kept.bodies.bytes());
    }
}
