//! The lines of all inputs of a run as text, each with its location; invalid lines become diagnostics.

use crate::diagnostic::{Diagnostics, Location, RecordDiagnostic};
use crate::error::ImportError;
use crate::input::{ImportInput, Line, Lines};
use crate::observer::ImportObserver;
use crate::options::ImportLimits;
use catalog_domain::ports::StoreError;
use std::io;

/// A line that is not blank.
pub(crate) struct TextLine<'a> {
    pub(crate) location: Location,
    pub(crate) text: &'a str,
}

/// Reads all inputs one after the other.
pub(crate) struct LineReader<'a> {
    /// Inputs still to be read, the next one last.
    waiting: Vec<ImportInput>,
    current: Option<(String, Lines)>,
    file: u32,
    /// Bytes of blank lines that the present input may still have. Every record adds its own length.
    blank_bytes_left: u64,
    limits: ImportLimits,
    observer: &'a dyn ImportObserver,
}

/// The result of reading one line.
enum Read {
    Text,
    Skip,
    End,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(mut inputs: Vec<ImportInput>, limits: ImportLimits, observer: &'a dyn ImportObserver) -> Self {
        inputs.reverse();
        Self { waiting: inputs, current: None, file: 0, blank_bytes_left: 0, limits, observer }
    }

    /// The next line; `None` after the last one, and once there are enough diagnostics.
    pub(crate) fn next(&mut self, diagnostics: &mut Diagnostics) -> Result<Option<TextLine<'_>>, ImportError> {
        loop {
            if self.observer.wants_stop() {
                return Err(ImportError::Stopped);
            }
            if !self.is_open() {
                return Ok(None);
            }
            if diagnostics.is_full() {
                diagnostics.stop();
                return Ok(None);
            }
            let read = if diagnostics.gave_up(self.file) { Read::End } else { self.read(diagnostics)? };
            match read {
                Read::Text => break,
                Read::Skip => {}
                Read::End => {
                    self.current = None;
                    self.file += 1;
                }
            }
        }
        self.observer.did(1);
        Ok(self.current.as_ref().and_then(|(_, lines)| {
            let text = std::str::from_utf8(lines.last()).ok()?;
            Some(TextLine { location: Location { file: self.file, line: lines.number() }, text })
        }))
    }

    /// Opens the next input if necessary; false when all have been read.
    fn is_open(&mut self) -> bool {
        if self.current.is_none() {
            let maximum = self.limits.maximum_line_bytes;
            self.current = self.waiting.pop().map(|input| (input.name().to_owned(), Lines::new(input, maximum)));
            self.blank_bytes_left = self.limits.maximum_blank_bytes;
        }
        self.current.is_some()
    }

    fn read(&mut self, diagnostics: &mut Diagnostics) -> Result<Read, ImportError> {
        let Some((name, lines)) = &mut self.current else { return Ok(Read::End) };
        let before = lines.number();
        let location = Location { file: self.file, line: before + 1 };
        let diagnostic = match lines.next() {
            Ok(None) => return Ok(Read::End),
            Ok(Some(Line::Bytes(_))) => {
                let length = lines.length();
                match std::str::from_utf8(lines.last()) {
                    Ok(text) if text.trim_ascii().is_empty() => {
                        let Some(left) = self.blank_bytes_left.checked_sub(length) else {
                            diagnostics
                                .add(location, RecordDiagnostic::new("", too_blank(self.limits.maximum_blank_bytes)));
                            return Ok(Read::End);
                        };
                        self.blank_bytes_left = left;
                        return Ok(Read::Skip);
                    }
                    Ok(text) if text.starts_with('\u{feff}') => JOINED.to_owned(),
                    Ok(_) => {
                        self.blank_bytes_left = self.blank_bytes_left.saturating_add(length);
                        return Ok(Read::Text);
                    }
                    Err(error) => format!(
                        "not valid UTF-8 after {} bytes of the line: save the file in UTF-8, not in Windows-1251 or the like",
                        error.valid_up_to()
                    ),
                }
            }
            Ok(Some(Line::TooLong)) => format!("the line is longer than {} bytes", self.limits.maximum_line_bytes),
            Ok(Some(Line::StillTooLong)) => return Ok(Read::Skip),
            Ok(Some(Line::Foreign(foreign))) => {
                diagnostics.add(location, RecordDiagnostic::new("", foreign));
                return Ok(Read::End);
            }
            Ok(Some(Line::Endless)) => {
                let location = Location { file: self.file, line: before };
                diagnostics.add(
                    location,
                    RecordDiagnostic::new("", "the line does not end: the rest of the file was not read"),
                );
                return Ok(Read::End);
            }
            Err(error) => match error.downcast::<StoreError>() {
                // Whatever unpacks the bytes of a store passes its failures on.
                Ok(failure) => return Err(ImportError::Store(failure)),
                Err(error) if is_damage(&error) => {
                    let message = format!("the compressed file is cut off or damaged in or before this line: {error}");
                    diagnostics.add(location, RecordDiagnostic::new("", message));
                    return Ok(Read::End);
                }
                Err(source) => return Err(ImportError::Read { file: name.clone(), line: before, source }),
            },
        };
        diagnostics.add(location, RecordDiagnostic::new("", diagnostic));
        Ok(Read::Skip)
    }
}

/// Of a line after the first one: before that, the mark is skipped.
const JOINED: &str = "the line begins with a byte order mark: where files are joined, it has to go from the later ones";

fn too_blank(maximum_bytes: u64) -> String {
    format!(
        "the file has over {maximum_bytes} bytes more of blank lines than of records: the rest of the file was not read"
    )
}

/// Whether the content of a file is at fault, as opposed to the disk or the system.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    // Errors of the system have a number; those of a decompressor have none.
    error.raw_os_error().is_none() && matches!(error.kind(), InvalidData | InvalidInput | Other | UnexpectedEof)
}
