//! The least of HTTP/1.1 that a tool needs: prebuilt requests, and a reader of responses that discards their bodies.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How often a blocked connection checks its deadline.
const LOOK: Duration = Duration::from_millis(200);
/// How many bytes are read at a time.
const BUFFER: usize = 64 << 10;
/// A paced reader takes its bytes in so many steps a second.
const STEPS_PER_SECOND: u64 = 4;

/// A response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The lines of the head.
    pub head: String,
    /// The length of the body as sent.
    pub length: u64,
    /// The body, if requested.
    pub body: Vec<u8>,
}

/// A connection to the server.
pub struct Connection {
    stream: TcpStream,
    reader: BufReader<TimedStream>,
}

/// A stream that is read until a deadline, and at a bounded rate if there is one.
struct TimedStream {
    stream: TcpStream,
    until: Instant,
    bytes_per_second: Option<u64>,
    taken: u64,
}

/// A request without a body.
#[must_use]
pub fn get(target: &str, token: Option<&str>, headers: &[(&str, &str)]) -> Vec<u8> {
    request("GET", target, token, headers, None)
}

/// A request with a JSON document.
#[must_use]
pub fn post(target: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    request("POST", target, None, headers, Some(body))
}

fn request(method: &str, target: &str, token: Option<&str>, headers: &[(&str, &str)], body: Option<&str>) -> Vec<u8> {
    let mut head = format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    if let Some(token) = token {
        head.push_str(&format!("Authorization: Bearer {token}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if let Some(body) = body {
        head.push_str(&format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
    }
    format!("{head}\r\n{}", body.unwrap_or_default()).into_bytes()
}

impl Response {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(':'));
        headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }
}

impl Connection {
    /// Connects. Reading and writing fail with [`io::ErrorKind::TimedOut`] after `until`.
    ///
    /// # Errors
    /// When the server does not accept the connection.
    pub fn open(address: SocketAddr, until: Instant) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK))?;
        stream.set_write_timeout(Some(LOOK))?;
        let timed = TimedStream { stream: stream.try_clone()?, until, bytes_per_second: None, taken: 0 };
        Ok(Self { stream, reader: BufReader::with_capacity(BUFFER, timed) })
    }

    /// Reads at most so many bytes a second from now on.
    #[must_use]
    pub fn paced(mut self, bytes_per_second: u64) -> Self {
        self.reader.get_mut().bytes_per_second = Some(bytes_per_second);
        // What is read ahead counts, too.
        let step = usize::try_from(bytes_per_second / STEPS_PER_SECOND).unwrap_or(BUFFER).clamp(1, BUFFER);
        Self { reader: BufReader::with_capacity(step, self.reader.into_inner()), ..self }
    }

    /// How many bytes have come so far, heads included.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.reader.get_ref().taken
    }

    /// Moves the deadline.
    pub fn set_deadline(&mut self, until: Instant) {
        self.reader.get_mut().until = until;
    }

    /// Sends a request.
    ///
    /// # Errors
    /// When the server has closed the connection, or the deadline has passed.
    pub fn send(&mut self, request: &[u8]) -> io::Result<()> {
        let mut rest = request;
        while !rest.is_empty() {
            match self.stream.write(rest) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => rest = &rest[written..],
                Err(error) if is_timeout(&error) => fail_after(self.reader.get_ref().until)?,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Sends a request and reads the response; its body is discarded.
    ///
    /// # Errors
    /// When no well-formed response comes before the deadline.
    pub fn ask(&mut self, request: &[u8]) -> io::Result<Response> {
        self.send(request)?;
        read_response(&mut self.reader, false)
    }

    /// Sends a request and reads the response with its head and body.
    ///
    /// # Errors
    /// When no well-formed response comes before the deadline.
    pub fn fetch(&mut self, request: &[u8]) -> io::Result<Response> {
        self.send(request)?;
        read_response(&mut self.reader, true)
    }

    /// The socket, for uses beyond those of HTTP clients.
    #[must_use]
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.bytes_per_second.is_some() {
                fail_after(self.until)?;
            }
            match self.stream.read(buffer) {
                Ok(count) => {
                    let bytes = u64::try_from(count).unwrap_or(u64::MAX);
                    self.taken += bytes;
                    if let Some(rate) = self.bytes_per_second {
                        thread::sleep(Duration::from_micros(bytes.saturating_mul(1_000_000) / rate.max(1)));
                    }
                    return Ok(count);
                }
                Err(error) if is_timeout(&error) => fail_after(self.until)?,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Whether a blocking call gave up because its time-out passed.
#[must_use]
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn fail_after(until: Instant) -> io::Result<()> {
    if Instant::now() < until { Ok(()) } else { Err(io::ErrorKind::TimedOut.into()) }
}

/// Reads one response.
fn read_response(reader: &mut impl BufRead, keep_body: bool) -> io::Result<Response> {
    let mut line = String::new();
    read_line(reader, &mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| malformed("status line"))?;
    let mut response = Response { status, ..Response::default() };
    let (mut length, mut is_chunked) = (0, false);
    loop {
        read_line(reader, &mut line)?;
        if keep_body {
            response.head.push_str(&line);
            response.head.push('\n');
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().map_err(|_| malformed("Content-Length"))?;
            }
            Some((name, _)) if name.eq_ignore_ascii_case("transfer-encoding") => is_chunked = true,
            Some(_) => {}
            None if line.is_empty() => break,
            None => return Err(malformed("header line")),
        }
    }
    if is_chunked {
        loop {
            read_line(reader, &mut line)?;
            let length = u64::from_str_radix(&line, 16).map_err(|_| malformed("chunk length"))?;
            take(reader, length, &mut response, keep_body)?;
            read_line(reader, &mut line)?;
            if length == 0 {
                return Ok(response);
            }
        }
    }
    // It says how long the body would be.
    if status != 304 {
        take(reader, length, &mut response, keep_body)?;
    }
    Ok(response)
}

fn read_line(reader: &mut impl BufRead, line: &mut String) -> io::Result<()> {
    line.clear();
    if reader.read_line(line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end().len());
    Ok(())
}

fn take(reader: &mut impl BufRead, length: u64, response: &mut Response, keep_body: bool) -> io::Result<()> {
    let mut part = reader.take(length);
    let taken = if keep_body { io::copy(&mut part, &mut response.body) } else { io::copy(&mut part, &mut io::sink()) }?;
    response.length += taken;
    if taken == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a malformed {what}"))
}

#[cfg(test)]
mod tests;
