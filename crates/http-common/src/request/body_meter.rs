//! Measures a body while it is received: how long it is, unpacked too, and its digests. Nothing of it is stored,
//! unpacking ends at the limit, and it is done in short steps, whatever the bytes unpack to.

use super::BodyError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catalog_domain::imports::PartEncoding;
use flate2::write::GzDecoder;
use sha2::{Digest, Sha256, Sha512};
use std::io::{self, Write};
use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};

/// The largest window of Zstandard that is unpacked, as a power of two: 8 MiB, which every level up to 19 keeps to.
const LARGEST_WINDOW: u32 = 23;

/// How many bytes are unpacked at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// After how many unpacked bytes a step ends: some milliseconds of work.
const STEP_BYTES: u64 = 1 << 20;

/// The digests that a body is declared to have as sent, in Base64.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeclaredDigests {
    /// The SHA-256.
    pub sha_256: Option<String>,
    /// The SHA-512.
    pub sha_512: Option<String>,
}

/// What a whole body is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredBody {
    /// Its bytes as sent.
    pub sent_bytes: u64,
    /// Its bytes when it is unpacked.
    pub content_bytes: u64,
    /// Whether the bytes as sent have the declared digests.
    pub is_as_declared: bool,
    /// The SHA-256 of the unpacked ones, in Base64; behind `offers ` of a table, once it was received.
    pub content_digest: String,
}

/// Measures one body.
pub struct BodyMeter {
    declared: DeclaredDigests,
    sent: (Option<Sha256>, Option<Sha512>),
    sent_bytes: u64,
    most_bytes: u64,
    unpacker: Unpacker,
}

enum Unpacker {
    Identity(Content),
    Gzip(Box<GzipMembers>),
    Zstandard(Box<ZstandardFrames>),
}

/// Members of gzip. Zeros after one pad it, as they do on tapes and in archives.
struct GzipMembers {
    decoder: GzDecoder<Content>,
    /// Whether the present member is whole.
    is_at_end: bool,
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
    /// Measures a body of that encoding with at most `most_bytes`, sent or unpacked, and the `declared` digests.
    ///
    /// # Errors
    /// When there is no memory to unpack with.
    pub fn new(encoding: PartEncoding, declared: DeclaredDigests, most_bytes: u64) -> io::Result<Self> {
        let content = Content::new(most_bytes);
        let unpacker = match encoding {
            PartEncoding::Identity => Unpacker::Identity(content),
            PartEncoding::Gzip => {
                Unpacker::Gzip(Box::new(GzipMembers { decoder: GzDecoder::new(content), is_at_end: false }))
            }
            PartEncoding::Zstandard => {
                let mut decoder = Decoder::new()?;
                decoder.set_parameter(DParameter::WindowLogMax(LARGEST_WINDOW))?;
                let buffer = Vec::with_capacity(BUFFER_BYTES);
                Unpacker::Zstandard(Box::new(ZstandardFrames { decoder, content, is_at_end: true, buffer }))
            }
        };
        let sent = (declared.sha_256.as_ref().map(|_| Sha256::new()), declared.sha_512.as_ref().map(|_| Sha512::new()));
        Ok(Self { declared, sent, sent_bytes: 0, most_bytes, unpacker })
    }

    /// Measures the next bytes, up to some that unpack to a mebibyte. Returns those that are left, which may be none
    /// while more comes out of the ones before; `None` when all were measured.
    ///
    /// # Errors
    /// [`BodyError::TooLarge`] and [`BodyError::Damaged`].
    pub fn add<'a>(&mut self, bytes: &'a [u8]) -> Result<Option<&'a [u8]>, BodyError> {
        if self.sent_bytes + bytes.len() as u64 > self.most_bytes {
            return Err(BodyError::TooLarge);
        }
        let unpacked = match &mut self.unpacker {
            Unpacker::Identity(content) => content.write_all(bytes).map(|()| None),
            Unpacker::Gzip(members) => members.unpack(bytes),
            Unpacker::Zstandard(frames) => frames.unpack(bytes),
        };
        let left = unpacked.map_err(|error| problem(&error))?;
        let measured = &bytes[..bytes.len() - left.map_or(0, <[u8]>::len)];
        self.sent_bytes += measured.len() as u64;
        if let Some(sha_256) = &mut self.sent.0 {
            sha_256.update(measured);
        }
        if let Some(sha_512) = &mut self.sent.1 {
            sha_512.update(measured);
        }
        Ok(left)
    }

    /// Whether the body was whole, and what it was.
    ///
    /// # Errors
    /// [`BodyError::Damaged`] when it is cut off.
    pub fn finish(self) -> Result<MeasuredBody, BodyError> {
        let content = match self.unpacker {
            Unpacker::Identity(content) => content,
            // An empty body is not damaged: it is empty.
            Unpacker::Gzip(_) if self.sent_bytes == 0 => Content::new(self.most_bytes),
            Unpacker::Gzip(members) => members.decoder.finish().map_err(|error| problem(&error))?,
            Unpacker::Zstandard(frames) if frames.is_at_end => frames.content,
            Unpacker::Zstandard(_) => return Err(BodyError::Damaged),
        };
        let sent = DeclaredDigests {
            sha_256: self.sent.0.map(|sha_256| STANDARD.encode(sha_256.finalize())),
            sha_512: self.sent.1.map(|sha_512| STANDARD.encode(sha_512.finalize())),
        };
        Ok(MeasuredBody {
            sent_bytes: self.sent_bytes,
            content_bytes: content.bytes,
            is_as_declared: sent == self.declared,
            content_digest: STANDARD.encode(content.digest.finalize()),
        })
    }
}

