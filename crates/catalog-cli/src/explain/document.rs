//! Explanations for programs: one JSON object.

use crate::settings::RefreshConfig;
use catalog_app::text::iso_time;
use catalog_domain::catalog::SectionCounters;
use catalog_domain::explain::{ExplainedFilterValue, ProductExplanation, SectionExplanation, SectionPath};
use catalog_domain::ports::{ProductEvent, VisibilityFacts};
use catalog_domain::pricing::{Money, Viewer};
use catalog_domain::values::SectionId;
use serde_json::{Value, json};

pub(super) fn section(explained: &SectionExplanation<'_>, counters: Option<SectionCounters>) -> Value {
    let section = explained.path.steps[0].section;
    json!({
        "section": section.id.to_string(),
        "name": section.name,
        "visibility": visibility(&explained.path),
        "parentSectionId": explained.public_parent.filter(|_| counters.is_some()).map(|id| id.to_string()),
        "countedIn": ids(&explained.counted_in),
        "counters": counters.map(|counters| json!({
            "directProductCount": counters.direct_products,
            "productCount": counters.products,
            "availableProductCount": counters.available_products,
        })),
    })
}

pub(super) fn product(
    explained: &ProductExplanation<'_>,
    facts: &VisibilityFacts,
    viewer: Option<&Viewer>,
    refresh: &RefreshConfig,
) -> Value {
    let product = explained.product;
    let view = explained.public.as_ref().ok();
    let links = explained
        .links
        .iter()
        .map(|link| json!({"section": link.id.to_string(), "visibility": link.path.as_ref().map(visibility)}));
    let prices = explained.prices.iter().map(|price| {
        json!({
            "price": price.kind.to_string(),
            "stored": price.stored.map(amount),
            "value": price.shown.value.map(amount),
            "onRequest": price.shown.on_request,
            "rule": price.shown.rule.to_string(),
        })
    });
    json!({
        "product": product.stock_number,
        "name": product.name,
        "isPublic": view.is_some(),
        "reason": explained.public.as_ref().err().map(ToString::to_string),
        "inV1": explained.in_v1,
        "links": links.collect::<Vec<_>>(),
        "primarySectionId": explained.primary.map(|(id, _)| id.to_string()),
        "listedIn": view.map(|view| ids(&view.holders)).unwrap_or_default(),
        "directlyIn": view.map(|view| ids(&view.direct)).unwrap_or_default(),
        "available": explained.is_available,
        "sale": explained.is_on_sale,
        "hasPrice": {"selected": explained.has_price.is_priced(), "rule": explained.has_price.to_string()},
        "viewer": viewer.map(|viewer| json!({"role": viewer.role.name(), "priceLevel": viewer.price_level.name()})),
        "prices": prices.collect::<Vec<_>>(),
        "v1Price": {"value": amount(explained.v1_price.0), "rule": explained.v1_price.1.to_string()},
        "filterValues": explained.filter_values.iter().map(filter_value).collect::<Vec<_>>(),
        "events": product.events.iter().map(event).collect::<Vec<_>>(),
        "revision": product.revision.0,
        "committedAt": product.written_at.map(iso_time),
        "storeRevision": facts.revision.0,
        "shownAfterMs": refresh.interval.as_millis(),
        "eventsAfterMs": (refresh.interval + refresh.settle).as_millis(),
    })
}

fn visibility(path: &SectionPath<'_>) -> Value {
    let steps = path.steps.iter().map(|step| {
        json!({
            "section": step.section.id.to_string(),
            "name": step.section.name,
            "url": step.section.url.as_ref().map(|url| url.borrowed().group().full),
            "switchedOff": step.switched_off.map(|reason| reason.to_string()),
            "offStorefront": step.off_storefront.map(|reason| reason.to_string()),
        })
    });
    json!({
        "isPublic": path.visibility.is_public(),
        "inV1": path.visibility.is_active(),
        "rule": path.visibility.to_string(),
        "path": steps.collect::<Vec<_>>(),
    })
}

fn filter_value(value: &ExplainedFilterValue<'_>) -> Value {
    let sections = value.sections.iter().map(|(id, rule)| json!({"section": id.to_string(), "rule": rule.to_string()}));
    json!({
        "uid": &*value.text.uid,
        "value": &*value.text.value,
        "key": &*value.text.key,
        "shownFor": value.shown_in.as_ref().map(|sections| ids(sections)).unwrap_or_default(),
        "leftOut": value.shown_in.as_ref().err().map(ToString::to_string),
        "sections": sections.collect::<Vec<_>>(),
    })
}

fn event(event: &ProductEvent) -> Value {
    json!({
        "eventId": event.number.to_string(),
        "revision": event.revision.0,
        "changedAt": iso_time(event.at),
        "change": event.kind.to_string(),
        "sectionIds": ids(&event.section_ids),
    })
}

fn amount(amount: Money) -> String {
    amount.to_string()
}

fn ids(sections: &[SectionId]) -> Vec<String> {
    sections.iter().map(ToString::to_string).collect()
}
