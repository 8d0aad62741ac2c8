//! The result of a run, in numbers.

use catalog_domain::values::CatalogRevision;

/// The result of a run, or of a dry run.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportReport {
    /// The revision of the store after the run; the present one when nothing was written.
    pub revision: CatalogRevision,
    /// Whether anything changed.
    pub changed: bool,
    /// Sections.
    pub sections: SectionTally,
    /// Products.
    pub products: ProductTally,
    /// Change events.
    pub events: EventTally,
    /// Records without effect, in a run where that is possible: links to products that the store does not have.
    pub warnings: Option<Warnings>,
    /// How long the run took, in seconds.
    pub seconds: f64,
}

/// Records without effect.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Warnings {
    /// The first hundred, each with file and line.
    pub texts: Vec<String>,
    /// The total number.
    pub count: u64,
}

impl Warnings {
    /// Warnings that are stored as text.
    const MAXIMUM_TEXTS: usize = 100;

    pub(crate) fn add(&mut self, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.texts.len() < Self::MAXIMUM_TEXTS {
            self.texts.push(text());
        }
    }

    fn to_json(&self) -> String {
        let hidden = self.count - self.texts.len() as u64;
        let more = (hidden > 0).then(|| format!("and {hidden} more"));
        serde_json::Value::from_iter(self.texts.iter().cloned().chain(more)).to_string()
    }
}

/// Counts of sections. Each counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SectionTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Named in the input and unchanged.
    pub unchanged: u64,
}

impl SectionTally {
    fn to_json(self) -> String {
        let Self { created, updated, deactivated, unchanged } = self;
        counts_json(&[
            ("created", created),
            ("updated", updated),
            ("deactivated", deactivated),
            ("unchanged", unchanged),
        ])
    }
}

/// Counts of products. Each stock number counts once; a renamed product as two of them, and as renamed besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Deactivated ones whose product continues under another stock number, which is among the created or the updated
    /// ones.
    pub renamed: u64,
    /// Named in the input and unchanged.
    pub unchanged: u64,
}

impl ProductTally {
    /// Counts one product; an unchanged one only if the input names it.
    pub(crate) fn count(&mut self, action: &str, is_named: bool) {
        match action {
            "created" => self.created += 1,
            "updated" => self.updated += 1,
            "deactivated" => self.deactivated += 1,
            _ => self.unchanged += u64::from(is_named),
        }
    }

    fn to_json(self) -> String {
        let Self { created, updated, deactivated, renamed, unchanged } = self;
        counts_json(&[
            ("created", created),
            ("updated", updated),
            ("deactivated", deactivated),
            ("renamed", renamed),
            ("unchanged", unchanged),
        ])
    }
}

/// Change events by type. One that is both content and commercial counts in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventTally {
    /// Content changed, or new, or restored.
    pub content: u64,
    /// Commercial data changed.
    pub commercial: u64,
    /// No longer public.
    pub removed: u64,
}

impl ImportReport {
    /// The report as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Self { revision, changed, sections, products, events, .. } = self;
        let warnings = self.warnings.as_ref().map(|warnings| format!(" \"warnings\": {},", warnings.to_json()));
        // Milliseconds are exact enough; whole numbers of them make the text short.
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        format!(
            "{{\"revision\": {revision}, \"changed\": {changed}, \"sections\": {}, \"products\": {}, \
             \"events\": {{\"content\": {}, \"commercial\": {}, \"removed\": {}}},{} \"seconds\": {seconds}}}",
            sections.to_json(),
            products.to_json(),
            events.content,
            events.commercial,
            events.removed,
            warnings.unwrap_or_default(),
        )
    }
}

/// Named counts as a JSON object.
fn counts_json(counts: &[(&str, u64)]) -> String {
    let fields: Vec<String> = counts.iter().map(|(name, count)| format!("\"{name}\": {count}")).collect();
    format!("{{{}}}", fields.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_the_documented_line() {
        let report = ImportReport {
            revision: CatalogRevision(7),
            changed: true,
            sections: SectionTally { created: 1, updated: 0, deactivated: 0, unchanged: 40 },
            products: ProductTally { created: 3, updated: 2, deactivated: 1, renamed: 1, unchanged: 994 },
            events: EventTally { content: 4, commercial: 1, removed: 1 },
            warnings: None,
            seconds: 1.900_4,
        };
        assert_eq!(
            report.to_json(),
            "{\"revision\": 7, \"changed\": true, \"sections\": {\"created\": 1, \"updated\": 0, \"deactivated\": 0, \
             \"unchanged\": 40}, \"products\": {\"created\": 3, \"updated\": 2, \"deactivated\": 1, \"renamed\": 1, \"unchanged\": 994}, \
             \"events\": {\"content\": 4, \"commercial\": 1, \"removed\": 1}, \"seconds\": 1.9}"
        );
        let mut warnings = Warnings::default();
        (0..102).for_each(|at| warnings.add(|| format!("w{at}\"")));
        let json = ImportReport { warnings: Some(warnings), ..report }.to_json();
        assert!(json.contains("\"removed\": 1}, \"warnings\": [\"w0\\\"\",\"w1"), "{json}");
        assert!(json.ends_with("\"w99\\\"\",\"and 2 more\"], \"seconds\": 1.9}"), "{json}");
    }
}
