//! The pricing table as a whole: roles, hidden prices, sales and levels.

use super::*;
use crate::pricing::offer::LevelPrice;
use crate::pricing::viewer::Role;
use proptest::prelude::*;

fn money(text: &str) -> Option<Money> {
    Some(Money::parse(text).unwrap())
}

fn viewer(role: Role, level: &str) -> Viewer {
    Viewer { role, price_level: PriceLevel::new(level), configurator_access: false }
}

fn offer(hide_prices: bool) -> Offer {
    Offer {
        hide_prices,
        retail: money("200"),
        levels: [("Опт", money("150.5")), ("Дилер", money("0"))]
            .map(|(level, price)| LevelPrice { level: PriceLevel::new(level), price })
            .into(),
        sale: true,
        special: money("170"),
        ..Offer::default()
    }
}

fn known() -> Vec<PriceLevel> {
    ["Партнёр", "Дилер", "Опт"].map(PriceLevel::new).into()
}

/// `value|onRequest` in one short text.
fn text(price: ShownPrice) -> String {
    format!("{}|{}", price.value.map_or("null".into(), |value| value.to_string()), price.on_request)
}

/// The whole pricing in one line, so that a table of cases can be read.
fn line(pricing: &Pricing) -> String {
    let levels = pricing.levels.as_ref().map_or(String::from("-"), |levels| {
        levels.iter().map(|entry| format!("{}={}", entry.level, text(entry.price))).collect::<Vec<_>>().join(" ")
    });
    format!(
        "{} retail {} personal {}={} sale {} {} -{} -{}% levels {levels}",
        pricing.on_request,
        text(pricing.retail),
        pricing.personal.level,
        text(pricing.personal.price),
        pricing.sale.active,
        text(pricing.sale.price),
        pricing.sale.discount.value,
        pricing.sale.discount.percent,
    )
}

#[test]
fn every_role_sees_what_the_table_says() {
    use Role::{Administrator, User};
    let levels_shown = "levels Розн=200|false Опт=150.5|false Дилер=null|true Партнёр=null|true";
    let levels_hidden = "levels Розн=200|true Опт=150.5|true Дилер=null|true Партнёр=null|true";
    let cases = [
        (
            User,
            "Опт",
            false,
            "false retail 200|false personal Опт=150.5|false sale true 170|false -30 -15% levels -".into(),
        ),
        (
            User,
            "Дилер",
            false,
            "false retail 200|false personal Дилер=null|true sale true 170|false -30 -15% levels -".into(),
        ),
        (
            User,
            "Чужой",
            false,
            "false retail 200|false personal Чужой=null|true sale true 170|false -30 -15% levels -".into(),
        ),
        (
            User,
            "Розн",
            false,
            "false retail 200|false personal Розн=null|false sale true 170|false -30 -15% levels -".into(),
        ),
        (User, "Опт", true, "true retail null|true personal Опт=null|true sale true null|true -0 -0% levels -".into()),
        (
            User,
            "Розн",
            true,
            "true retail null|true personal Розн=null|true sale true null|true -0 -0% levels -".into(),
        ),
        (
            Administrator,
            "Опт",
            false,
            format!("false retail 200|false personal Опт=150.5|false sale true 170|false -30 -15% {levels_shown}"),
        ),
        (
            Administrator,
            "Опт",
            true,
            format!("true retail 200|true personal Опт=150.5|true sale true 170|true -30 -15% {levels_hidden}"),
        ),
        (
            Administrator,
            "Розн",
            true,
            format!("true retail 200|true personal Розн=null|true sale true 170|true -30 -15% {levels_hidden}"),
        ),
    ];
    for (role, level, hidden, expected) in cases {
        let (offer, viewer, known) = (offer(hidden), viewer(role, level), known());
        let pricing = Pricing::for_viewer(&offer, &viewer, &known);
        assert_eq!(line(&pricing), expected, "{role:?} at {level}, hidden: {hidden}");
    }
}

#[test]
fn an_option_is_priced_by_the_same_rules_without_a_sale() {
    let source = offer(false);
    for (role, hidden, retail, personal, levels) in [
        (Role::User, false, "200|false", "150.5|false", None),
        (Role::User, true, "null|true", "null|true", None),
        (Role::Administrator, true, "200|true", "150.5|true", Some(4)),
    ] {
        let (viewer, known) = (viewer(role, "Опт"), known());
        let pricing = OptionPricing::for_viewer(source.retail, &source.levels, hidden, &viewer, &known);
        assert_eq!(text(pricing.retail), retail);
        assert_eq!(text(pricing.personal.price), personal);
        assert_eq!(pricing.levels.map(|levels| levels.len()), levels);
    }
}

