//! Configurators: options to choose from, some of which are products of the catalog.

use crate::offers::option_prices;
use crate::plan::Plan;
use crate::random::Random;
use crate::records::Source;
use crate::stock_numbers::stock_number;
use catalog_records::{ConfiguratorDocument, Given, OptionDocument, OptionGroupDocument};
use serde_json::json;

type Named = (&'static str, &'static str);

const GROUPS: [(Named, [Named; 4]); 3] = [
    (
        ("drive", "Drive"),
        [("d-std", "Standard drive"), ("d-ie4", "IE4 drive"), ("d-vfd", "Drive with VFD"), ("d-ex", "Ex drive")],
    ),
    (
        ("control", "Control"),
        [("c-none", "No control"), ("c-relay", "Relay box"), ("c-plc", "PLC cabinet"), ("c-iot", "Шкаф с IoT")],
    ),
    (
        ("coating", "Coating"),
        [("k-std", "Standard"), ("k-epoxy", "Epoxy 250 µm"), ("k-c5", "C5-M marine"), ("k-food", "Food grade")],
    ),
];

/// A configurator with one to three groups of two to four options.
pub(crate) fn record<'a>(plan: &Plan<'_>, random: &mut Random) -> ConfiguratorDocument<Source<'a>> {
    let mut groups = Vec::new();
    for (position, ((uid, name), options)) in GROUPS.iter().enumerate().take(random.between(1, 3) as usize) {
        let count = random.between(2, 4) as usize;
        let options = options.iter().take(count).enumerate();
        let options = options.map(|(number, option)| option_record(plan, *option, number == 0, random)).collect();
        groups.push(OptionGroupDocument { uid: (*uid).into(), name: (*name).into(), required: position == 0, options });
    }
    // Never shown by any interface: what looks like a secret here must not appear in a response.
    let price_data =
        json!({"supplier": "internal", "margin": random.between(5, 40), "purchase": [random.between(10, 900)]});
    ConfiguratorDocument { groups, price_data: Some(price_data) }
}

fn option_record<'a>(
    plan: &Plan<'_>,
    option: Named,
    is_default: bool,
    random: &mut Random,
) -> OptionDocument<Source<'a>> {
    let (uid, name) = option;
    let products = plan.options.products;
    let is_product = products > 0 && random.chance(40);
    let stock_number = is_product.then(|| stock_number(plan, random.below(products)));
    let (retail, levels) = option_prices(random.between(2_000, 90_000), random);
    OptionDocument {
        uid: uid.into(),
        name: name.into(),
        stock_number: Given::if_some(stock_number),
        default: Given::if_true(is_default),
        retail: Given((!random.chance(10)).then_some(retail)),
        levels,
    }
}
