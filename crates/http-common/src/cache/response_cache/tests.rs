//! Cached responses are found by exactly the key they were made for, and take bounded memory.

use super::*;
use catalog_app::runtime::{ResponseBudget, WorkPool};
use catalog_domain::pricing::{PriceLevel, Role, Viewer};
use catalog_domain::values::StorefrontHost;
use catalog_index::Catalog;

fn view_of(role: Role, level: &str, configurator_access: bool) -> ViewKey {
    let catalog = Catalog::empty(StorefrontHost::parse("storefront.example").unwrap());
    ViewKey::of(&catalog, &Viewer { role, price_level: PriceLevel::new(level), configurator_access })
}

fn built(work: WorkFor<'_>, body: Vec<u8>, policy: CachePolicy) -> PlainBody {
    PlainBody { body: work.track(body), policy, total: Some(7) }
}

fn key(view: ViewKey) -> ProductCacheKey {
    ProductCacheKey { view, parts: 1 }
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
fn a_product_is_found_only_under_its_cache_key() {
    let cache = ResponseCache::new(1 << 20);
    let mine = key(view_of(Role::User, "Опт", false));
    cache.cache_product(mine, 700, b"{}");
    assert_eq!(cache.product(mine, 700).as_deref(), Some(&b"{}"[..]));
    for (other, ordinal) in [
        (key(view_of(Role::User, "Розн", false)), 700),
        (key(view_of(Role::Administrator, "Опт", false)), 700),
        (ProductCacheKey { parts: 0, ..mine }, 700),
        (mine, 701),
    ] {
        assert_eq!(cache.product(other, ordinal), None, "{other:?} {ordinal}");
    }
}

#[test]
fn selections_are_found_by_their_list_alone_and_stay_within_the_capacity() {
    let view = view_of(Role::User, "Опт", false);
    let nothing = || Arc::new(ProductSelection::default());
    for capacity in [0, 1 << 16] {
        let cache = ResponseCache::new(capacity);
        for number in 0..10_000 {
            let list = view.fingerprint_of(number);
            assert!(cache.find(list).is_none());
            cache.hold(list, nothing());
            assert!(cache.cache.bytes() <= capacity);
        }
    }
    let cache = ResponseCache::new(1 << 20);
    let list = view.fingerprint_of("list");
    cache.hold(list, nothing());
    assert!(cache.find(list).is_some());
    assert!(cache.find(view_of(Role::User, "Розн", false).fingerprint_of("list")).is_none());
}

#[actix_web::test]
async fn a_body_is_cached_as_sent_and_plain_only_by_policy() {
    let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
    let (large, small) = ("catalog ".repeat(1_000).into_bytes(), b"{}".to_vec());
    let tag = |name: &str| EntityTag::of_response(view_of(Role::User, "Опт", false), name);
    // Whether it is found by a request for the plain body, and, if by one for the compressed body, whether it is
    // compressed.
    for (case, body, wanted, policy, found) in [
        ("large, compressed", &large, Some(Coding::Gzip), CachePolicy::Bypass, (false, Some(true))),
        ("large, stored, compressed", &large, Some(Coding::Gzip), CachePolicy::Store, (false, Some(true))),
        ("large, stored, plain", &large, None, CachePolicy::Store, (true, None)),
        ("large, plain", &large, None, CachePolicy::Bypass, (false, None)),
        ("large, popular, compressed", &large, Some(Coding::Gzip), CachePolicy::StorePopular, (false, Some(true))),
        ("large, perhaps popular", &large, None, CachePolicy::StorePopular, (false, None)),
        ("small, compression does not pay", &small, Some(Coding::Gzip), CachePolicy::Bypass, (false, None)),
        ("small, stored", &small, Some(Coding::Gzip), CachePolicy::Store, (true, Some(false))),
    ] {
        let cache = ResponseCache::new(1 << 20);
        let finished =
            cache.encode_and_store(work, tag(case), wanted, built(work, body.clone(), policy)).await.unwrap();
        let plain = cache.body(tag(case), None);
        let for_gzip = cache.body(tag(case), Some(Coding::Gzip));
        assert_eq!((plain.is_some(), for_gzip.as_ref().map(|body| body.coding.is_some())), found, "{case}");
        assert_eq!(finished.coding, wanted.filter(|_| body.len() > 1_024), "{case}");
        assert!(
            for_gzip.as_ref().is_none_or(|cache| cache.bytes == finished.bytes && cache.coding == finished.coding),
            "{case}"
        );
        assert!(plain.iter().chain(&for_gzip).all(|body| body.total == Some(7)), "{case}");
        assert!(cache.body(tag("another"), None).is_none(), "{case}");
        assert_eq!(cache.body(tag(case), Some(Coding::Zstd)).is_some(), found == (true, Some(false)), "{case}");
    }
}

#[test]
fn a_million_different_products_of_many_views_stay_within_the_capacity_which_may_be_zero() {
    let forms = ["Опт", "Розн", "A", "B", "C"].map(|level| key(view_of(Role::User, level, false)));
    for (capacity, count) in [(0, 1_000), (1 << 20, 200_000)] {
        let cache = ResponseCache::new(capacity);
        let fill = |key| (0..count).for_each(|ordinal| cache.cache_product(key, ordinal, b"{}"));
        std::thread::scope(|scope| {
            forms.map(|key| scope.spawn(move || fill(key))).map(|thread| thread.join().unwrap())
        });
        let bytes = cache.cache.bytes();
        assert!(bytes <= capacity && bytes >= capacity / 2, "{bytes} of {capacity}");
    }
}

#[actix_web::test]
async fn a_hundred_thousand_different_bodies_stay_within_the_capacity() {
    let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
    let view = view_of(Role::User, "Опт", false);
    for capacity in [0, 1 << 16] {
        let cache = ResponseCache::new(capacity);
        for number in 0..100_000 {
            let tag = EntityTag::of_response(view, number);
            let body = built(work, b"{}".to_vec(), CachePolicy::Store);
            cache.encode_and_store(work, tag, None, body).await.unwrap();
        }
        assert!(cache.cache.bytes() <= capacity, "{} of {capacity}", cache.cache.bytes());
    }
}

#[actix_web::test]
async fn a_body_too_large_to_cache_is_shared_while_it_is_sent() {
    let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 30));
    let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
    let cache = ResponseCache::new(1 << 10);
    let tag = EntityTag::of_response(view_of(Role::User, "Опт", false), "large");
    let body = built(work, vec![b'x'; 1 << 20], CachePolicy::Store);
    let first = cache.encode_and_store(work, tag, None, body).await.unwrap();
    let others: Vec<EncodedBody> = (0..100).map(|_| cache.body(tag, None).unwrap()).collect();
    assert_eq!(response_budget.status().present, 1 << 20);
    assert!(others.iter().all(|body| body.total == Some(7)));
    drop((first, others));
    assert!(cache.body(tag, None).is_none());
    assert_eq!(response_budget.status().present, 0);
}

