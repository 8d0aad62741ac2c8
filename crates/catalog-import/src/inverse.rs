//! What undoes a run: the records that it replaces, as they were, in the format of its own input.
//!
//! It is an ordinary delta, or ordinary records of links. It states no times: what is undone changes now, and clients
//! that ask for changes since some moment must see that.

mod products;

pub(crate) use products::ProductInverses;

use crate::export::{documents, record_without_times};
use crate::resolve::Resolved;
use crate::spool::private_file;
use catalog_domain::imports::PIECE_BYTES;
use catalog_domain::ports::{
    Cause, ImportSnapshot, OfferRecord, ProductRecord, StoredContent, StoredProduct, UNDO_BYTES,
};
use catalog_domain::values::SectionId;
use catalog_records::{DeletedDocument, RecordKind, Stored};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// The fastest level: most of the time of a run is the store's.
const LEVEL: i32 = 1;

/// How many bytes of lines are packed at once. Each such part is a frame of its own: that is faster than one long
/// stream, which would copy every line once more, and hardly larger.
const FRAME_BYTES: usize = 1 << 20;

/// Lines that are being written to a temporary file, until they are too many.
pub(crate) struct InverseWriter(
    /// `None` once they are more than can be stored.
    Option<Packer>,
);

struct Packer {
    lines: Vec<u8>,
    compressor: zstd::bulk::Compressor<'static>,
    /// Used again for every frame.
    frame: Vec<u8>,
    file: File,
    /// Those of the file.
    bytes: u64,
}

impl Packer {
    fn new() -> io::Result<Self> {
        let (compressor, file) = (zstd::bulk::Compressor::new(LEVEL)?, private_file()?);
        Ok(Self { lines: Vec::new(), compressor, frame: Vec::new(), file, bytes: 0 })
    }

    fn pack(&mut self) -> io::Result<()> {
        self.frame.clear();
        self.frame.reserve(zstd::zstd_safe::compress_bound(self.lines.len()));
        self.compressor.compress_to_buffer(&self.lines, &mut self.frame)?;
        self.lines.clear();
        self.file.write_all(&self.frame)?;
        self.bytes += self.frame.len() as u64;
        Ok(())
    }
}

impl InverseWriter {
    /// One without lines yet. That of a dry run takes none.
    ///
    /// # Errors
    /// When there is no temporary file.
    pub(crate) fn of_run(is_dry: bool) -> io::Result<Self> {
        Ok(Self(if is_dry { None } else { Some(Packer::new()?) }))
    }

    /// Whether lines are of any use.
    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn line(&mut self, document: &impl Serialize) -> io::Result<()> {
        self.add(|lines| serde_json::to_writer(lines, document))
    }

    fn add(&mut self, append: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>) -> io::Result<()> {
        let Some(packer) = &mut self.0 else { return Ok(()) };
        append(&mut packer.lines)?;
        packer.lines.push(b'\n');
        if packer.lines.len() >= FRAME_BYTES {
            packer.pack()?;
        }
        if packer.bytes > UNDO_BYTES {
            self.0 = None;
        }
        Ok(())
    }

    /// A product as it was. One that had lost its source id to another is switched off.
    pub(crate) fn product(&mut self, stored: &StoredProduct, content: StoredContent) -> io::Result<()> {
        if !self.is_open() {
            return Ok(());
        }
        match record(stored, content) {
            Some(record) => {
                let document = record_without_times(&record)?;
                self.add(|lines| document.append_to(lines))
            }
            None => self.deleted_product(&stored.stock_number),
        }
    }

    pub(crate) fn deleted_product(&mut self, stock_number: &str) -> io::Result<()> {
        self.line(&DeletedDocument::<Stored<'_>> {
            kind: RecordKind::Deleted,
            stock_number: Some(stock_number),
            hierarchy_id: None,
        })
    }

    fn deleted_section(&mut self, id: SectionId) -> io::Result<()> {
        self.line(&DeletedDocument::<Stored<'_>> {
            kind: RecordKind::Deleted,
            stock_number: None,
            hierarchy_id: Some(id.0),
        })
    }

    /// Everything but products. Types and warehouses that the run makes stay: nothing deletes one.
    pub(crate) fn reference_data(&mut self, resolved: &Resolved, snapshot: &ImportSnapshot) -> io::Result<()> {
        for written in &resolved.schemas.written_types {
            if let Some(stored) = snapshot.product_types.iter().find(|stored| stored.id == written.id) {
                self.line(&documents::product_type(stored))?;
            }
        }
        for written in &resolved.schemas.written_warehouses {
            if let Some(stored) = snapshot.warehouses.iter().find(|stored| stored.id == written.id) {
                self.line(&documents::warehouse(stored))?;
            }
        }
        for written in &resolved.sections.written {
            match snapshot.sections.binary_search_by_key(&written.id, |stored| stored.id) {
                Ok(at) => self.line(&documents::section(&snapshot.sections[at]))?,
                Err(_) => self.deleted_section(written.id)?,
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<Inverse> {
        let Some(mut packer) = self.0 else { return Ok(Inverse(None)) };
        // A run without lines can be undone, too: it has an empty frame.
        packer.pack()?;
        Ok(Inverse(Some(packer.file)))
    }
}

/// `None` of a product without a source id.
fn record(stored: &StoredProduct, content: StoredContent) -> Option<ProductRecord> {
    let StoredContent { name, full_name, url, primary_section, preview, filter_values, parts, type_id, offer } =
        content;
    let (fingerprint, commercial_updated_at) = (stored.fingerprints.offer, stored.commercial_updated_at);
    Some(ProductRecord {
        stock_number: stored.stock_number.clone(),
        source_id: stored.source_id?,
        is_active: stored.is_active,
        name,
        full_name,
        url,
        type_id,
        vendor: stored.vendor.as_deref().cloned(),
        sections: stored.sections.clone(),
        primary_section,
        preview,
        filter_values,
        parts,
        fingerprint: stored.fingerprints.record,
        content_updated_at: stored.content_updated_at,
        commercial_updated_at: None,
        time_sources: stored.time_sources,
        offer: Some(OfferRecord { offer, fingerprint, commercial_updated_at }),
    })
}

/// The packed lines; none where they would be too many.
pub(crate) struct Inverse(Option<File>);

impl Inverse {
    /// The pieces from the first one.
    pub(crate) fn pieces(&mut self) -> Pieces<'_> {
        let is_at_start = self.0.as_mut().map_or(Ok(()), File::rewind);
        Pieces { file: self.0.as_mut(), failure: is_at_start.err() }
    }
}

pub(crate) struct Pieces<'a> {
    file: Option<&'a mut File>,
    /// Why there is no first one.
    failure: Option<io::Error>,
}

impl Iterator for Pieces<'_> {
    type Item = Result<Vec<u8>, Cause>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(failure) = self.failure.take() {
            return Some(Err(failure.into()));
        }
        let mut piece = Vec::with_capacity(PIECE_BYTES);
        match self.file.as_mut()?.take(PIECE_BYTES as u64).read_to_end(&mut piece) {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece)),
            Err(error) => Some(Err(error.into())),
        }
    }
}
