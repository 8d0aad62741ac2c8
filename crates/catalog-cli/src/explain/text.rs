//! Explanations for people: sentences, most important first.

use crate::settings::RefreshConfig;
use catalog_app::text::iso_time;
use catalog_domain::catalog::SectionCounters;
use catalog_domain::explain::{
    ExplainedFilterValue, ExplainedPrice, FacetRule, ProductExplanation, SectionExplanation, SectionPath,
};
use catalog_domain::ports::{EventSearch, ProductEvent, VisibilityFacts};
use catalog_domain::pricing::{Money, Viewer};
use catalog_domain::values::SectionId;
use std::fmt::Write;

/// Names come from the input, so they are quoted and escaped: none can pass for a line of the explanation.
pub(super) fn section(explained: &SectionExplanation<'_>, counters: Option<SectionCounters>) -> String {
    let section = explained.path.steps[0].section;
    let mut text = format!("section {} {:?} is {}", section.id, section.name, explained.path.visibility);
    text.push_str("\n\npath to the root");
    text.push_str(&steps(&explained.path, "  "));
    if let Some(SectionCounters { direct_products, products, available_products }) = counters {
        let _ =
            write!(text, "\n\nparentSectionId: {}", explained.public_parent.map_or("null".into(), |id| id.to_string()));
        let _ = write!(text, "\ndirectProductCount: {direct_products}\nproductCount: {products}");
        let _ = write!(text, "\navailableProductCount: {available_products}");
        let _ = write!(text, "\nits products count in: {}", ids(&explained.counted_in));
    }
    text
}

pub(super) fn product(
    explained: &ProductExplanation<'_>,
    facts: &VisibilityFacts,
    viewer: Option<&Viewer>,
    refresh: &RefreshConfig,
) -> String {
    let product = explained.product;
    let mut text = format!("product {:?} {:?} is ", product.stock_number, product.name);
    match &explained.public {
        Ok(view) => {
            let _ = write!(text, "public: active, and linked to the public sections {}", ids(&view.direct));
        }
        Err(reason) => {
            let v1 = if explained.in_v1 { "; v1 shows it" } else { "" };
            let _ = write!(text, "not public: {reason}{v1}");
        }
    }
    text.push_str("\n\nsections it is linked to");
    for link in &explained.links {
        match &link.path {
            Some(path) => {
                let _ = write!(text, "\n  {} is {}{}", link.id, path.visibility, steps(path, "    "));
            }
            None => {
                let _ = write!(text, "\n  {} is not in the store", link.id);
            }
        }
    }
    text.push_str(&lists(explained));
    text.push_str(&prices(explained, viewer));
    if !explained.filter_values.is_empty() {
        text.push_str("\n\nfilter values");
        explained.filter_values.iter().for_each(|value| text.push_str(&filter_value(value)));
    }
    text.push_str("\n\nlatest events");
    match &product.events[..] {
        [] => text.push_str(&format!("\n  none among the latest {} of the log", EventSearch::SHOWN.among)),
        events => events.iter().for_each(|event| text.push_str(&event_line(event))),
    }
    text.push_str(&propagation(explained, facts, refresh));
    text
}

fn steps(path: &SectionPath<'_>, indent: &str) -> String {
    path.steps.iter().fold(String::new(), |mut text, step| {
        let section = step.section;
        let own = match (step.switched_off, step.off_storefront) {
            (Some(reason), _) => reason.to_string(),
            (None, Some(reason)) => format!("is active and {reason}"),
            (None, None) => "is active and on the storefront".into(),
        };
        let url = section.url.as_ref().map_or(String::new(), |url| format!(" ({url:?})"));
        let _ = write!(text, "\n{indent}{} {:?} {own}{url}", section.id, section.name);
        text
    })
}

fn lists(explained: &ProductExplanation<'_>) -> String {
    let (Ok(view), Some((primary, rule))) = (&explained.public, explained.primary) else { return String::new() };
    let selects = |is_selected| if is_selected { "selects it" } else { "leaves it out" };
    format!(
        "\n\nlists and counters\n  in the lists and productCount of: {}\n  in directProductCount of: {}\n  \
         primarySectionId: {primary}, {rule}\n  available=true {}, as availableProductCount does\n  sale=true {}\n  \
         hasPrice=true {}: {}",
        ids(&view.holders),
        ids(&view.direct),
        selects(explained.is_available),
        selects(explained.is_on_sale),
        selects(explained.has_price.is_priced()),
        explained.has_price,
    )
}

fn prices(explained: &ProductExplanation<'_>, viewer: Option<&Viewer>) -> String {
    let mut text = match viewer {
        Some(viewer) => {
            format!("\n\nprices for the role {} at the level {}", viewer.role.name(), viewer.price_level.name())
        }
        None => "\n\nprices for ordinary users".into(),
    };
    for price in &explained.prices {
        let ExplainedPrice { kind, stored, shown } = price;
        let _ = write!(text, "\n  {}: {} (stored: {}; {})", kind, amount(shown.value), amount(*stored), shown.rule);
    }
    let (value, rule) = explained.v1_price;
    let _ = write!(text, "\n  v1: {value} ({rule})");
    text
}

fn amount(amount: Option<Money>) -> String {
    amount.map_or_else(|| "none".into(), |amount| amount.to_string())
}

fn filter_value(value: &ExplainedFilterValue<'_>) -> String {
    let shown = match &value.shown_in {
        Ok(sections) => format!("shown for {}", ids(sections)),
        Err(reason) => format!("left out: {reason}"),
    };
    let mut text = format!("\n  {:?} {:?} (key {:?}): {shown}", value.text.uid, value.text.value, value.text.key);
    if value.sections.iter().all(|(_, rule)| *rule == FacetRule::Counted) && value.shown_in.is_ok() {
        text.push_str("; counted there");
        return text;
    }
    for (section, rule) in &value.sections {
        let _ = write!(text, "\n    in {section}: {rule}");
    }
    text
}

fn event_line(event: &ProductEvent) -> String {
    let ProductEvent { number, revision, at, kind, section_ids } = event;
    format!("\n  {number}: {} at {} by the run of revision {revision}, in {}", kind, iso_time(*at), ids(section_ids))
}

fn propagation(explained: &ProductExplanation<'_>, facts: &VisibilityFacts, refresh: &RefreshConfig) -> String {
    let product = explained.product;
    let at = product.written_at.map_or(String::new(), |at| format!(", committed at {}", iso_time(at)));
    let (interval, settle) = (refresh.interval.as_millis(), refresh.settle.as_millis());
    format!(
        "\n\nwritten by the run of revision {}{at}; the store is at revision {}\n\
         a server shows a revision at most {interval} ms after its commit and the time of its load, and its events \
         {settle} ms later",
        product.revision, facts.revision
    )
}

fn ids(sections: &[SectionId]) -> String {
    let texts: Vec<String> = sections.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "none".into() } else { texts.join(", ") }
}
