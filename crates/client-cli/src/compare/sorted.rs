//! Files of records that are sorted by key, of any size: what does not fit into memory is sorted in runs, and merged.

use anyhow::{Context, Result};
use safe_output::private_files;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// About how many bytes of records are in memory while a file is written.
pub(super) const RUN_BYTES: usize = 64 << 20;

/// A line of a file. Several may have one key; places sort them.
pub(super) struct Record {
    /// Has no control characters.
    pub(super) key: String,
    pub(super) at: u64,
    /// Within what the place counts: the section above one in a tree, else 0.
    pub(super) group: i64,
    pub(super) value: Value,
}

/// The key of a record of the unit with this number; without an item, of what a response has beside its items.
pub(super) fn key(unit: usize, item: Option<&str>) -> String {
    // Numbers are in their order.
    let item = item.map(|item| format!("{:>20}", item.escape_debug().to_string()));
    format!("{unit:010}{}", item.unwrap_or_default())
}

/// The number of the unit of a key, and its item, which is empty for all else.
pub(super) fn unit_of(key: &str) -> (usize, &str) {
    let (unit, item) = key.split_at_checked(10).unwrap_or((key, ""));
    (unit.parse().unwrap_or(usize::MAX), item)
}

/// Collects records, and writes them sorted.
pub(super) struct Sorter {
    path: PathBuf,
    run_bytes: usize,
    lines: Vec<String>,
    bytes: usize,
    runs: Vec<BufReader<File>>,
}

impl Sorter {
    /// For a file at `path`, which is there once it is finished.
    pub(super) fn new(path: &Path, run_bytes: usize) -> Self {
        Self { path: path.to_owned(), run_bytes, lines: Vec::new(), bytes: 0, runs: Vec::new() }
    }

    pub(super) fn push(&mut self, Record { key, at, group, value }: &Record) -> Result<()> {
        let line = format!("{key}\t{at:020}\t{group}\t{value}\n");
        self.bytes += line.len();
        self.lines.push(line);
        if self.bytes < self.run_bytes {
            return Ok(());
        }
        self.spill().with_context(|| cannot_use(&self.path))
    }

    pub(super) fn finish(mut self) -> Result<()> {
        self.merge().with_context(|| cannot_use(&self.path))
    }

    /// Writes what is in memory to an unnamed file beside the final one.
    fn spill(&mut self) -> io::Result<()> {
        self.lines.sort_unstable();
        let mut run = BufWriter::new(tempfile::tempfile_in(self.path.parent().unwrap_or(Path::new(".")))?);
        self.lines.drain(..).try_for_each(|line| run.write_all(line.as_bytes()))?;
        self.bytes = 0;
        let mut run = run.into_inner().map_err(io::IntoInnerError::into_error)?;
        run.rewind()?;
        self.runs.push(BufReader::new(run));
        Ok(())
    }

    fn merge(&mut self) -> io::Result<()> {
        self.spill()?;
        let mut firsts = BinaryHeap::new();
        for (number, run) in self.runs.iter_mut().enumerate() {
            firsts.extend(next_line(run)?.map(|line| Reverse((line, number))));
        }
        let part = self.path.with_extension("part");
        let mut output = BufWriter::new(private_files::create(&part)?);
        while let Some(Reverse((line, number))) = firsts.pop() {
            output.write_all(line.as_bytes())?;
            firsts.extend(next_line(&mut self.runs[number])?.map(|line| Reverse((line, number))));
        }
        output.flush()?;
        std::fs::rename(part, &self.path)
    }
}

pub(super) fn cannot_use(path: &Path) -> String {
    format!("cannot use {}", path.display())
}

fn next_line(run: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    Ok((run.read_line(&mut line)? > 0).then_some(line))
}

/// Reads such a file.
pub(super) struct Sorted {
    path: PathBuf,
    lines: BufReader<File>,
    next: Option<Record>,
}

impl Sorted {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| cannot_use(path))?;
        let mut sorted = Self { path: path.to_owned(), lines: BufReader::new(file), next: None };
        sorted.advance()?;
        Ok(sorted)
    }

    /// Takes the next record.
    pub(super) fn advance(&mut self) -> Result<Option<Record>> {
        let line = next_line(&mut self.lines).with_context(|| cannot_use(&self.path))?;
        let next = line.map(|line| {
            let mut parts = line.splitn(4, '\t');
            let mut part = || parts.next().unwrap_or_default();
            let (key, at, group) = (part().to_owned(), part().parse()?, part().parse()?);
            anyhow::Ok(Record { key, at, group, value: serde_json::from_str(part())? })
        });
        let next = next.transpose().with_context(|| format!("{}; compare without --resume", cannot_use(&self.path)))?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

/// What two files have under one key.
pub(super) type Pair = (String, [Option<Record>; 2]);

/// Two files side by side, key by key.
pub(super) fn join(paths: &[PathBuf; 2]) -> Result<impl Iterator<Item = Result<Pair>> + use<>> {
    let mut sides = [Sorted::open(&paths[0])?, Sorted::open(&paths[1])?];
    Ok(std::iter::from_fn(move || {
        let key = sides.iter().filter_map(|side| Some(&side.next.as_ref()?.key)).min()?.clone();
        let [old, new] = sides.each_mut().map(|side| {
            let has_key = side.next.as_ref().is_some_and(|next| next.key == key);
            if has_key { side.advance() } else { Ok(None) }
        });
        Some(old.and_then(|old| Ok((key, [old, new?]))))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_into_memory_is_sorted_as_well_and_two_files_are_joined_key_by_key() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["old", "new"].map(|name| folder.path().join(name));
        for (path, step) in paths.iter().zip([1, 3]) {
            let mut sorter = Sorter::new(path, 500);
            let mut push = |number: u64, at| {
                sorter.push(&Record { key: format!("{number:05}"), at, group: 0, value: number.into() }).unwrap();
            };
            (0..300).rev().filter(|number| number % step == 0).for_each(|number| push(number, number));
            push(7, 400);
            assert!(sorter.runs.len() > 3);
            sorter.finish().unwrap();
        }
        let pairs: Vec<Pair> = join(&paths).unwrap().map(Result::unwrap).collect();
        assert!(pairs.is_sorted_by(|a, b| a.0 <= b.0) && pairs.len() == 301, "{}", pairs.len());
        let both = |key: &str| pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1[1].is_some());
        assert_eq!([both("00003"), both("00004"), both("00007")], [Some(true), Some(false), Some(true)]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left of the runs");
    }
}
