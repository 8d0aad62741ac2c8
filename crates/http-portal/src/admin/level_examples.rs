//! What accounts of each price level pay, by an example: so that nobody chooses a level by its name alone.

use catalog_domain::pricing::{Money, PriceLevel, Pricing, Viewer};
use catalog_domain::products::Product;
use catalog_index::Catalog;
use localization::Message;
use std::cmp::Reverse;

/// How many products are looked at, by name.
const MOST_PRODUCTS: usize = 1_000;

/// The price levels to choose from, each with a public product and what its accounts pay for it.
#[derive(Debug, Clone)]
pub(crate) struct LevelExamples(Vec<LevelChoice>);

/// A level to choose.
#[derive(Debug, Clone)]
pub(crate) struct LevelChoice {
    pub(crate) name: String,
    /// Its name, with the example if there is one.
    pub(crate) text: Message,
}

impl LevelExamples {
    /// Those of the retail level and of the levels that products have: the same product for as many as possible.
    pub(crate) fn of(catalog: &Catalog) -> Self {
        let mut levels = vec![PriceLevel::retail()];
        levels.extend(catalog.price_levels().iter().filter(|level| !level.is_retail()).cloned());
        let products = || catalog.products().take(MOST_PRODUCTS).map(|public| public.product);
        let priced = |product: &Product| levels.iter().filter(|level| price(product, level).is_some()).count();
        let best = products().min_by_key(|product| Reverse(priced(product)));
        let example = |level: &PriceLevel| {
            let mut shown = best.into_iter().chain(products());
            shown.find_map(|product| price(product, level).map(|price| (product, price)))
        };
        let choices = levels.iter().map(|level| LevelChoice::new(level, example(level)));
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

/// What an ordinary user of `level` pays for `product`: the personal price, and at the retail level the retail one.
fn price(product: &Product, level: &PriceLevel) -> Option<Money> {
    let viewer = Viewer { price_level: level.clone(), ..Viewer::ordinary() };
    let pricing = Pricing::for_viewer(&product.offer, &viewer, &[]);
    if level.is_retail() { pricing.retail.value } else { pricing.personal.price.value }
}
