//! Forty differences between the old system and the new one, each with what the report has to say about it.

use crate::model::{Model, PUMPS, Product, Section, product};
use crate::stand_in::Reply;
use serde_json::{Value, json};

pub(crate) struct Seeded {
    pub(crate) name: &'static str,
    /// What every difference that is found is about: the beginning of its identity.
    pub(crate) about: &'static [&'static str],
    /// Path and kind of every difference; all of them have to be found. `*` at the end of a path matches any rest.
    pub(crate) expected: &'static [(&'static str, &'static str)],
    pub(crate) seed: fn(&mut Model),
    pub(crate) change: fn(&str, &mut Reply),
}

macro_rules! seeded {
    ($($name:literal $about:expr, [$($path:literal $kind:literal),*], $seed:expr $(, $change:expr)?;)*) => {
        /// All of them. No two are about the same value.
        pub(crate) const SEEDED: &[Seeded] = &[$(
            Seeded {
                name: $name,
                about: &$about,
                expected: &[$(($path, $kind)),*],
                seed: $seed,
                change: chosen!($($change)?),
            },
        )*];
    };
}

macro_rules! chosen {
    () => {
        |_, _| {}
    };
    ($change:expr) => {
        $change
    };
}

fn of(model: &mut Model, index: i64) -> &mut Product {
    model.products.iter_mut().find(|product| product.id == 90_000 + index).unwrap()
}

fn section(model: &mut Model, id: i64) -> &mut Section {
    model.sections.iter_mut().find(|section| section.id == id).unwrap()
}

fn nothing(_: &mut Model) {}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn reversed(reply: &mut Reply) {
    reply.body["data"].as_array_mut().unwrap().reverse();
}

