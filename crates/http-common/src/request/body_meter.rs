//! Measures a body while it is received: how long it is, unpacked too, and its digests. Nothing of it is stored,
//! unpacking ends at the limit, and it is done in short steps, whatever the bytes unpack to.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catalog_domain::imports::PartEncoding;
use flate2::write::MultiGzDecoder;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};

/// The largest window of Zstandard that is unpacked, as a power of two: 8 MiB, which every level up to 19 keeps to.
const LARGEST_WINDOW: u32 = 23;

/// How many bytes are unpacked at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// After how many unpacked bytes a step ends: some milliseconds of work.
const STEP_BYTES: u64 = 1 << 20;

/// What is wrong with a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyProblem {
    /// It has more bytes than it may have, sent or unpacked.
    #[error("the body has too many bytes")]
    TooLarge,
    /// It is not packed as it says, or cut off.
    #[error("the body is not packed as Content-Encoding says, or damaged")]
    Damaged,
}

/// What a whole body is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredBody {
    /// Its bytes as sent.
    pub sent_bytes: u64,
    /// Its bytes when it is unpacked.
    pub content_bytes: u64,
    /// The SHA-256 of the bytes as sent, in Base64.
    pub sent_digest: String,
    /// The SHA-256 of the unpacked ones, in Base64.
    pub content_digest: String,
}

/// Measures one body.
pub struct BodyMeter {
    sent: Sha256,
    sent_bytes: u64,
    most_bytes: u64,
    unpacker: Unpacker,
}

enum Unpacker {
    Identity(Content),
    Gzip(Box<MultiGzDecoder<Content>>),
    Zstandard(Box<ZstandardFrames>),
}

/// Frames of Zstandard. The end of the last one has to be seen: a decoder is content with a body that is cut off.
struct ZstandardFrames {
    decoder: Decoder<'static>,
    content: Content,
    is_at_end: bool,
    buffer: Vec<u8>,
}

/// The unpacked bytes, which are counted and dropped.
struct Content {
    digest: Sha256,
    bytes: u64,
    most_bytes: u64,
}

impl BodyMeter {
    /// Measures a body of that encoding with at most `most_bytes`, sent or unpacked.
    ///
    /// # Errors
    /// When there is no memory to unpack with.
    pub fn new(encoding: PartEncoding, most_bytes: u64) -> io::Result<Self> {
        let content = Content::new(most_bytes);
        let unpacker = match encoding {
            PartEncoding::Identity => Unpacker::Identity(content),
            PartEncoding::Gzip => Unpacker::Gzip(Box::new(MultiGzDecoder::new(content))),
            PartEncoding::Zstandard => {
                let mut decoder = Decoder::new()?;
                decoder.set_parameter(DParameter::WindowLogMax(LARGEST_WINDOW))?;
                let buffer = Vec::with_capacity(BUFFER_BYTES);
                Unpacker::Zstandard(Box::new(ZstandardFrames { decoder, content, is_at_end: true, buffer }))
            }
        };
        Ok(Self { sent: Sha256::new(), sent_bytes: 0, most_bytes, unpacker })
    }

    /// Measures the next bytes, up to some that unpack to a mebibyte. Returns those that are left, which may be none
    /// while more comes out of the ones before; `None` when all were measured.
    ///
    /// # Errors
    /// [`BodyProblem`].
    pub fn add<'a>(&mut self, bytes: &'a [u8]) -> Result<Option<&'a [u8]>, BodyProblem> {
        if self.sent_bytes + bytes.len() as u64 > self.most_bytes {
            return Err(BodyProblem::TooLarge);
        }
        let unpacked = match &mut self.unpacker {
            Unpacker::Identity(content) => content.write_all(bytes).map(|()| None),
            Unpacker::Gzip(decoder) => unpack_gzip(decoder, bytes),
            Unpacker::Zstandard(frames) => frames.unpack(bytes),
        };
        let left = unpacked.map_err(|error| problem(&error))?;
        let measured = &bytes[..bytes.len() - left.map_or(0, <[u8]>::len)];
        self.sent_bytes += measured.len() as u64;
        self.sent.update(measured);
        Ok(left)
    }

    /// Whether the body was whole, and what it was.
    ///
    /// # Errors
    /// [`BodyProblem::Damaged`] when it is cut off.
    pub fn finish(self) -> Result<MeasuredBody, BodyProblem> {
        let content = match self.unpacker {
            Unpacker::Identity(content) => content,
            // An empty body is not damaged: it is empty.
            Unpacker::Gzip(_) if self.sent_bytes == 0 => Content::new(self.most_bytes),
            Unpacker::Gzip(decoder) => decoder.finish().map_err(|error| problem(&error))?,
            Unpacker::Zstandard(frames) if frames.is_at_end => frames.content,
            Unpacker::Zstandard(_) => return Err(BodyProblem::Damaged),
        };
        Ok(MeasuredBody {
            sent_bytes: self.sent_bytes,
            content_bytes: content.bytes,
            sent_digest: STANDARD.encode(self.sent.finalize()),
            content_digest: STANDARD.encode(content.digest.finalize()),
        })
    }
}

/// One step: the bytes that are left.
fn unpack_gzip<'a>(decoder: &mut MultiGzDecoder<Content>, mut bytes: &'a [u8]) -> io::Result<Option<&'a [u8]>> {
    let end = decoder.get_ref().bytes + STEP_BYTES;
    while !bytes.is_empty() {
        if decoder.get_ref().bytes >= end {
            return Ok(Some(bytes));
        }
        match decoder.write(bytes)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            length => bytes = &bytes[length..],
        }
    }
    Ok(None)
}

