//! What accounts of each price level pay, by an example: so that nobody chooses a level by its name alone.

use catalog_domain::pricing::{Money, PriceLevel, Pricing, Viewer};
use catalog_domain::products::Product;
use catalog_index::Catalog;
use localization::Message;

/// How many products are looked at, by name.
const MOST_PRODUCTS: usize = 1_000;

/// The price levels to choose from, each with a public product and what its accounts pay for it.
#[derive(Debug, Clone)]
pub(crate) struct LevelExamples(Vec<LevelChoice>);

#[derive(Debug, Clone)]
pub(crate) struct LevelChoice {
    pub(crate) name: String,
    /// Its name, with the example if there is one.
    pub(crate) text: Message,
}

impl LevelExamples {
    /// Those of the retail level and of the levels that products have: the same product for as many as possible.
    pub(crate) fn of(catalog: &Catalog) -> Self {
        let others = catalog.price_levels().iter().filter(|level| !level.is_retail()).cloned();
        let levels = std::iter::once(PriceLevel::retail()).chain(others);
        let viewers: Vec<_> = levels.map(|price_level| Viewer { price_level, ..Viewer::ordinary() }).collect();
        let products = || catalog.products().take(MOST_PRODUCTS).map(|public| public.product);
        let mut best: Option<(usize, &Product)> = None;
        for product in products() {
            let priced = viewers.iter().filter(|viewer| price(product, viewer).is_some()).count();
            if best.is_none_or(|(most, _)| priced > most) {
                best = Some((priced, product));
            }
            if priced == viewers.len() {
                break;
            }
        }
        let example = |viewer: &Viewer| {
            let mut shown = best.into_iter().map(|(_, product)| product).chain(products());
            shown.find_map(|product| price(product, viewer).map(|price| (product, price)))
        };
        let choices = viewers.iter().map(|viewer| LevelChoice::new(&viewer.price_level, example(viewer)));
        Self(choices.collect())
    }

    /// The levels with `own`, which products may have no longer.
    pub(crate) fn with(&self, own: &PriceLevel) -> Vec<LevelChoice> {
        let mut choices = self.0.clone();
        if !choices.iter().any(|choice| choice.name == own.name()) {
            choices.push(LevelChoice::new(own, None));
        }
        choices
    }
}

impl LevelChoice {
    fn new(level: &PriceLevel, example: Option<(&Product, Money)>) -> Self {
        let name = level.name().to_owned();
        let text = example.map_or_else(
            || Message::plain(name.clone()),
            |(product, price)| {
                Message::new("level-example").with("level", &name).with("price", price).with("product", product.name())
            },
        );
        Self { name, text }
    }
}

/// What `viewer` pays for `product`: the personal price, and at the retail level the retail one.
fn price(product: &Product, viewer: &Viewer) -> Option<Money> {
    let pricing = Pricing::for_viewer(&product.offer, viewer, &[]);
    if viewer.price_level.is_retail() { pricing.retail.value } else { pricing.personal.price.value }
}
