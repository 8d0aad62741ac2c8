//! The section routes.

use crate::client::{by, exchange, get, reads};
use catalog_testkit::ImportRun;
use catalog_testkit::usual::{Fixture, usual_section};
use serde_json::json;

#[actix_web::test]
async fn the_tree_nests_public_sections_and_skips_the_others_but_not_their_children() {
    for fixture in Fixture::all() {
        let response = get(&fixture, "retailer", "/api/v2/catalog/tree?include=vendors").await;
        assert_eq!((response.status, response.header("Catalog-Revision")), (200, &*fixture.revision()));
        insta::assert_json_snapshot!(
            "the_tree_nests_public_sections_and_skips_the_others_but_not_their_children",
            response.json()
        );
    }
}

#[actix_web::test]
async fn a_tree_cut_at_a_depth_has_the_counts_of_the_whole_tree() {
    for fixture in Fixture::all() {
        for (depth, total, children) in
            [("1", 2, &[][..]), ("2", 5, &["120", "110", "131"]), ("9", 5, &["120", "110", "131"])]
        {
            let response = get(&fixture, "retailer", &format!("/api/v2/catalog/tree?depth={depth}")).await;
            let shown = response.data("/items/0/children");
            let shown = shown.as_array().unwrap().iter().map(|child| child["id"].clone());
            assert_eq!(response.data("/meta"), json!({"format": "tree", "host": "storefront.example", "total": total}));
            assert_eq!(shown.collect::<Vec<_>>(), children, "depth {depth}");
            assert_eq!(response.data("/items/0/hasChildren"), json!(true));
            assert_eq!(response.data("/items/0/childSectionIds"), json!(["120", "110", "131"]));
        }
    }
}

#[actix_web::test]
async fn a_depth_beyond_the_tree_is_the_tree() {
    let fixture = Fixture::new();
    let tag_of = async |query: &str| {
        let response = get(&fixture, "retailer", &format!("/api/v2/catalog/tree?{query}")).await;
        response.header("ETag").to_owned()
    };
    let whole = tag_of("").await;
    for (query, is_whole) in
        [("depth=1", false), ("depth=2", true), ("depth=3", true), ("depth=9007199254740991", true)]
    {
        assert_eq!(tag_of(query).await == whole, is_whole, "{query}");
    }
    assert_eq!(tag_of("depth=2&include=vendors").await, tag_of("include=vendors").await);
}

#[actix_web::test]
async fn a_source_may_nest_its_sections_as_deeply_as_it_likes() {
    let deep = (1_000..6_000).map(|id| usual_section(id, (id > 1_000).then_some(id - 1), "Deep", 1, "/deep/"));
    let fixture = Fixture::of(ImportRun { sections: deep.collect(), ..ImportRun::default() });
    // The parser of other tests stops at 128 levels, so here the text is checked.
    let (_, _, response) = exchange(&fixture, by(&fixture, "retailer", "/api/v2/catalog/tree")).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.body.matches("\"children\":[").count(), 5_000);
    assert!(response.body.contains(&format!("{}],\"meta\":", "]}".repeat(5_000))), "not every level is closed");
}

#[actix_web::test]
async fn the_flat_list_has_every_public_section_in_tree_order() {
    for fixture in Fixture::all() {
        let response = get(&fixture, "retailer", "/api/v2/catalog/sections").await;
        assert_eq!(response.items("id"), ["100", "120", "110", "131", "200"]);
        assert_eq!(response.items("level"), [1, 2, 2, 2, 1]);
        assert_eq!(response.items("directProductCount"), [0, 2, 2, 1, 0]);
        assert_eq!(response.items("productCount"), [4, 2, 2, 1, 0]);
        assert_eq!(response.items("availableProductCount"), [2, 1, 1, 0, 0]);
        assert_eq!(response.data("/meta"), json!({"format": "flat", "host": "storefront.example", "total": 5}));
        for part in ["children", "breadcrumbs", "vendors", "filters"] {
            assert!(response.data("/items/0").get(part).is_none(), "{part} was not expected");
        }
        let response = get(&fixture, "retailer", "/api/v2/catalog/sections?include=vendors").await;
        assert_eq!(response.data("/items/4/vendors"), json!([]));
    }
}

#[actix_web::test]
async fn a_section_has_the_requested_parts() {
    for fixture in Fixture::all() {
        let path = "/api/v2/catalog/sections/131?include=breadcrumbs,children,,%20vendors,vendors";
        let response = get(&fixture, "retailer", path).await;
        assert_eq!(response.status, 200);
        insta::assert_json_snapshot!("a_section_has_the_requested_parts", response.json());
        let root = get(&fixture, "retailer", "/api/v2/catalog/sections/100?include=children").await;
        assert_eq!(root.data("/children/2/parentSectionId"), "100", "the parent is the nearest public ancestor");
        assert!(root.data("/children/0").get("children").is_none(), "children come without their own");
        let plain = get(&fixture, "retailer", "/api/v2/catalog/sections/100?include=").await;
        assert_eq!(plain.data("/parentSectionId"), json!(null));
        assert!(plain.data("").get("children").is_none());
    }
}

#[actix_web::test]
async fn vendors_are_counted_over_the_subtree_with_unknown_last() {
    for fixture in Fixture::all() {
        let response = get(&fixture, "retailer", "/api/v2/catalog/sections/100/vendors").await;
        insta::assert_json_snapshot!("vendors_are_counted_over_the_subtree_with_unknown_last", response.json());
    }
}

#[actix_web::test]
async fn sections_that_are_not_public_are_not_found() {
    for fixture in Fixture::all() {
        for (why, id) in [
            ("unknown", "999"),
            ("zero", "0"),
            ("another host", "130"),
            ("inactive", "140"),
            ("below an inactive one", "141"),
            ("no URL", "150"),
            ("service", "300"),
            ("larger than 64 bits", "99999999999999999999"),
        ] {
            let of_section = |path: &str| path.starts_with("/api/v2/catalog/sections/{id}");
            for operation in reads().map(|(operation, _)| operation).filter(|each| of_section(each.path)) {
                let target = operation.target(&[("id", id), ("since", "2026-01-31")]);
                let response = get(&fixture, "admin", &target).await;
                let expected = (404, "CatalogSectionNotFoundError".to_owned());
                assert_eq!(response.outcome(), expected, "{why}: {target}");
                assert_eq!(response.header("Catalog-Revision"), fixture.revision(), "{why}: {target}");
            }
        }
    }
}
