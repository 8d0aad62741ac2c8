//! Minimises a failing history: leaves out runs, records and fields, as long as the same invariant is violated.

use crate::checks::Failure;
use crate::replay::Replay;
use crate::runs::{Input, Run};
use crate::service::StoreKind;
use serde_json::Value;

const ATTEMPTS: usize = 1_500;

/// The smallest history found that violates the invariant of `failure`.
pub(crate) async fn shrink(kind: StoreKind, mut runs: Vec<Run>, mut failure: Failure) -> (Vec<Run>, Failure) {
    let mut attempts = 0;
    loop {
        let mut is_smaller = false;
        // Later records refer to earlier ones, so they go first. Parts behind a removed one keep their position.
        for part in parts(&runs).into_iter().rev() {
            let Some(candidate) = part.leave_out(&runs) else { continue };
            attempts += 1;
            let found = first_failure(kind, &candidate).await;
            if let Some(found) = found.filter(|found| found.invariant == failure.invariant) {
                (runs, failure, is_smaller) = (candidate, found, true);
            }
        }
        if !is_smaller || attempts > ATTEMPTS {
            return (runs, failure);
        }
    }
}

/// A part of a history, by position.
enum Part {
    Run(usize),
    Record(usize, usize),
    Field(usize, usize, String),
}

/// All parts: what is inside another part comes before it.
fn parts(runs: &[Run]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (run, content) in runs.iter().enumerate() {
        for (record, content) in records(&content.input).iter().enumerate() {
            let fields = content.as_object().unwrap().keys();
            parts.extend(fields.map(|field| Part::Field(run, record, field.clone())));
            parts.push(Part::Record(run, record));
        }
        parts.push(Part::Run(run));
    }
    parts
}

fn records(input: &Input) -> &[Value] {
    match input {
        Input::Catalog { records, .. } | Input::Resources(records) => records,
        Input::SaidAgain { .. } | Input::ResourcesAgain => &[],
    }
}

impl Part {
    /// The history without this part; `None` where an enclosing part is gone already.
    fn leave_out(&self, runs: &[Run]) -> Option<Vec<Run>> {
        let mut runs = runs.to_vec();
        match self {
            Self::Run(run) => drop((*run < runs.len()).then(|| runs.remove(*run))?),
            Self::Record(run, record) => {
                let records = records_mut(&mut runs, *run)?;
                (*record < records.len()).then(|| records.remove(*record))?;
            }
            Self::Field(run, record, field) => {
                let record = records_mut(&mut runs, *run)?.get_mut(*record)?;
                record.as_object_mut()?.remove(field)?;
            }
        }
        Some(runs)
    }
}

fn records_mut(runs: &mut [Run], run: usize) -> Option<&mut Vec<Value>> {
    match &mut runs.get_mut(run)?.input {
        Input::Catalog { records, .. } | Input::Resources(records) => Some(records),
        Input::SaidAgain { .. } | Input::ResourcesAgain => None,
    }
}

async fn first_failure(kind: StoreKind, runs: &[Run]) -> Option<Failure> {
    let mut replay = Replay::begin(kind).await?;
    for run in runs {
        if let Err(failure) = replay.perform(run).await {
            return Some(failure);
        }
    }
    None
}
