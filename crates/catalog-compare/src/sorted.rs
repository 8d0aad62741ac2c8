//! Files of records that are sorted by key, of any size: what does not fit into memory is sorted in runs, and merged.

use crate::error::CompareError;
use safe_output::private_files;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::iter::Peekable;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// About how many bytes of records are in memory while a file is written.
pub(crate) const RUN_BYTES: usize = 64 << 20;

/// What a system responded about one thing: a product or section of a list, or all else of a response.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Within what its place counts: the section above one in a tree, else 0.
    pub(crate) group: i64,
    pub(crate) value: Value,
}

/// A line of a file: a key, a place, and what has them. Several lines may have one key; places sort them.
pub(crate) struct Keyed<T> {
    pub(crate) key: String,
    pub(crate) at: u64,
    pub(crate) record: T,
}

/// Collects records, and writes them sorted.
pub(crate) struct Sorter {
    path: PathBuf,
    run_bytes: usize,
    lines: Vec<String>,
    bytes: usize,
    runs: Vec<File>,
}

impl Sorter {
    /// For a file at `path`, which is there once it is finished.
    pub(crate) fn new(path: &Path, run_bytes: usize) -> Self {
        Self { path: path.to_owned(), run_bytes, lines: Vec::new(), bytes: 0, runs: Vec::new() }
    }

    /// Adds a record under a key without control characters.
    ///
    /// # Errors
    /// When a run cannot be written.
    pub(crate) fn push(&mut self, key: &str, at: u64, record: &impl Serialize) -> Result<(), CompareError> {
        let json = serde_json::to_string(record).map_err(|error| CompareError::file(&self.path)(error.into()))?;
        let line = format!("{key}\t{at:020}\t{json}\n");
        self.bytes += line.len();
        self.lines.push(line);
        if self.bytes >= self.run_bytes {
            let run = self.spill();
            self.runs.push(run.map_err(CompareError::file(&self.path))?);
        }
        Ok(())
    }

    /// Merges the runs.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), CompareError> {
        let path = self.path.clone();
        self.merge().map_err(CompareError::file(&path))
    }

    /// Writes what is in memory to an unnamed file beside the final one.
    fn spill(&mut self) -> io::Result<File> {
        self.lines.sort_unstable();
        let mut run = BufWriter::new(tempfile::tempfile_in(self.path.parent().unwrap_or(Path::new(".")))?);
        self.lines.drain(..).try_for_each(|line| run.write_all(line.as_bytes()))?;
        self.bytes = 0;
        let mut run = run.into_inner().map_err(io::IntoInnerError::into_error)?;
        run.rewind()?;
        Ok(run)
    }

    fn merge(&mut self) -> io::Result<()> {
        let last = self.spill()?;
        let mut runs: Vec<_> = self.runs.drain(..).chain([last]).map(BufReader::new).collect();
        let mut firsts = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            firsts.extend(next_line(run)?.map(|line| Reverse((line, number))));
        }
        let part = self.path.with_extension("part");
        let mut output = BufWriter::new(private_files::create(&part)?);
        while let Some(Reverse((line, number))) = firsts.pop() {
            output.write_all(line.as_bytes())?;
            firsts.extend(next_line(&mut runs[number])?.map(|line| Reverse((line, number))));
        }
        output.flush()?;
        std::fs::rename(part, &self.path)
    }
}

fn next_line(run: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    Ok((run.read_line(&mut line)? > 0).then_some(line))
}

/// Reads such a file.
pub(crate) struct Sorted<T> {
    path: PathBuf,
    lines: BufReader<File>,
    records: PhantomData<T>,
}

impl<T: DeserializeOwned> Sorted<T> {
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<Self, CompareError> {
        let file = File::open(path).map_err(CompareError::file(path))?;
        Ok(Self { path: path.to_owned(), lines: BufReader::new(file), records: PhantomData })
    }

    fn read(&mut self) -> io::Result<Option<Keyed<T>>> {
        let Some(line) = next_line(&mut self.lines)? else { return Ok(None) };
        let mut parts = line.splitn(3, '\t');
        let (Some(key), Some(at), Some(json)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let at = at.parse().map_err(io::Error::other)?;
        Ok(Some(Keyed { key: key.to_owned(), at, record: serde_json::from_str(json)? }))
    }
}

impl<T: DeserializeOwned> Iterator for Sorted<T> {
    type Item = Result<Keyed<T>, CompareError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().map_err(CompareError::file(&self.path)).transpose()
    }
}

/// What two files have under one key.
pub(crate) struct Pair {
    pub(crate) key: String,
    pub(crate) old: Option<Keyed<Record>>,
    pub(crate) new: Option<Keyed<Record>>,
}

/// Two files side by side, key by key.
pub(crate) struct Joined([Peekable<Sorted<Record>>; 2]);

impl Joined {
    /// # Errors
    /// When a file cannot be opened.
    pub(crate) fn open(paths: &[PathBuf; 2]) -> Result<Self, CompareError> {
        Ok(Self([Sorted::open(&paths[0])?.peekable(), Sorted::open(&paths[1])?.peekable()]))
    }
}

impl Iterator for Joined {
    type Item = Result<Pair, CompareError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self([old, new]) = self;
        let key_of = |side: &mut Peekable<Sorted<Record>>| match side.peek() {
            Some(Ok(keyed)) => Some(keyed.key.clone()),
            Some(Err(_)) => Some(String::new()),
            None => None,
        };
        let (old_key, new_key) = (key_of(old), key_of(new));
        let key = [&old_key, &new_key].into_iter().flatten().min()?.clone();
        let mut take = |side: usize, own: &Option<String>| {
            if own.as_ref() == Some(&key) { self.0[side].next().transpose() } else { Ok(None) }
        };
        let both = take(0, &old_key).and_then(|old| Ok((old, take(1, &new_key)?)));
        Some(both.map(|(old, new)| Pair { key, old, new }))
    }
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
            for number in (0..300).rev().filter(|number| number % step == 0) {
                sorter.push(&format!("{number:05}"), number, &Record { group: 0, value: number.into() }).unwrap();
            }
            sorter.push("00007", 400, &Record { group: 0, value: Value::Null }).unwrap();
            assert!(sorter.runs.len() > 3);
            sorter.finish().unwrap();
        }
        let pairs: Vec<Pair> = Joined::open(&paths).unwrap().map(Result::unwrap).collect();
        assert!(pairs.is_sorted_by(|a, b| a.key <= b.key) && pairs.len() == 301, "{}", pairs.len());
        let both = |key: &str| pairs.iter().find(|pair| pair.key == key).map(|pair| pair.new.is_some());
        assert_eq!([both("00003"), both("00004"), both("00007")], [Some(true), Some(false), Some(true)]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left of the runs");
    }
}
