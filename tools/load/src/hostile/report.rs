//! Goals, and the table of results.

use crate::circumstances::{Circumstances, append_line};
use crate::hostile::Arguments;
use crate::hostile::measure::Row;
use crate::hostile::store::Workshop;
use crate::hostile::tally::Tally;
use crate::percentiles::Summary;
use serde_json::{Value, json};
use std::path::PathBuf;

/// With an attack, 99 of 100 reads take at most so many times what they take without.
const SLOWDOWN: f64 = 5.0;
/// With an attack, 99 of 100 reads take less than this, in milliseconds.
const LONGEST_P99: f64 = 50.0;
/// The server's peak memory beyond its memory before the attack, in KiB.
const PEAK: u64 = 512 << 10;
/// The part of it that may remain some seconds after the end, in KiB.
const RESTED: u64 = 64 << 10;

/// Results, printed as they come and added to a file.
pub(crate) struct Report {
    results: PathBuf,
    context: Value,
    missed: usize,
}

impl Report {
    /// Prints the head of the table.
    ///
    /// # Errors
    /// When the time cannot be written.
    pub(crate) fn begin(arguments: &Arguments, workshop: &Workshop) -> anyhow::Result<Self> {
        let results = workshop.workdir.folder.join("results.jsonl");
        let (circumstances, store) = (Circumstances::now()?, if arguments.postgres { "PostgreSQL" } else { "SQLite" });
        println!(
            "{circumstances}; {} products, {} sections, {store}, {} s each",
            arguments.products, arguments.sections, arguments.seconds
        );
        println!(
            "Reads are products, pages of 50 and /health/live, in ms: p50 / p99 / worst. Memory is in MiB above the start: the \
             most (with mapped files), and {} s after the end.\n",
            arguments.rest_seconds
        );
        println!(
            "| attack | reads alone | reads beside it | product p99 | live worst | logins alone | logins beside it | failed reads, logins | most memory | afterwards | processor s, server + attacker | attacker got | goals |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        let context = json!({"circumstances": circumstances, "store": store, "products": arguments.products, "seconds": arguments.seconds});
        Ok(Self { results, context, missed: 0 })
    }

    /// Prints a row and adds it to the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn add(&mut self, row: &Row) -> anyhow::Result<()> {
        let (reads_alone, reads) = (row.quiet.reads().summary(), row.attacked.reads().summary());
        let (logins_alone, logins) = (row.quiet.login.summary(), row.attacked.login.summary());
        let (product, live) = (row.attacked.product.summary(), row.attacked.live.summary());
        let memory = row.memory;
        let above = |kibibytes: u64| kibibytes.saturating_sub(memory.start) >> 10;
        let missed = missed_goals(row);
        self.missed += missed.len();
        let verdict = if missed.is_empty() { "met".into() } else { format!("**missed**: {}", missed.join("; ")) };
        println!(
            "| {} | {} | {} | {:.1} | {:.1} | {} | {} | {}, {} | {} ({}) | {} | {:.1} + {:.1} | {} | {verdict} |",
            row.name,
            times(reads_alone),
            times(reads),
            product.p99,
            live.worst,
            times(logins_alone),
            times(logins),
            row.attacked.failures.reads,
            row.attacked.failures.logins,
            above(memory.peak),
            above(memory.high_water),
            above(memory.rested),
            row.processor.0,
            row.processor.1,
            tally_text(&row.tally),
        );
        let line = json!({
            "attack": row.name, "context": self.context, "missed": missed,
            "readsAlone": numbers(reads_alone), "reads": numbers(reads),
            "product": numbers(product), "page": numbers(row.attacked.page.summary()), "live": numbers(live),
            "loginsAlone": numbers(logins_alone), "logins": numbers(logins),
            "failedReads": row.attacked.failures.reads, "failedLogins": row.attacked.failures.logins,
            "memoryKib": {"start": memory.start, "peak": memory.peak, "highWater": memory.high_water, "rested": memory.rested},
            "processorSeconds": [row.processor.0, row.processor.1], "attacker": tally_text(&row.tally),
        });
        append_line(&self.results, &line)
    }
}

/// Prints the last line. Returns how many goals were missed.
pub(crate) fn finish(report: &Report) -> usize {
    match report.missed {
        0 => println!("\nall goals met"),
        missed => println!("\n{missed} goals missed"),
    }
    report.missed
}

