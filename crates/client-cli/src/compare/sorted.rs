//! Files of JSON values that are sorted by key, of any size: runs that fit into memory are sorted, and merged.

use anyhow::{Context, Result};
use safe_output::private_files;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

/// About how many bytes of lines are in memory while a file is written.
pub(super) const RUN_BYTES: usize = 64 << 20;

/// The key of what the request with this number has under the name of an item; without a name, beside its items.
pub(super) fn key(request: usize, item: &str) -> String {
    // Numbers are in their order.
    let width = if item.is_empty() { 0 } else { 20 };
    format!("{request:010}{:>width$}", item.escape_debug().to_string())
}

/// Collects lines of different keys, and writes them sorted.
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

    pub(super) fn push(&mut self, key: &str, value: &Value) -> Result<()> {
        let line = format!("{key}\t{value}\n");
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
        let next_line = |(number, run): (usize, &mut BufReader<File>)| {
            let mut line = String::new();
            let read = run.read_line(&mut line)?;
            Ok::<_, io::Error>((read > 0).then_some(Reverse((line, number))))
        };
        let firsts: io::Result<Vec<_>> = self.runs.iter_mut().enumerate().map(next_line).collect();
        let mut firsts: BinaryHeap<_> = firsts?.into_iter().flatten().collect();
        let part = self.path.with_extension("part");
        let mut output = BufWriter::new(private_files::create(&part)?);
        while let Some(Reverse((line, number))) = firsts.pop() {
            output.write_all(line.as_bytes())?;
            firsts.extend(next_line((number, &mut self.runs[number]))?);
        }
        output.flush()?;
        std::fs::rename(part, &self.path)
    }
}

pub(super) fn cannot_use(path: &Path) -> String {
    format!("cannot use {}", path.display())
}

/// What two files have under one key; `Null` is nothing.
pub(super) struct Pair {
    /// The number of the request.
    pub(super) request: usize,
    pub(super) item: String,
    pub(super) sides: [Value; 2],
}

/// Two files side by side, key by key.
pub(super) fn join(paths: &[PathBuf; 2]) -> Result<impl Iterator<Item = Result<Pair>> + use<>> {
    let mut sides = [read(&paths[0])?.peekable(), read(&paths[1])?.peekable()];
    Ok(std::iter::from_fn(move || {
        // What cannot be read comes first.
        let keys = sides.iter_mut().filter_map(|side| Some(side.peek()?.as_ref().map_or("", |(key, _)| key)));
        let key = keys.min()?.to_owned();
        let [old, new] = sides.each_mut().map(|side| {
            let next = side.next_if(|next| next.as_ref().map_or(true, |(own, _)| *own == key));
            next.map_or(Ok(Value::Null), |next| next.map(|(_, value)| value))
        });
        let (request, item) = key.split_at_checked(10).unwrap_or_default();
        let (request, item) = (request.parse().unwrap_or(usize::MAX), item.trim_start().to_owned());
        Some(old.and_then(|old| Ok(Pair { request, item, sides: [old, new?] })))
    }))
}

fn read(path: &Path) -> Result<impl Iterator<Item = Result<(String, Value)>> + use<>> {
    let (file, path) = (File::open(path).with_context(|| cannot_use(path))?, path.to_owned());
    Ok(BufReader::new(file).lines().map(move |line| {
        let parse = |line: String| {
            let (key, value) = line.split_once('\t').unwrap_or_default();
            Ok((key.to_owned(), serde_json::from_str(value)?))
        };
        line.and_then(parse).with_context(|| format!("{}; compare without --resume", cannot_use(&path)))
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
            let mut push = |number: usize| sorter.push(&key(number, "x"), &number.into()).unwrap();
            (0..300).rev().filter(|number| number % step == 0).for_each(&mut push);
            assert!(sorter.runs.len() > 3);
            sorter.finish().unwrap();
        }
        let pairs: Vec<Pair> = join(&paths).unwrap().map(Result::unwrap).collect();
        assert_eq!((pairs.len(), &*pairs[0].item), (300, "x"));
        for (number, pair) in pairs.iter().enumerate() {
            let new = if number % 3 == 0 { number.into() } else { Value::Null };
            assert_eq!((pair.request, &pair.sides), (number, &[number.into(), new]));
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left of the runs");
    }
}
