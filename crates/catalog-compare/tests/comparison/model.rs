//! The catalog of the tests, as the stand-in for the old system has it. It shares no code with the service: what the
//! service makes of the same catalog is what the tests find out.

use serde_json::{Value, json};

/// The password of every account.
pub(crate) const PASSWORD: &str = "a long password";
/// The login of the usual account, which has a price level and configurator access.
pub(crate) const LOGIN: &str = "buyer@storefront.example";

#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) id: i64,
    pub(crate) parent: Option<i64>,
    pub(crate) name: String,
}

/// A product. Numbers and prices are texts as v1 shows them.
#[derive(Debug, Clone)]
pub(crate) struct Product {
    pub(crate) id: i64,
    pub(crate) stock_number: String,
    pub(crate) name: String,
    pub(crate) vendor: Option<String>,
    pub(crate) description: String,
    pub(crate) url: Option<String>,
    pub(crate) preview: Option<String>,
    pub(crate) photos: Vec<String>,
    pub(crate) power: Option<String>,
    pub(crate) colors: Vec<String>,
    pub(crate) retail: String,
    pub(crate) level: Option<String>,
    pub(crate) sale: Option<String>,
    pub(crate) is_hidden: bool,
    pub(crate) stock: Vec<(String, i64)>,
    pub(crate) shipping: i64,
    pub(crate) sections: Vec<i64>,
    pub(crate) option_price: Option<String>,
    pub(crate) documents: Vec<(String, String)>,
    pub(crate) filter_value: Option<i64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) sections: Vec<Section>,
    pub(crate) products: Vec<Product>,
    /// The name of the feature `power`.
    pub(crate) power_name: String,
    pub(crate) filter_name: String,
    pub(crate) filter_index: String,
}

pub(crate) const PUMPS: i64 = 88_002;

impl Model {
    /// Six sections and `count` products, with hidden prices, sales, several sections, raw names, trailing blanks and
    /// missing data among them.
    pub(crate) fn new(count: i64) -> Self {
        let section = |id, parent, name: &str| Section { id, parent, name: name.to_owned() };
        Self {
            sections: vec![
                section(88_001, None, "Equipment"),
                section(PUMPS, Some(88_001), "Pumps"),
                section(88_003, Some(88_001), "Valves <&>"),
                section(88_004, None, "i18n::spare.parts"),
                section(88_005, Some(88_004), "Seals"),
                section(88_006, Some(88_004), "Nothing yet"),
            ],
            products: (0..count).map(product).collect(),
            power_name: "i18n::power".to_owned(),
            filter_name: "Power".to_owned(),
            filter_index: "pumps_v3".to_owned(),
        }
    }
}

pub(crate) fn product(index: i64) -> Product {
    let every = |step: i64| index % step == 0;
    let leaf = [PUMPS, 88_003, 88_005][usize::try_from(index % 3).unwrap()];
    let also = every(5).then_some(if leaf == 88_005 { PUMPS } else { 88_005 });
    let photo = |number: i64| format!("https://cdn.storefront.example/{index}-{number}.jpg");
    Product {
        id: 90_000 + index,
        stock_number: if every(9) { format!("A/{index}+C 3%") } else { format!("P-{index:05}") },
        name: format!("Product {index:05}"),
        vendor: [None, Some("Acme"), Some("Acme\u{a0}"), Some("Zeta & Söhne")][usize::try_from(index % 4).unwrap()]
            .map(str::to_owned),
        description: if index % 4 == 3 { String::new() } else { format!("<p>Насос {index}</p>") },
        url: (!every(8)).then(|| format!("/products/p-{index}/")),
        preview: every(2).then(|| photo(0)),
        photos: if every(3) { vec![photo(2), photo(1), photo(3)] } else { Vec::new() },
        power: (index % 5 != 1).then(|| format!("{index} kW")),
        colors: if every(4) { vec!["red".to_owned(), "blue".to_owned()] } else { Vec::new() },
        retail: if every(13) { "0".to_owned() } else { format!("{index}.5") },
        level: every(2).then(|| format!("{}.25", index + 1)),
        sale: every(7).then(|| format!("{}.125", index + 2)),
        is_hidden: every(11),
        stock: if index % 6 == 5 {
            Vec::new()
        } else {
            vec![("msk".to_owned(), index % 4), ("spb".to_owned(), index % 3)]
        },
        shipping: index % 5,
        sections: std::iter::once(leaf).chain(also).collect(),
        option_price: (index % 10 == 1).then(|| format!("{}", index + 9)),
        documents: if every(6) {
            vec![("Manual".to_owned(), format!("https://cdn.storefront.example/{index}.pdf"))]
        } else {
            Vec::new()
        },
        filter_value: every(2).then_some(index % 3),
    }
}

