//! A small HTTP client that checks what the load tool cannot: one connection, one request at a time, bodies decoded.

use anyhow::{Context, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection that is kept.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
}

/// What a server answered.
pub(crate) struct Answer {
    /// The status.
    pub(crate) status: u16,
    /// The headers, names in lower case.
    headers: Vec<(String, String)>,
    /// The body as it came.
    pub(crate) body: Vec<u8>,
    /// The length of the head.
    head_length: usize,
}

impl Client {
    /// # Errors
    /// When nobody listens at `address`.
    pub(crate) fn connect(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Self { reader: BufReader::with_capacity(1 << 16, stream) })
    }

    /// Reads something.
    ///
    /// # Errors
    /// When no well-formed answer comes.
    pub(crate) fn get(&mut self, target: &str, headers: &[(&str, &str)]) -> anyhow::Result<Answer> {
        self.request("GET", target, headers, "")
    }

    /// Sends a JSON document.
    ///
    /// # Errors
    /// When no well-formed answer comes.
    pub(crate) fn post(&mut self, target: &str, body: &Value) -> anyhow::Result<Answer> {
        self.request("POST", target, &[("Content-Type", "application/json")], &body.to_string())
    }

    fn request(&mut self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> anyhow::Result<Answer> {
        let mut head = format!("{method} {target} HTTP/1.1\r\nHost: benchmark\r\n");
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let text = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        self.reader.get_mut().write_all(text.as_bytes())?;
        self.answer().with_context(|| format!("{method} {target}"))
    }

    fn answer(&mut self) -> anyhow::Result<Answer> {
        let mut head_length = 0;
        let mut line = |reader: &mut BufReader<TcpStream>| -> anyhow::Result<String> {
            let mut line = String::new();
            head_length += reader.read_line(&mut line)?;
            Ok(line.trim_end().to_owned())
        };
        let first = line(&mut self.reader)?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let Some(status) = status else { bail!("no status line but {first:?}") };
        let mut headers = Vec::new();
        loop {
            let line = line(&mut self.reader)?;
            match line.split_once(':') {
                Some((name, value)) => headers.push((name.to_lowercase(), value.trim().to_owned())),
                None if line.is_empty() => break,
                None => bail!("no header line but {line:?}"),
            }
        }
        let mut answer = Answer { status, headers, body: Vec::new(), head_length };
        answer.body = self.body(&answer)?;
        Ok(answer)
    }

    fn body(&mut self, head: &Answer) -> anyhow::Result<Vec<u8>> {
        if head.header("transfer-encoding") == Some("chunked") {
            return self.chunks();
        }
        let length = match head.header("content-length") {
            _ if head.status == 304 => 0,
            Some(length) => length.parse().context("Content-Length")?,
            None => bail!("neither Content-Length nor chunks"),
        };
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok(body)
    }

    fn chunks(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            self.reader.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim(), 16).with_context(|| format!("chunk length {line:?}"))?;
            let start = body.len();
            body.resize(start + length, 0);
            self.reader.read_exact(&mut body[start..])?;
            self.reader.read_exact(&mut [0; 2])?;
            if length == 0 {
                return Ok(body);
            }
        }
    }
}

impl Answer {
    /// The header of that name, in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// How many bytes came in all, those of the framing of chunks excepted.
    pub(crate) fn length(&self) -> usize {
        self.head_length + self.body.len()
    }

    /// The body without its content coding.
    ///
    /// # Errors
    /// When it is not what its coding says, or the coding was not asked for.
    pub(crate) fn decoded(&self) -> anyhow::Result<Vec<u8>> {
        let mut decoded = Vec::new();
        match self.header("content-encoding") {
            None => decoded.extend_from_slice(&self.body),
            Some("gzip") => drop(flate2::read::GzDecoder::new(&self.body[..]).read_to_end(&mut decoded)?),
            Some("br") => drop(brotli::Decompressor::new(&self.body[..], 1 << 16).read_to_end(&mut decoded)?),
            Some("zstd") => decoded = zstd::decode_all(&self.body[..])?,
            Some(other) => bail!("the content coding {other:?} was not asked for"),
        }
        Ok(decoded)
    }

    /// The body of a success as JSON: v1 says only inside that something went wrong.
    ///
    /// # Errors
    /// When it is neither a success nor JSON.
    pub(crate) fn json(&self) -> anyhow::Result<Value> {
        let body = self.decoded()?;
        let excerpt = || String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned();
        let value: Value = serde_json::from_slice(&body).with_context(|| format!("no JSON: {}", excerpt()))?;
        if self.status != 200 || value["status"] != true {
            bail!("status {}: {}", self.status, excerpt());
        }
        Ok(value)
    }
}
