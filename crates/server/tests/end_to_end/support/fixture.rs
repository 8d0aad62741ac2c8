//! A catalog small enough to be understood at a glance.

pub(crate) const STOREFRONT: &str = "storefront.example";

pub(crate) const BUYER: &str = "buyer@storefront.example";

pub(crate) const PASSWORD: &str = "a long password";

/// Two sections, a vendor, two products, one of them available at 1999.90.
pub(crate) const CATALOG: &str = r#"
{"type": "productType", "id": 5, "name": "Pump", "groups": [{"id": 3, "uid": "main", "name": "Main", "ord": 1, "fields": [{"id": 17, "uid": "power", "name": "Power", "ord": 1, "dataType": "relation"}]}]}
{"type": "warehouse", "id": "main", "name": "Main warehouse"}
{"type": "section", "hierarchyId": 1000, "sourceId": 88000, "parentHierarchyId": null, "name": "Equipment", "url": "https://storefront.example/catalog/", "isActive": true}
{"type": "section", "hierarchyId": 1042, "sourceId": 88121, "parentHierarchyId": 1000, "name": "Pumps", "url": "https://storefront.example/catalog/pumps/", "isActive": true}
{"type": "product", "sourceId": 90001, "stockNumber": "PMP-001", "name": "PMP 1", "fullName": "Pump PMP 1, 5 kW", "url": "https://storefront.example/products/pmp-001/", "isActive": true, "typeId": 5, "vendor": {"id": "acme", "name": "Acme"}, "sections": [1042], "features": [{"fieldId": 17, "value": "5 kW"}], "offer": {"retail": "1999.90", "levels": {"Опт": "1799"}, "stock": [{"warehouseId": "main", "quantity": 5}]}}
{"type": "product", "sourceId": 90002, "stockNumber": "PMP-002/A", "name": "PMP 2", "fullName": "Pump PMP 2", "url": null, "isActive": true, "typeId": 5, "sections": [1042, 1000]}
"#;

/// An offer of the available product at another price.
pub(crate) fn offer(retail: &str) -> String {
    format!(r#"{{"type": "offer", "stockNumber": "PMP-001", "retail": "{retail}"}}"#)
}
