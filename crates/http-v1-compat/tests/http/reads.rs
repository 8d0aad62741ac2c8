//! How often the store is read: once for all products of a response, for the parts that it shows and no others.

use crate::client::get;
use crate::records::{products, usual_fixtures};
use catalog_domain::ports::{PartSelection, ProductRecord};
use catalog_testkit::ImportRun;
use serde_json::Value;

const ITEM: PartSelection = PartSelection { description: true, photos: true, features: true, ..PartSelection::NONE };
const DOCUMENTATION: PartSelection = PartSelection { documentation: true, ..PartSelection::NONE };
const CONFIGURATOR: PartSelection = PartSelection { configurator: true, ..PartSelection::NONE };

#[actix_web::test]
async fn products_are_read_together_and_only_the_parts_that_are_shown() {
    for fixture in usual_fixtures() {
        let with_documentation = PartSelection { documentation: true, ..ITEM };
        let read = |products, wanted| vec![(products, wanted)];
        for (path, expected) in [
            ("/auth/check", vec![]),
            ("/api/v1/get/catalog", vec![]),
            ("/api/v1/get/vendors/for/1100", vec![]),
            ("/api/v1/get/section-meta/1100,1110", vec![]),
            ("/api/v1/get/item/90001", read(1, ITEM)),
            ("/api/v1/get/item/90001?include_documentation=1", read(1, with_documentation)),
            ("/api/v1/get/item/4711", vec![]),
            ("/api/v1/get/items?id_list=90001,90002,90003,4711", read(3, ITEM)),
            ("/api/v1/get/items?id_list=1,2,3", vec![]),
            ("/api/v1/get/items/by-stock?stock_list=P-1,P-4", read(2, ITEM)),
            ("/api/v1/get/items/from?id_list=1100,1110,1120", read(5, ITEM)),
            ("/api/v1/get/items/from?id_list=1100&limit=0", vec![]),
            ("/api/v1/get/item/90001/documentation", read(1, DOCUMENTATION)),
            ("/api/v1/get/items/documentation?id_list=90001,90002", read(2, DOCUMENTATION)),
            ("/api/v1/get/items/documentation/by-stock?stock_list=P-4", read(1, DOCUMENTATION)),
            ("/api/v1/get/items/documentation/from?id_list=1100", read(5, DOCUMENTATION)),
            ("/api/v1/get/item/90001/availability", vec![]),
            ("/api/v1/get/items/availability/by-stock?stock_list=P-1,P-2", vec![]),
            ("/api/v1/get/items/availability/from?id_list=1100", vec![]),
            ("/api/v1/get/item/90001/configurator", read(1, CONFIGURATOR)),
        ] {
            assert_eq!(get(&fixture, "builder", path).await.json()["status"], true, "{path}");
            assert_eq!(fixture.details.take_read_sizes(), expected, "{path}");
        }
        get(&fixture, "wholesaler", "/api/v1/get/item/90001/configurator").await;
        assert_eq!(fixture.details.take_read_sizes(), [], "a caller without access causes no read");
    }
}

#[actix_web::test]
async fn a_list_is_not_read_again_until_the_catalog_changes_and_only_for_the_same_prices() {
    for fixture in usual_fixtures() {
        let read = |products| vec![(products, ITEM)];
        for (user, path, expected) in [
            ("wholesaler", "items?id_list=90001,90002", read(2)),
            (
                "wholesaler",
                "items?id_list=90001,90002&include_documentation=1",
                vec![(2, PartSelection { documentation: true, ..ITEM })],
            ),
            ("wholesaler", "items/by-stock?stock_list=P-2,P-1,P-nothing", read(2)),
            ("wholesaler", "items?id_list=90001,90002,90003", read(3)),
            ("retailer", "items?id_list=90001,90002", read(2)),
            ("wholesaler", "items/documentation?id_list=90001", vec![(1, DOCUMENTATION)]),
            ("wholesaler", "items/availability/by-stock?stock_list=P-1", vec![]),
        ] {
            let path = format!("/api/v1/get/{path}");
            let first = get(&fixture, user, &path).await.data("");
            assert_eq!(fixture.details.take_read_sizes(), expected, "{user} {path}");
            assert_eq!(get(&fixture, user, &path).await.data(""), first, "{user} {path}");
            assert_eq!(fixture.details.take_read_sizes(), [], "{user} {path} again");
        }
        let renamed = products().into_iter().find(|record| record.source_id.0 == 90_001).unwrap();
        fixture.import(ImportRun::of_records([ProductRecord { name: "Renamed".into(), ..renamed }]));
        let renamed = get(&fixture, "wholesaler", "/api/v1/get/items?id_list=90001").await.data("");
        assert_eq!(renamed[0]["name"], "Renamed");
        assert_eq!(fixture.details.take_read_sizes(), read(1));
    }
}

#[actix_web::test]
async fn quantities_do_not_depend_on_how_many_products_are_requested() {
    for fixture in usual_fixtures() {
        let alone = get(&fixture, "wholesaler", "/api/v1/get/items?id_list=90001").await.data("")[0].clone();
        assert_eq!(alone["warehouses"]["value"][0]["quantity"], 5);
        for path in [
            "/api/v1/get/items?id_list=90001,90002,90003,90004,90007",
            "/api/v1/get/items?id_list=90001,90001,90001",
            "/api/v1/get/items/by-stock?stock_list=P-2,P-1",
            "/api/v1/get/items/from?id_list=1100,1110,1120,50",
        ] {
            let items = get(&fixture, "wholesaler", path).await.data("");
            let same: Vec<&Value> = items.as_array().unwrap().iter().filter(|item| item["id"] == 90_001).collect();
            assert_eq!(same, [&alone], "{path}");
        }
    }
}