seeded! {
    "a name" ["item 90060"], ["name" "value", "fullName.value" "value"], |m| of(m, 60).name = "Product 00060a".into();
    "a vendor is lost" ["item 90064"], ["vendor" "missing"], |m| of(m, 64).vendor = text("Acme");
    "a vendor's trailing blank" ["item 90062"], ["vendor.value" "value"], |m| of(m, 62).vendor = text("Acme");
    "a description" ["item 90060"], ["description.value" "value"], |m| of(m, 60).description.push('!');
    "a description is lost" ["item 90003"], ["description" "missing"], |m| of(m, 3).description = "lost".into();
    "a description is new" ["item 90004"], ["description" "extra"], |m| of(m, 4).description.clear();
    "a path" ["item 90060"], ["url" "value"], |m| of(m, 60).url = text("/old/");
    "a path is lost" ["item 90008"], ["url" "missing"], |m| of(m, 8).url = text("/old/");
    "a preview" ["item 90060"], ["previewPhoto.value" "value"], |m| of(m, 60).preview = text("https://a.example/x.jpg");
    "a photo" ["item 90060"], ["photos.value[*" "missing", "photos.value[*" "extra"],
        |m| of(m, 60).photos[1] = "https://a.example/y.jpg".into();
    "a photo is lost" ["item 90006"], ["photos.value[*" "missing"], |m| of(m, 6).photos.push("https://a.example/z.jpg".into());
    "all photos are new" ["item 90009"], ["photos" "extra"], |m| of(m, 9).photos.clear();
    "a feature" ["item 90060"], ["features.power.value" "value"], |m| of(m, 60).power = text("61 kW");
    "the only feature is lost" ["item 90006"], ["features" "missing"], |m| of(m, 6).power = text("1 kW");
    "one of several values" ["item 90060"], ["features.color.value[*" "missing", "features.color.value[*" "extra"],
        |m| of(m, 60).colors[0] = "green".into();
    "the name of a feature" ["item", "section"], ["features.power.name" "value", "featureSchema.fields.17.name" "value"],
        |m| m.power_name = "Power".into();
    "a retail price" ["item 90001"], ["price.value" "price", "price" "price"], |m| of(m, 1).retail = "1.75".into();
    "a level's price" ["item 90002"], ["price.value" "price", "price" "price"], |m| of(m, 2).level = text("3.2500001");
    "a special price is lost" ["item 90005"], ["price.value" "price", "price" "price"], |m| of(m, 5).sale = text("1");
    "prices are hidden" ["item 90055"], ["price.value" "price", "price" "price"], |m| of(m, 55).is_hidden = false;
    "the price of an option" ["item 90031"], ["groups[motor].options[m5].price" "price"],
        |m| of(m, 31).option_price = text("41");
    "a configurator is new" ["item 90041"], ["" "extra", "message" "value"], |m| of(m, 41).option_price = None;
    "a quantity" ["item 90010"],
        ["inStock" "stock", "inStock.value" "stock", "warehouses[msk].quantity" "stock", "warehouses.value[msk].quantity" "stock"],
        |m| of(m, 10).stock[0].1 = 5;
    "a warehouse is new" ["item 90013"],
        ["inStock" "stock", "inStock.value" "stock", "warehouses[spb]" "extra", "warehouses.value[spb]" "extra"],
        |m| drop(of(m, 13).stock.pop());
    "all warehouses are lost" ["item 90011"],
        ["inStock" "stock", "inStock.value" "stock", "warehouses" "missing"],
        |m| of(m, 11).stock.push(("msk".into(), 4));
    "a quantity on its way" ["item 90016"], ["shipping" "stock", "shipping.value" "stock"], |m| of(m, 16).shipping = 9;
    "the title of a document" ["item 90060"], ["documentation[*" "value", "[*" "value"],
        |m| of(m, 60).documents[0].0 = "Old manual".into();
    "a document is lost" ["item 90007"], ["documentation" "missing", "" "missing"],
        |m| of(m, 7).documents.push(("Lost".into(), "https://a.example/lost.pdf".into()));
    "a stock number" ["item 90015"], ["stockNumber" "value", "stockNumber.value" "value"],
        |m| of(m, 15).stock_number = "OLD-15".into();
    "a product is lost" ["item 91001", "section"],
        ["" "missing", "message" "value", "productTypes[5].productsCount" "value"],
        |m| m.products.push(Product { filter_value: None, vendor: text("Acme"), sections: vec![88_003], ..product(1_001) });
    "a product is new" ["item 90026", "section"],
        ["" "extra", "message" "value", "productTypes[5].productsCount" "value"],
        |m| m.products.retain(|product| product.id != 90_026);
    "a product is in another section" ["item 90019", "section"],
        ["" "extra", "" "missing", "productTypes[5].productsCount" "value"],
        |m| of(m, 19).sections = vec![PUMPS];
    "the order of a list" ["section"], ["data" "order"], |m| m.products.swap(22, 25);
    "the name of a section" ["section 88003", "sections"], ["name" "value", "section.name" "value"],
        |m| section(m, 88_003).name = "Old valves".into();
    "a section is lost" ["section 88007"], ["" "missing", "message" "value"],
        |m| m.sections.push(Section { id: 88_007, parent: Some(88_004), name: "Lost".into() });
    "a section is elsewhere" ["section 88006"], ["parent" "value"], |m| section(m, 88_006).parent = Some(88_001);
    "a filter" ["section"], ["filters[power].name" "value"], |m| m.filter_name = "Old power".into();
    "the count of a filter value" ["section"], ["filters[power].values[0-kw].count" "value"],
        |m| of(m, 30).filter_value = None;
    "the index of a section" ["section"], ["filterValuesSource" "value"], |m| m.filter_index = "pumps_v2".into();
    "the order of vendors" ["section 88004"], ["" "order"], nothing,
        |target, reply| if target == "/api/v1/get/vendors/for/88004" { reversed(reply) };
    "the order of a batch" ["/api/v1/get/items/documentation?"], ["data" "order"], nothing,
        |target, reply| if target.starts_with("/api/v1/get/items/documentation?id_list=90") { reversed(reply) };
    "a status" ["item 90020"], ["" "status"], nothing,
        |target, reply| if target == "/api/v1/get/item/90020/availability" { reply.status = 403 };
    "a refusal" ["item 90033"], ["status" "status", "error.code" "status"], nothing,
        |target, reply| if target == "/api/v1/get/item/90033" { reply.body = crate::responses::refusal(403, "ForbiddenError") };
    "a number as a text" ["item 90040"], ["id" "shape"], nothing,
        |target, reply| if target == "/api/v1/get/item/90040" { reply.body["data"]["id"] = json!("90040") };
    "the price level of the account" ["the account"], ["priceLevel" "value"], nothing,
        |target, reply| if target == "/auth/check" && reply.body["status"] == Value::Bool(true) {
            reply.body["data"]["priceLevel"] = json!("Розн");
        };
}