#[test]
fn the_sale_value_comes_from_the_special_price_whatever_the_flag_says() {
    let source = Offer { sale: false, ..offer(false) };
    let sale = Pricing::for_viewer(&source, &viewer(Role::User, "Опт"), &[]).sale;
    assert_eq!((sale.active, text(sale.price)), (false, "170|false".into()));
    assert_eq!(sale.discount.value.to_string(), "30");
}

#[test]
fn discounts_are_rounded_half_up_and_only_where_the_special_price_is_lower() {
    for (retail, special, value, percent) in [
        ("100", "99.995", "0.005", "0.01"),
        ("100", "99.9951", "0.0049", "0"),
        ("3", "1", "2", "66.67"),
        ("3", "2", "1", "33.33"),
        ("800", "700", "100", "12.5"),
        ("99999999999.9999", "0.0001", "99999999999.9998", "100"),
        ("100", "100", "0", "0"),
        ("100", "101", "0", "0"),
        ("100", "0", "0", "0"),
        ("0", "10", "0", "0"),
    ] {
        let discount = discount(money(retail), money(special));
        assert_eq!(
            (discount.value.to_string(), discount.percent.to_string()),
            (value.into(), percent.into()),
            "{retail} {special}"
        );
    }
    assert_eq!(discount(None, money("5")), Discount::default());
}

#[test]
fn has_price_needs_one_positive_price_that_is_not_hidden() {
    let none = Offer { retail: None, special: None, ..offer(false) };
    let level = |name: &str| PriceLevel::new(name);
    for (case, offer, at, expected) in [
        ("retail", offer(false), level("Чужой"), true),
        ("hidden", offer(true), level("Опт"), false),
        ("the own level", none.clone(), level("Опт"), true),
        ("another level", none.clone(), level("Дилер"), false),
        ("no level", none.clone(), level("Розн"), false),
        ("a valid sale", Offer { special: money("1"), ..none.clone() }, level("Розн"), true),
        (
            "a special price without the flag",
            Offer { special: money("1"), sale: false, ..none.clone() },
            level("Розн"),
            false,
        ),
        ("a sale without a price", Offer { special: money("0"), ..none }, level("Розн"), false),
    ] {
        assert_eq!(HasPrice::of(&offer, &at).is_priced(), expected, "{case}");
    }
}

#[test]
fn the_effective_price_is_sale_then_level_then_retail_and_nothing_when_hidden() {
    let sale_off = Offer { sale: false, ..offer(false) };
    for (case, offer, level, expected) in [
        ("an active sale", offer(false), "Опт", "170"),
        ("a sale without a price", Offer { special: money("0"), ..offer(false) }, "Опт", "150.5"),
        ("no sale", sale_off.clone(), "Опт", "150.5"),
        ("a level without a price", sale_off.clone(), "Дилер", "200"),
        ("the retail level", sale_off.clone(), "Розн", "200"),
        ("an unknown level", sale_off.clone(), "Чужой", "200"),
        ("nothing at all", Offer { retail: None, ..sale_off }, "Чужой", "0"),
        ("hidden", offer(true), "Опт", "0"),
    ] {
        assert_eq!(effective_price(&offer, &PriceLevel::new(level)).to_string(), expected, "{case}");
    }
}

/// Price lists over the known levels: some of them, in any order, with or without a price.
fn price_lists() -> impl Strategy<Value = LevelPrices> {
    let levels = prop::sample::subsequence(known(), 0..=3).prop_shuffle();
    (levels, prop::collection::vec(prop::sample::select(vec![None, Some(0), Some(1), Some(2)]), 3)).prop_map(
        |(levels, prices)| {
            let priced = levels.into_iter().zip(prices);
            priced.map(|(level, price)| LevelPrice { level, price: price.map(Money::from_units) }).collect()
        },
    )
}

proptest! {
    #[test]
    fn two_price_lists_look_the_same_exactly_where_their_significant_levels_are_the_same(
        one in price_lists(),
        other in price_lists(),
    ) {
        let known = known();
        let significant = |list: &LevelPrices| {
            let length = list.significant_len(|level| known.iter().position(|other| other == level));
            let entries = list.iter().take(length).map(|entry| (entry.level.clone(), positive(entry.price)));
            entries.collect::<Vec<_>>()
        };
        let administrator = viewer(Role::Administrator, "Розн");
        let shown = |levels: &LevelPrices| {
            let pricing = OptionPricing::for_viewer(None, levels, false, &administrator, &known);
            pricing.levels.map(|levels| levels.iter().map(|entry| format!("{entry:?}")).collect::<Vec<_>>())
        };
        prop_assert_eq!(shown(&one) == shown(&other), significant(&one) == significant(&other));
    }
}
