//! The report of an import as pages show it.

use catalog_domain::imports::ImportJob;
use catalog_domain::ports::RecordedImport;
use localization::Message;
use serde::Deserialize;

/// A report as the import prints it, or as it is recorded.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ShownReport {
    pub(super) revision: i64,
    pub(super) changed: bool,
    pub(super) sections: Tally,
    pub(super) products: Tally,
    pub(super) events: Events,
    pub(super) public: PublicChange,
    pub(super) warnings: Vec<String>,
    /// Of a dry run only.
    pub(super) preview: Option<Preview>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Tally {
    pub(super) created: u64,
    pub(super) updated: u64,
    pub(super) deactivated: u64,
    /// Of products only.
    #[serde(default)]
    pub(super) renamed: u64,
    pub(super) unchanged: u64,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Events {
    pub(super) content: u64,
    pub(super) commercial: u64,
    pub(super) removed: u64,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct PublicChange {
    pub(super) before: PublicCounts,
    pub(super) after: PublicCounts,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct PublicCounts {
    pub(super) sections: u64,
    pub(super) products: u64,
}

/// What a dry run would change, by examples.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Preview {
    pub(super) new_price_levels: Vec<String>,
    pub(super) price_changes: PriceChanges,
    pub(super) samples: Vec<Sample>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct PriceChanges {
    pub(super) count: u64,
    pub(super) items: Vec<PriceChange>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PriceChange {
    pub(super) stock_number: String,
    pub(super) level: String,
    pub(super) before: String,
    pub(super) after: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sample {
    pub(super) stock_number: String,
    pub(super) before: Option<SampleState>,
    pub(super) after: SampleState,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SampleState {
    pub(super) is_active: bool,
    pub(super) name: String,
    pub(super) vendor: Option<String>,
    pub(super) retail: Option<String>,
    pub(super) levels: Vec<LevelPrice>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct LevelPrice {
    pub(super) level: String,
    pub(super) price: String,
}

impl ShownReport {
    pub(super) fn of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Option<Self> {
        let printed = job.report.as_deref().and_then(|report| serde_json::from_str(report).ok());
        printed.or_else(|| committed.map(Self::of_run))
    }

    pub(super) fn of_run(run: &RecordedImport) -> Self {
        let summary = &run.summary;
        let (sections, products, events) = (summary.sections, summary.products, summary.events);
        let [before, after] = [summary.public_before, summary.public_after]
            .map(|public| PublicCounts { sections: public.sections, products: public.products });
        Self {
            revision: run.revision.0,
            changed: true,
            sections: Tally {
                created: sections.created,
                updated: sections.updated,
                deactivated: sections.deactivated,
                renamed: 0,
                unchanged: sections.unchanged,
            },
            products: Tally {
                created: products.created,
                updated: products.updated,
                deactivated: products.deactivated,
                renamed: products.renamed,
                unchanged: products.unchanged,
            },
            events: Events { content: events.content, commercial: events.commercial, removed: events.removed },
            public: PublicChange { before, after },
            warnings: summary.warning_texts.iter().map(|warning| warning.text.to_string()).collect(),
            preview: None,
        }
    }
}

impl Tally {
    pub(super) fn message(self) -> Message {
        Message::new("imports-products-of")
            .with("created", self.created)
            .with("updated", self.updated)
            .with("deactivated", self.deactivated)
    }
}

impl Events {
    pub(super) fn message(self) -> Message {
        Message::new("imports-events-of")
            .with("content", self.content)
            .with("commercial", self.commercial)
            .with("removed", self.removed)
    }
}

impl PriceChanges {
    /// How many there are, and how many of them are shown.
    pub(super) fn message(&self) -> Message {
        let shown = self.items.len();
        let is_all = self.count == shown as u64;
        let count = Message::new(if is_all { "report-prices-count" } else { "report-prices-first" });
        let count = count.with("count", self.count);
        if is_all { count } else { count.with("shown", shown) }
    }
}

impl SampleState {
    pub(super) fn vendor(&self) -> Message {
        text_or_dash(self.vendor.as_deref())
    }

    /// The retail price, or a dash.
    pub(super) fn retail(&self) -> Message {
        text_or_dash(self.retail.as_deref())
    }
}

fn text_or_dash(text: Option<&str>) -> Message {
    text.map_or(Message::new("dash"), Message::plain)
}
