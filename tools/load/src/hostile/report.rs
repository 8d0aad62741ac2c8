//! Goals, and the table of results.

use crate::circumstances::Circumstances;
use crate::hostile::measure::{REST, Row};
use crate::hostile::reader::{Failures, Readings};
use crate::hostile::{Arguments, SECTIONS};
use crate::percentiles::{Summary, Times};

/// With an attack, 99 of 100 reads take at most so many times what they take without.
const SLOWDOWN: f64 = 5.0;
/// With an attack, 99 of 100 reads take less than this, in milliseconds.
const LONGEST_P99: f64 = 50.0;
/// The server's peak memory beyond its memory before the attack, in KiB.
const PEAK: u64 = 512 << 10;
/// The part of it that may remain some seconds after the end, in KiB.
const RESTED: u64 = 64 << 10;

pub(crate) fn print_head(arguments: &Arguments) -> anyhow::Result<()> {
    let (circumstances, store) = (Circumstances::now()?, if arguments.postgres { "PostgreSQL" } else { "SQLite" });
    let (Arguments { products, seconds, .. }, rest) = (arguments, REST.as_secs());
    println!("{circumstances}; {products} products, {SECTIONS} sections, {store}, {seconds} s each");
    println!(
        "Reads are products, pages of 50 and /health/live. Times are 99th percentiles in ms, alone → beside it. Memory is \
         in MiB above the start: the most, and {rest} s after the end.\n"
    );
    println!("| attack | reads | logins | failed reads, logins | memory | attacker got | goals |");
    println!("|---|---|---|---|---|---|---|");
    Ok(())
}

/// Prints a row. Gives how many goals were missed.
pub(crate) fn print_row(row: &Row) -> usize {
    let p99 = |times: fn(&Readings) -> &Times| {
        let [alone, beside] = [&row.quiet, &row.attacked].map(|readings| times(readings).summary().p99);
        format!("{alone:.1} → {beside:.1}")
    };
    let [most, rested] = [row.memory.peak, row.memory.rested].map(|it| it.saturating_sub(row.memory.start) >> 10);
    let missed = missed_goals(row);
    let verdict = if missed.is_empty() { "met".into() } else { format!("**missed**: {}", missed.join("; ")) };
    let (reads, logins) = (p99(|it| &it.reads), p99(|it| &it.logins));
    let (Failures { reads: failed, logins: refused, .. }, tally) = (&row.attacked.failures, &row.tally);
    println!("| {} | {reads} | {logins} | {failed}, {refused} | {most}, {rested} | {tally} | {verdict} |", row.name);
    missed.len()
}

fn missed_goals(row: &Row) -> Vec<String> {
    let mut missed = Vec::new();
    let mut compare = |what: &str, quiet: Summary, attacked: Summary| {
        if attacked.p99 > SLOWDOWN * quiet.p99 {
            let times = attacked.p99 / quiet.p99.max(f64::MIN_POSITIVE);
            missed.push(format!("p99 of {what} is {times:.1} times that without"));
        }
    };
    let reads = row.attacked.reads.summary();
    compare("reads", row.quiet.reads.summary(), reads);
    compare("logins", row.quiet.logins.summary(), row.attacked.logins.summary());
    if reads.p99 >= LONGEST_P99 {
        missed.push(format!("p99 of reads is {:.0} ms", reads.p99));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::measure::MemoryCourse;
    use crate::hostile::tally::Tally;
    use std::time::Duration;

    fn readings(read: u64, login: u64) -> Readings {
        let times = |milliseconds| {
            let mut times = Times::default();
            times.push(Duration::from_millis(milliseconds));
            times
        };
        Readings { reads: times(read), logins: times(login), ..Readings::default() }
    }

    fn row(read: u64, login: u64, peak: u64, rested: u64) -> Row {
        Row {
            name: "test",
            quiet: readings(2, 250),
            attacked: readings(read, login),
            memory: MemoryCourse { start: 1 << 20, peak: (1 << 20) + (peak << 10), rested: (1 << 20) + (rested << 10) },
            tally: Tally::default(),
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