impl ZstandardFrames {
    /// One step: the bytes that are left.
    fn unpack<'a>(&mut self, bytes: &'a [u8]) -> io::Result<Option<&'a [u8]>> {
        let mut input = InBuffer::around(bytes);
        let end = self.content.bytes + STEP_BYTES;
        loop {
            self.buffer.clear();
            let mut output = OutBuffer::around(&mut self.buffer);
            self.is_at_end = self.decoder.run(&mut input, &mut output)? == 0;
            let is_full = output.pos() == output.capacity();
            self.content.write_all(&self.buffer)?;
            if input.pos == bytes.len() && (self.is_at_end || !is_full) {
                return Ok(None);
            }
            if self.content.bytes >= end {
                return Ok(Some(&bytes[input.pos..]));
            }
        }
    }
}

impl Content {
    fn new(most_bytes: u64) -> Self {
        Self { digest: Sha256::new(), bytes: 0, most_bytes }
    }
}

impl Write for Content {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if self.bytes > self.most_bytes {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn problem(error: &io::Error) -> BodyProblem {
    if error.kind() == io::ErrorKind::FileTooLarge { BodyProblem::TooLarge } else { BodyProblem::Damaged }
}

impl std::fmt::Debug for BodyMeter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BodyMeter").field("sent_bytes", &self.sent_bytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [PartEncoding; 3] = PartEncoding::ALL;

    fn packed(encoding: PartEncoding, text: &[u8]) -> Vec<u8> {
        match encoding {
            PartEncoding::Identity => text.to_vec(),
            PartEncoding::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
            PartEncoding::Zstandard => zstd::bulk::compress(text, 1).unwrap(),
        }
    }

    fn measure(encoding: PartEncoding, body: &[u8], most: u64, chunk: usize) -> Result<MeasuredBody, BodyProblem> {
        let mut meter = BodyMeter::new(encoding, most).unwrap();
        for bytes in body.chunks(chunk) {
            let mut left = Some(bytes);
            while let Some(bytes) = left {
                let before = unpacked(&meter);
                left = meter.add(bytes)?;
                let most = if encoding == PartEncoding::Identity { chunk as u64 } else { STEP_BYTES + (64 << 10) };
                assert!(unpacked(&meter) - before <= most, "a step is short, whatever comes");
            }
        }
        meter.finish()
    }

    fn unpacked(meter: &BodyMeter) -> u64 {
        match &meter.unpacker {
            Unpacker::Identity(content) => content.bytes,
            Unpacker::Gzip(decoder) => decoder.get_ref().bytes,
            Unpacker::Zstandard(frames) => frames.content.bytes,
        }
    }

    #[test]
    fn a_body_has_one_content_however_it_is_packed_and_cut() {
        let text = "{\"type\": \"section\"}\n".repeat(9_000).into_bytes();
        for encoding in ALL {
            let body = packed(encoding, &text);
            let twice = [body.clone(), body.clone()].concat();
            let whole = measure(encoding, &body, 1 << 20, body.len()).unwrap();
            assert_eq!((whole.sent_bytes, whole.content_bytes), (body.len() as u64, text.len() as u64));
            assert_eq!(whole.content_digest, STANDARD.encode(Sha256::digest(&text)));
            assert_eq!(whole.sent_digest, STANDARD.encode(Sha256::digest(&body)));
            assert_eq!(measure(encoding, &body, 1 << 20, 7).unwrap(), whole);
            assert_eq!(measure(encoding, &twice, 1 << 20, 1_000).unwrap().content_bytes, 2 * text.len() as u64);
            assert_eq!(measure(encoding, &[], 1 << 20, 1).unwrap().content_bytes, 0);
        }
    }

    #[test]
    fn a_body_that_is_cut_off_or_something_else_is_damaged() {
        for encoding in [PartEncoding::Gzip, PartEncoding::Zstandard] {
            let body = packed(encoding, &b"line\n".repeat(9_000));
            for bad in [&body[..body.len() - 1], &body[..5], b"{}\n{}\n{}\n{}\n", &[&*body, b"x"].concat()] {
                assert_eq!(
                    measure(encoding, bad, 1 << 20, 64),
                    Err(BodyProblem::Damaged),
                    "{encoding:?} {}",
                    bad.len()
                );
            }
        }
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit_and_so_is_what_unpacks_to_nothing() {
        for encoding in ALL {
            let bomb = packed(encoding, &vec![0; 64 << 20]);
            assert_eq!(measure(encoding, &bomb, 1 << 20, 4_096), Err(BodyProblem::TooLarge), "{encoding:?}");
            let allowed = measure(encoding, &bomb, 64 << 20, bomb.len()).unwrap();
            assert_eq!((allowed.sent_bytes, allowed.content_bytes), (bomb.len() as u64, 64 << 20), "in many steps");
            let exact = packed(encoding, &vec![0; 1 << 20]);
            assert!(measure(encoding, &exact, 1 << 20, 4_096).is_ok());
        }
        let skipped = [&0x184d_2a50_u32.to_le_bytes()[..], &900_u32.to_le_bytes(), &[0; 900]].concat();
        assert!(measure(PartEncoding::Zstandard, &skipped, 1 << 20, 64).is_ok());
        assert_eq!(
            measure(PartEncoding::Zstandard, &skipped.repeat(2_000), 1 << 20, 4_096),
            Err(BodyProblem::TooLarge)
        );
    }
}