#[actix_web::test]
async fn a_popular_body_is_cached_when_it_is_built_again_soon() {
    let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
    let view = view_of(Role::User, "Опт", false);
    for length in [10, 10_000, 100_000] {
        let cache = ResponseCache::new(1 << 20);
        let tag = |number: usize| EntityTag::of_response(view, number);
        let build = async |number| {
            let mut body = Vec::with_capacity(2 * length);
            body.resize(length, b'x');
            let body = built(work, body, CachePolicy::StorePopular);
            cache.encode_and_store(work, tag(number), None, body).await.unwrap().bytes
        };
        let first = build(0).await;
        drop(build(1).await);
        assert_eq!(cache.status().entries, 0);
        assert_eq!(build(0).await, first);
        assert_eq!(cache.body(tag(0), None).unwrap().bytes, first);
        assert_eq!((cache.body(tag(1), None).is_some(), cache.status().entries), (false, 1));
    }
}

#[actix_web::test]
async fn bodies_that_are_requested_rarely_evict_none_however_many_there_are() {
    let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 20));
    let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
    let view = view_of(Role::User, "Опт", false);
    let cache = ResponseCache::new(1 << 20);
    let (tree, page) = (
        |number: u32| EntityTag::of_response(view, ("tree", number)),
        |number: u32| EntityTag::of_response(view, ("page", number)),
    );
    let store = async |tag, policy| {
        cache.encode_and_store(work, tag, None, built(work, vec![b'x'; 4_096], policy)).await.unwrap();
    };
    for number in 0..200 {
        store(tree(number), CachePolicy::Store).await;
    }
    // The parts of a cache fill unevenly, so a tree may have evicted another one already.
    let cached_trees = || (0..200).filter(|number| cache.body(tree(*number), None).is_some()).count();
    let before = cached_trees();
    assert!(before > 150, "{before}");
    // Three rounds of more than are remembered.
    for number in (0..3).flat_map(|_| 0..20_000) {
        store(page(number), CachePolicy::StorePopular).await;
    }
    assert_eq!(cached_trees(), before);
    assert!((0..20_000).all(|number| cache.body(page(number), None).is_none()));
}