impl GzipMembers {
    /// One step: the bytes that are left.
    fn unpack<'a>(&mut self, mut bytes: &'a [u8]) -> io::Result<Option<&'a [u8]>> {
        let end = self.decoder.get_ref().bytes + STEP_BYTES;
        while !bytes.is_empty() {
            if self.decoder.get_ref().bytes >= end {
                return Ok(Some(bytes));
            }
            if self.is_at_end {
                let Some(start) = bytes.iter().position(|byte| *byte != 0) else { return Ok(None) };
                bytes = &bytes[start..];
                let content = std::mem::replace(self.decoder.get_mut(), Content::new(0));
                *self = Self { decoder: GzDecoder::new(content), is_at_end: false };
            }
            match self.decoder.write(bytes)? {
                0 => {
                    self.decoder.try_finish()?;
                    self.is_at_end = true;
                }
                length => bytes = &bytes[length..],
            }
        }
        Ok(None)
    }
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

fn problem(error: &io::Error) -> BodyError {
    if error.kind() == io::ErrorKind::FileTooLarge { BodyError::TooLarge } else { BodyError::Damaged }
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

    fn measure(encoding: PartEncoding, body: &[u8], most: u64, chunk: usize) -> Result<MeasuredBody, BodyError> {
        let mut meter = BodyMeter::new(encoding, DeclaredDigests::default(), most).unwrap();
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
            Unpacker::Gzip(members) => members.decoder.get_ref().bytes,
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
            assert_eq!(measure(encoding, &body, 1 << 20, 7).unwrap(), whole);
            assert_eq!(measure(encoding, &twice, 1 << 20, 1_000).unwrap().content_bytes, 2 * text.len() as u64);
            assert_eq!(measure(encoding, &[], 1 << 20, 1).unwrap().content_bytes, 0);
        }
    }

    #[test]
    fn zeros_after_gzip_are_padding() {
        let body = packed(PartEncoding::Gzip, b"line\n");
        let padding = vec![0; 700];
        for (padded, content_bytes) in
            [([&*body, &padding].concat(), 5), ([&*body, &padding, &body, &padding[..1]].concat(), 10)]
        {
            for chunk in [1, 7, 64, padded.len()] {
                let measured = measure(PartEncoding::Gzip, &padded, 1 << 20, chunk).unwrap();
                assert_eq!((measured.sent_bytes, measured.content_bytes), (padded.len() as u64, content_bytes));
            }
        }
        for bad in [&padding, &[&*padding, &body].concat(), &[&*body, &padding, b"x"].concat()] {
            assert!(matches!(measure(PartEncoding::Gzip, bad, 1 << 20, 64), Err(BodyError::Damaged)));
        }
    }

    #[test]
    fn a_body_has_to_have_every_digest_that_is_declared() {
        let (right, wrong) = (b"line\n", b"other\n");
        let sha_256 = |text: &[u8]| Some(STANDARD.encode(Sha256::digest(text)));
        let sha_512 = |text: &[u8]| Some(STANDARD.encode(Sha512::digest(text)));
        for (sha_256, sha_512, expected) in [
            (None, None, true),
            (sha_256(right), None, true),
            (None, sha_512(right), true),
            (sha_256(right), sha_512(right), true),
            (sha_256(wrong), sha_512(right), false),
            (None, sha_512(wrong), false),
        ] {
            let declared = DeclaredDigests { sha_256, sha_512 };
            let mut meter = BodyMeter::new(PartEncoding::Identity, declared.clone(), 99).unwrap();
            meter.add(right).unwrap();
            assert_eq!(meter.finish().unwrap().is_as_declared, expected, "{declared:?}");
        }
    }

    #[test]
    fn a_body_that_is_cut_off_or_something_else_is_damaged() {
        for encoding in [PartEncoding::Gzip, PartEncoding::Zstandard] {
            let body = packed(encoding, &b"line\n".repeat(9_000));
            for bad in [&body[..body.len() - 1], &body[..5], b"{}\n{}\n{}\n{}\n", &[&*body, b"x"].concat()] {
                let measured = measure(encoding, bad, 1 << 20, 64);
                assert!(matches!(measured, Err(BodyError::Damaged)), "{encoding:?} {}", bad.len());
            }
        }
    }

    #[test]
    fn a_bomb_is_stopped_at_the_limit_and_so_is_what_unpacks_to_nothing() {
        for encoding in ALL {
            let bomb = packed(encoding, &vec![0; 64 << 20]);
            assert!(matches!(measure(encoding, &bomb, 1 << 20, 4_096), Err(BodyError::TooLarge)), "{encoding:?}");
            let allowed = measure(encoding, &bomb, 64 << 20, bomb.len()).unwrap();
            assert_eq!((allowed.sent_bytes, allowed.content_bytes), (bomb.len() as u64, 64 << 20), "in many steps");
            let exact = packed(encoding, &vec![0; 1 << 20]);
            assert!(measure(encoding, &exact, 1 << 20, 4_096).is_ok());
        }
        let skipped = [&0x184d_2a50_u32.to_le_bytes()[..], &900_u32.to_le_bytes(), &[0; 900]].concat();
        assert!(measure(PartEncoding::Zstandard, &skipped, 1 << 20, 64).is_ok());
        let measured = measure(PartEncoding::Zstandard, &skipped.repeat(2_000), 1 << 20, 4_096);
        assert!(matches!(measured, Err(BodyError::TooLarge)));
    }
}