fn missed_goals(row: &Row) -> Vec<String> {
    let mut missed = Vec::new();
    let (quiet, attacked) = (row.quiet.reads().summary(), row.attacked.reads().summary());
    if attacked.p99 > SLOWDOWN * quiet.p99 {
        missed
            .push(format!("p99 of reads is {:.1} times that without", attacked.p99 / quiet.p99.max(f64::MIN_POSITIVE)));
    }
    if attacked.p99 >= LONGEST_P99 {
        missed.push(format!("p99 of reads is {:.0} ms", attacked.p99));
    }
    let (quiet, attacked) = (row.quiet.login.summary(), row.attacked.login.summary());
    if attacked.p99 > SLOWDOWN * quiet.p99 {
        missed.push(format!(
            "p99 of logins is {:.1} times that without",
            attacked.p99 / quiet.p99.max(f64::MIN_POSITIVE)
        ));
    }
    let failures = &row.attacked.failures;
    if failures.reads + failures.logins > 0 {
        missed.push(format!("the reader was refused: {}", failures.first.as_deref().unwrap_or("unknown")));
    }
    let above = |kibibytes: u64| kibibytes.saturating_sub(row.memory.start);
    if above(row.memory.peak) > PEAK {
        missed.push(format!("memory rises by {} MiB", above(row.memory.peak) >> 10));
    }
    if above(row.memory.rested) > RESTED {
        missed.push(format!("{} MiB stay", above(row.memory.rested) >> 10));
    }
    missed.extend(row.tally.problems.iter().cloned());
    missed
}

fn times(summary: Summary) -> String {
    format!("{:.1} / {:.1} / {:.1}", summary.p50, summary.p99, summary.worst)
}

fn numbers(summary: Summary) -> Value {
    json!({"count": summary.count, "p50": summary.p50, "p99": summary.p99, "worst": summary.worst})
}

fn tally_text(tally: &Tally) -> String {
    let mut parts: Vec<String> = tally.statuses.iter().map(|(status, count)| format!("{count} x {status}")).collect();
    for (count, what) in [(tally.unanswered, "unanswered"), (tally.cut, "cut off"), (tally.refused, "not connected")] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    parts.push(format!("{} MiB on {} connections", tally.bytes >> 20, tally.opened));
    parts.extend(tally.notes.iter().cloned());
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::measure::MemoryCourse;
    use crate::hostile::reader::Readings;
    use crate::percentiles::Times;
    use std::time::Duration;

    fn readings(read: u64, login: u64) -> Readings {
        let times = |milliseconds| {
            let mut times = Times::default();
            times.push(Duration::from_millis(milliseconds));
            times
        };
        Readings { product: times(read), login: times(login), ..Readings::default() }
    }

    fn row(read: u64, login: u64, peak: u64, rested: u64) -> Row {
        Row {
            name: "test",
            quiet: readings(2, 250),
            attacked: readings(read, login),
            memory: MemoryCourse {
                start: 1 << 20,
                peak: (1 << 20) + (peak << 10),
                high_water: 0,
                rested: (1 << 20) + (rested << 10),
            },
            tally: Tally::default(),
            processor: (0.0, 0.0),
        }
    }

    #[test]
    fn each_goal_is_judged_by_itself() {
        for (row, expected) in [
            (row(10, 1_250, 512, 64), &[][..]),
            (row(11, 250, 0, 0), &["p99 of reads is 5.5 times"][..]),
            (row(50, 250, 0, 0), &["p99 of reads is 25.0 times", "p99 of reads is 50 ms"]),
            (row(2, 1_300, 0, 0), &["p99 of logins is 5.2 times"]),
            (row(2, 250, 513, 65), &["memory rises by 513 MiB", "65 MiB stay"]),
        ] {
            let missed = missed_goals(&row);
            assert_eq!(missed.len(), expected.len(), "{missed:?}");
            assert!(missed.iter().zip(expected).all(|(missed, expected)| missed.starts_with(expected)), "{missed:?}");
        }
    }

    #[test]
    fn a_reader_that_is_refused_and_a_problem_of_the_attack_count() {
        let mut row = row(2, 250, 0, 0);
        row.attacked.failures.reads = 1;
        row.attacked.failures.first = Some("status 503".into());
        row.tally.problems.push("a reader was cut off".into());
        assert_eq!(missed_goals(&row), ["the reader was refused: status 503", "a reader was cut off"]);
    }
}