impl Model {
    /// The catalog in the import format: records, and links.
    pub(crate) fn import(&self) -> (String, String) {
        let mut records = vec![
            json!({"type": "productType", "id": 5, "name": "i18n::pump", "groups": [{"id": 3, "uid": "main",
                "name": "i18n::main", "ord": 1, "fields": [
                {"id": 17, "uid": "power", "name": self.power_name, "ord": 1, "dataType": "relation", "inFilter": true},
                {"id": 18, "uid": "color", "name": "Color", "ord": 2, "dataType": "string", "isMultiple": true}]}]}),
            json!({"type": "warehouse", "id": "msk", "name": "Warehouse msk"}),
            json!({"type": "warehouse", "id": "spb", "name": "Warehouse spb"}),
        ];
        records.extend((0..).zip(&self.sections).map(|(order, section)| self.section_record(order, section)));
        records.extend(self.products.iter().map(product_record));
        let links = self.products.iter().filter(|product| !product.documents.is_empty()).map(|product| {
            let links = product.documents.iter().map(|(title, url)| json!({"title": title, "url": url}));
            json!({"stockNumber": product.stock_number, "documentation": links.collect::<Vec<_>>(), "software": []})
        });
        let lines = |records: Vec<Value>| records.iter().map(|record| format!("{record}\n")).collect::<String>();
        (lines(records), lines(links.collect()))
    }

    fn section_record(&self, order: i64, section: &Section) -> Value {
        let mut record = json!({"type": "section", "hierarchyId": section.id - 87_000, "sourceId": section.id,
            "parentHierarchyId": section.parent.map(|id| id - 87_000), "name": section.name, "isActive": true,
            "url": format!("https://storefront.example/catalog/{}/", section.id), "sortOrder": order});
        if section.id == PUMPS {
            record["filterIndex"] = json!(self.filter_index);
            record["filters"] = json!([{"uid": "power", "name": self.filter_name, "groupName": "Main", "groupIds": [3],
                "fieldIds": [17], "typeIds": [5], "dataType": "relation", "isMultiple": false, "mainFilter": true,
                "hidden": false}]);
        }
        record
    }
}

fn product_record(product: &Product) -> Value {
    let features = product.power.iter().map(|power| json!({"fieldId": 17, "value": power}));
    let colors = product.colors.iter().map(|color| json!({"fieldId": 18, "value": color}));
    let value = product.filter_value.map(|value| {
        json!({"fieldId": 17, "uid": "power", "value": format!("{value} kW"), "key": format!("{value}-kw"),
            "sections": [PUMPS - 87_000]})
    });
    let configurator = product.option_price.as_ref().map(|price| {
        json!({"groups": [{"uid": "motor", "name": "Motor", "required": true, "options": [
            {"uid": "m5", "name": "5 kW", "stockNumber": "MTR-5", "default": true, "retail": price}]}]})
    });
    let levels = product.level.as_ref().map_or_else(|| json!({}), |price| json!({"Опт": price}));
    let stock = product.stock.iter().map(|(id, quantity)| json!({"warehouseId": id, "quantity": quantity}));
    json!({"type": "product", "sourceId": product.id, "stockNumber": product.stock_number, "name": product.name,
        "fullName": format!("{} in full", product.name), "isActive": true, "typeId": 5,
        "url": product.url.as_ref().map(|path| format!("https://storefront.example{path}")),
        "vendor": product.vendor.as_ref().map(|name| json!({"id": format!("v{}", name.len()), "name": name})),
        "sections": product.sections.iter().map(|id| id - 87_000).collect::<Vec<_>>(), "preview": product.preview,
        "photos": product.photos.iter().map(|url| json!({"url": url})).collect::<Vec<_>>(),
        "description": product.description, "features": features.chain(colors).collect::<Vec<_>>(),
        "filterValues": value.into_iter().collect::<Vec<_>>(), "configurator": configurator,
        "offer": {"retail": product.retail, "levels": levels, "sale": product.sale.is_some(),
            "specialPrice": product.sale, "hidePrices": product.is_hidden, "stock": stock.collect::<Vec<_>>(),
            "shipping": product.shipping}})
}
