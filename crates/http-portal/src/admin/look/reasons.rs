//! The reasons of the domain as texts.

use catalog_domain::change::{HiddenProduct, PrimaryRule};
use catalog_domain::explain::{FacetRule, PriceKind};
use catalog_domain::ports::ProductFacts;
use catalog_domain::pricing::{HasPrice, PriceRule, V1PriceRule};
use catalog_domain::sections::{HiddenFilterValue, OffStorefront, SectionVisibility, SwitchedOff};
use localization::Message;

pub(super) fn hidden_product(reason: &HiddenProduct) -> Message {
    Message::new(match reason {
        HiddenProduct::Inactive => "look-product-inactive",
        HiddenProduct::NoSection => "look-product-no-section",
        HiddenProduct::NoPublicSection => "look-product-no-public-section",
    })
}

pub(super) fn visibility(visibility: &SectionVisibility) -> Message {
    let of_section = |key, id: &dyn ToString| Message::new(key).with("id", id.to_string());
    match visibility {
        SectionVisibility::Public => Message::new("look-section-public"),
        SectionVisibility::Skipped(reason) => {
            Message::new("look-section-skipped").with("reason", off_storefront(reason))
        }
        SectionVisibility::SwitchedOff(id, reason) => {
            of_section("look-section-switched-off", id).with("reason", switched_off(reason))
        }
        SectionVisibility::MissingParent(id) => of_section("look-section-missing-parent", id),
        SectionVisibility::Loop(id) => of_section("look-section-loop", id),
    }
}

pub(super) fn switched_off(reason: &SwitchedOff) -> Message {
    Message::new(match reason {
        SwitchedOff::Inactive => "look-section-inactive",
        SwitchedOff::Service => "look-section-service",
    })
}

pub(super) fn off_storefront(reason: &OffStorefront) -> Message {
    Message::new(match reason {
        OffStorefront::NoUrl => "look-section-no-url",
        OffStorefront::OtherHost => "look-section-other-host",
    })
}

pub(super) fn primary(rule: &PrimaryRule) -> Message {
    Message::new(match rule {
        PrimaryRule::SourceChoice => "look-primary-chosen",
        PrimaryRule::FirstPublic => "look-primary-first",
    })
}

/// Whether a parameter of lists selects the product.
pub(super) fn selects(selects: &bool) -> Message {
    Message::new(if *selects { "look-selects" } else { "look-leaves-out" })
}

/// Whether `hasPrice=true` selects the product, and why.
pub(super) fn has_price(rule: &HasPrice) -> Message {
    let reason = Message::new(match rule {
        HasPrice::Retail => "look-has-retail",
        HasPrice::Sale => "look-has-sale",
        HasPrice::Level => "look-has-level",
        HasPrice::NoPrice => "look-has-none",
        HasPrice::Hidden => "look-has-hidden",
    });
    Message::new("look-has-price").with("outcome", selects(&rule.is_priced())).with("rule", reason)
}

pub(super) fn price_kind(kind: &PriceKind) -> Message {
    match kind {
        PriceKind::Retail => Message::new("look-price-retail"),
        PriceKind::Personal(level) => Message::new("look-price-personal").with("level", level.name()),
        PriceKind::Sale => Message::new("look-price-sale"),
        PriceKind::Level(level) => Message::new("look-price-level").with("level", level),
    }
}

pub(super) fn price_rule(rule: &PriceRule) -> Message {
    Message::new(match rule {
        PriceRule::Stored => "look-rule-stored",
        PriceRule::NoPrice => "look-rule-none",
        PriceRule::Hidden => "look-rule-hidden",
        PriceRule::HiddenFromUsers => "look-rule-hidden-from-users",
        PriceRule::RetailLevel => "look-rule-retail-level",
    })
}

pub(super) fn v1_rule(rule: &V1PriceRule) -> Message {
    Message::new(match rule {
        V1PriceRule::Hidden => "look-v1-hidden",
        V1PriceRule::Sale => "look-v1-sale",
        V1PriceRule::Level => "look-v1-level",
        V1PriceRule::Retail => "look-v1-retail",
        V1PriceRule::NoPrice => "look-v1-none",
    })
}

pub(super) fn hidden_value(reason: &HiddenFilterValue) -> Message {
    Message::new(match reason {
        HiddenFilterValue::NoSection => "look-value-no-section",
        HiddenFilterValue::NoPublicSection => "look-value-no-public-section",
    })
}

pub(super) fn facet_rule(rule: &FacetRule) -> Message {
    Message::new(match rule {
        FacetRule::Counted => "look-value-counted",
        FacetRule::NotPublic => "look-value-not-public",
        FacetRule::OutsideSubtree => "look-value-outside",
        FacetRule::NoFilter => "look-value-no-filter",
    })
}

/// Which run wrote the product, and when: HTML.
pub(super) fn written(product: &ProductFacts) -> Message {
    let revision = product.revision.to_string();
    match product.written_at {
        Some(at) => Message::new("look-written").with("revision", revision).with("at", at),
        None => Message::new("look-written-sometime").with("revision", revision),
    }
}
