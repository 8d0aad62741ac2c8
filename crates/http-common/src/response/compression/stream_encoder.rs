//! Encodes a body that is made piece by piece.

use super::coding::Coding;
use std::io::{self, Write};

/// How far back zstd looks, as the exponent of a power of two: with 128 KiB, an encoder takes less than a megabyte.
const ZSTD_WINDOW: u32 = 17;

/// The encoder of one body.
pub struct StreamEncoder(Inner);

enum Inner {
    Plain,
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
    Gzip(flate2::write::GzEncoder<Vec<u8>>),
}

impl StreamEncoder {
    /// An encoder in that coding, or in none.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(coding: Option<Coding>) -> io::Result<Self> {
        Ok(Self(match coding {
            None => Inner::Plain,
            Some(Coding::Zstd) => {
                let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1)?;
                encoder.window_log(ZSTD_WINDOW)?;
                Inner::Zstd(encoder)
            }
            Some(Coding::Gzip) => Inner::Gzip(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast())),
        }))
    }

    /// What is to be sent for `piece`, which can be decoded whole: nothing of it waits for the next one.
    pub fn encode(&mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        match &mut self.0 {
            Inner::Plain => Ok(piece),
            Inner::Zstd(encoder) => {
                encoder.write_all(&piece)?;
                encoder.flush()?;
                Ok(std::mem::take(encoder.get_mut()))
            }
            Inner::Gzip(encoder) => {
                encoder.write_all(&piece)?;
                encoder.flush()?;
                Ok(std::mem::take(encoder.get_mut()))
            }
        }
    }

    /// What is to be sent for the last piece.
    pub fn finish(mut self, piece: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut sent = self.encode(piece)?;
        sent.append(&mut match self.0 {
            Inner::Plain => Vec::new(),
            Inner::Zstd(encoder) => encoder.finish()?,
            Inner::Gzip(encoder) => encoder.finish()?,
        });
        Ok(sent)
    }
}

/// The decoder of a body in Zstandard that comes piece by piece.
pub struct StreamDecoder(zstd::stream::write::Decoder<'static, Vec<u8>>);

impl StreamDecoder {
    /// A decoder.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new() -> io::Result<Self> {
        Ok(Self(zstd::stream::write::Decoder::new(Vec::new())?))
    }

    /// What `piece` says, as far as it can be told.
    pub fn decode(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        self.0.write_all(piece)?;
        self.0.flush()?;
        Ok(std::mem::take(self.0.get_mut()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_was_sent_so_far_decodes_to_the_pieces_so_far() {
        for coding in [None, Some(Coding::Zstd), Some(Coding::Gzip)] {
            let mut encoder = StreamEncoder::new(coding).unwrap();
            let mut sent = encoder.encode(b"one\n".to_vec()).unwrap();
            assert_eq!(decoded(coding, &sent), "one\n", "{coding:?}");
            sent.extend(encoder.encode(b"two\n".repeat(100_000)).unwrap());
            sent.extend(encoder.finish(b"three\n".to_vec()).unwrap());
            assert_eq!(decoded(coding, &sent), format!("one\n{}three\n", "two\n".repeat(100_000)), "{coding:?}");
        }
    }

    /// As much as can be decoded of what may have been cut.
    fn decoded(coding: Option<Coding>, sent: &[u8]) -> String {
        let mut decoder: Box<dyn Read> = match coding {
            None => Box::new(sent),
            Some(Coding::Zstd) => Box::new(zstd::stream::read::Decoder::new(sent).unwrap()),
            Some(Coding::Gzip) => Box::new(flate2::read::GzDecoder::new(sent)),
        };
        let (mut text, mut buffer) = (Vec::new(), [0; 4_096]);
        while let Ok(length @ 1..) = decoder.read(&mut buffer) {
            text.extend_from_slice(&buffer[..length]);
        }
        String::from_utf8(text).unwrap()
    }
}
