//! Kept answers are found by exactly what they were made for, and take bounded room.

use super::*;
use crate::work::{AnswerBudget, WorkPool};
use catalog_domain::catalog::Catalog;
use catalog_domain::price_level::PriceLevel;
use catalog_domain::url_group::StorefrontHost;
use catalog_domain::viewer::{Role, Viewer};

fn view_of(role: Role, level: &str, configurator_access: bool) -> CatalogView {
    let catalog = Catalog::empty(StorefrontHost::parse("storefront.example").unwrap());
    CatalogView::of(&catalog, &Viewer { role, price_level: PriceLevel::new(level), configurator_access })
}

fn form(view: CatalogView) -> ProductForm {
    ProductForm { view, parts: 1 }
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
    kept.keep_product(mine, 700, b"{}");
    assert_eq!(kept.product(mine, 700).as_deref(), Some(&b"{}"[..]));
    for (other, ordinal) in [
        (form(view_of(Role::User, "Розн", false)), 700),
        (form(view_of(Role::Administrator, "Опт", false)), 700),
        (ProductForm { parts: 0, ..mine }, 700),
        (mine, 701),
    ] {
        assert_eq!(kept.product(other, ordinal), None, "{other:?} {ordinal}");
    }
}

#[test]
fn the_products_of_a_list_are_found_by_their_list_alone_and_take_no_more_room_than_was_given() {
    let view = view_of(Role::User, "Опт", false);
    let nothing = || Arc::new(ProductSelection::default());
    for room in [0, 1 << 16] {
        let kept = KeptAnswers::new(room);
        for number in 0..10_000 {
            let list = EntityTag::of_answer(view, number);
            assert!(kept.selection(list).is_none());
            kept.keep_selection(list, nothing());
            assert!(kept.kept.bytes() <= room);
        }
    }
    let kept = KeptAnswers::new(1 << 20);
    let list = EntityTag::of_answer(view, "list");
    kept.keep_selection(list, nothing());
    assert!(kept.selection(list).is_some());
    assert!(kept.selection(EntityTag::of_answer(view_of(Role::User, "Розн", false), "list")).is_none());
}

#[actix_web::test]
async fn a_body_is_kept_as_it_was_sent_and_plain_only_when_it_is_worth_it() {
    let (pool, answers) = (WorkPool::start(1).unwrap(), AnswerBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, answers: &answers, requester: Requester::Anonymous };
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
        let finished = kept.finish(work, (tag(case), wanted), answers.hold(body.clone()), keeping).await.unwrap();
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
        let fill = |form| (0..count).for_each(|ordinal| kept.keep_product(form, ordinal, b"{}"));
        std::thread::scope(|scope| {
            forms.map(|form| scope.spawn(move || fill(form))).map(|thread| thread.join().unwrap())
        });
        let bytes = kept.kept.bytes();
        assert!(bytes <= room && bytes >= room / 2, "{bytes} of {room}");
    }
}

#[actix_web::test]
async fn a_hundred_thousand_different_bodies_take_no_more_room_than_was_given() {
    let (pool, answers) = (WorkPool::start(1).unwrap(), AnswerBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, answers: &answers, requester: Requester::Anonymous };
    let view = view_of(Role::User, "Опт", false);
    for room in [0, 1 << 16] {
        let kept = KeptAnswers::new(room);
        for number in 0..100_000 {
            let tag = EntityTag::of_answer(view, number);
            kept.finish(work, (tag, None), answers.hold(b"{}".to_vec()), PlainBody::Kept).await.unwrap();
        }
        assert!(kept.kept.bytes() <= room, "{} of {room}", kept.kept.bytes());
    }
}

#[actix_web::test]
async fn a_body_that_is_too_large_to_be_kept_is_shared_while_clients_take_it() {
    let (pool, answers) = (WorkPool::start(1).unwrap(), AnswerBudget::new(1 << 30));
    let work = WorkFor { pool: &pool, answers: &answers, requester: Requester::Anonymous };
    let kept = KeptAnswers::new(1 << 10);
    let tag = EntityTag::of_answer(view_of(Role::User, "Опт", false), "large");
    let body = answers.hold(vec![b'x'; 1 << 20]);
    let first = kept.finish(work, (tag, None), body, PlainBody::Kept).await.unwrap();
    let others: Vec<FinishedBody> = (0..100).map(|_| kept.body(tag, None).unwrap()).collect();
    assert_eq!(answers.status().present, 1 << 20);
    drop((first, others));
    assert!(kept.body(tag, None).is_none());
    assert_eq!(answers.status().present, 0);
}
