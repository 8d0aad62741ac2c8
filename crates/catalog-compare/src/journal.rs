//! What is done and what was found, as lines of JSON in a file: a run that was killed continues from it, and the report
//! is made from it.
//!
//! Units of work have keys that sort in the order of the report. Each is done twice at most: the first time it yields
//! what seems to differ, the second time, for that only, what does. Memory holds a few bytes for each line; differences
//! stay in the file.

mod entry;

pub(crate) use entry::{Checked, Entry, FirstPass, ListPosition, PlannedSection, SampledProduct, Suspect};

use crate::difference::Difference;
use crate::error::CompareError;
use safe_output::private_files;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

const HEAD: &[u8] = b"{\"journal\"";

/// The journal of a run. Several threads write to it.
pub(crate) struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    file: File,
    length: u64,
    sections: Option<Vec<PlannedSection>>,
    done: BTreeMap<String, FirstPass>,
    /// Where the differences of each part of a unit are.
    checked: BTreeMap<(String, u64), u64>,
}

impl Journal {
    /// Opens the journal of an interrupted run, or begins one. Without a path it is a file that nobody sees.
    ///
    /// # Errors
    /// When it cannot be used, belongs to another command, or is no journal.
    pub(crate) fn open(path: Option<&Path>, identity: &Value) -> Result<Self, CompareError> {
        let shown = path.map_or_else(|| PathBuf::from("a temporary file"), Path::to_owned);
        let failed = CompareError::file(&shown);
        let file = match path {
            Some(path) => private_files::append(path),
            None => tempfile::tempfile(),
        };
        let file = file.map_err(&failed)?;
        let state = State { file, length: 0, sections: None, done: BTreeMap::new(), checked: BTreeMap::new() };
        let journal = Self { path: shown.clone(), state: Mutex::new(state) };
        let read = journal.lock().load(identity, &shown)?;
        if !read {
            journal.write(&Entry::Journal { identity: identity.clone() })?;
        }
        Ok(journal)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The planned sections, when they are known.
    pub(crate) fn sections(&self) -> Option<Vec<PlannedSection>> {
        self.lock().sections.clone()
    }

    /// What the first pass of a unit came to, when it is done.
    pub(crate) fn first_pass(&self, key: &str) -> Option<FirstPass> {
        self.lock().done.get(key).cloned()
    }

    /// Calls `each` with every unit whose first pass is done, by key.
    pub(crate) fn each_first_pass(&self, mut each: impl FnMut(&str, &FirstPass)) {
        self.lock().done.iter().for_each(|(key, done)| each(key, done));
    }

    /// Whether the second pass of a part of a unit is done.
    pub(crate) fn is_checked(&self, key: &str, part: u64) -> bool {
        self.lock().checked.contains_key(&(key.to_owned(), part))
    }

    /// Writes a line.
    pub(crate) fn write(&self, entry: &Entry) -> Result<(), CompareError> {
        let mut line = serde_json::to_vec(entry).map_err(|error| CompareError::input("journal", error.to_string()))?;
        line.push(b'\n');
        let mut state = self.lock();
        let position = state.length;
        state.file.write_all(&line).map_err(CompareError::file(&self.path))?;
        state.length += line.len() as u64;
        state.absorb(entry, position);
        Ok(())
    }

    /// Every difference, in the order of the report.
    pub(crate) fn each_difference(
        &self,
        mut each: impl FnMut((&str, u64), Difference) -> Result<(), CompareError>,
    ) -> Result<(), CompareError> {
        let positions: Vec<((String, u64), u64)> =
            self.lock().checked.iter().map(|(part, position)| (part.clone(), *position)).collect();
        for ((key, part), position) in positions {
            let entry = self.lock().read_at(position).map_err(CompareError::file(&self.path))?;
            let Some(Entry::Checked(Checked { differences, .. })) = entry else { continue };
            for difference in differences {
                each((&key, part), difference)?;
            }
        }
        Ok(())
    }
}

impl State {
    /// Reads what an earlier run has written. A line that was cut off by its end is dropped. Whether there was
    /// anything.
    fn load(&mut self, identity: &Value, path: &Path) -> Result<bool, CompareError> {
        let failed = CompareError::file(path);
        let refuse = |reason: &str| CompareError::input(path.display().to_string(), reason);
        let mut reader = BufReader::new(self.file.try_clone().map_err(&failed)?);
        reader.seek(SeekFrom::Start(0)).map_err(&failed)?;
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(&failed)?;
            if length == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|_| refuse("is no journal of a comparison"))?;
            match (&entry, self.length) {
                (Entry::Journal { identity: known }, 0) if known == identity => {}
                (Entry::Journal { .. }, _) => {
                    return Err(refuse("is the journal of a comparison with other arguments or another log"));
                }
                (_, 0) => return Err(refuse("is no journal of a comparison")),
                _ => {}
            }
            self.absorb(&entry, self.length);
            self.length += length as u64;
        }
        // A file of something else is not emptied.
        if self.length == 0 && !line.iter().zip(HEAD).all(|(byte, expected)| byte == expected) {
            return Err(refuse("is no journal of a comparison"));
        }
        self.file.set_len(self.length).map_err(&failed)?;
        self.file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(self.length > 0)
    }

    fn absorb(&mut self, entry: &Entry, position: u64) {
        match entry {
            Entry::Journal { .. } => {}
            Entry::Sections(sections) => self.sections = Some(sections.clone()),
            Entry::First { key, done } => drop(self.done.insert(key.clone(), done.clone())),
            Entry::Checked(Checked { key, part, .. }) => drop(self.checked.insert((key.clone(), *part), position)),
        }
    }

    fn read_at(&mut self, position: u64) -> std::io::Result<Option<Entry>> {
        self.file.seek(SeekFrom::Start(position))?;
        let mut line = Vec::new();
        BufReader::new(Read::by_ref(&mut self.file)).read_until(b'\n', &mut line)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(serde_json::from_slice(&line).ok())
    }
}

#[cfg(test)]
mod tests;
