//! The load generator: connections that are always busy, served by one thread.

use crate::percentiles::{Summary, Times};
use crate::process_info::family_processor_seconds;
use anyhow::{Context, bail, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Connections that are held open and always busy.
pub(crate) const CONNECTIONS: usize = 32;
/// Seconds without any response after which a server is given up.
const PATIENCE: Timespec = Timespec { tv_sec: 20, tv_nsec: 0 };
/// How many bytes are read at a time.
const BUFFER: usize = 256 << 10;
/// By how much the mean length of a response under load may differ from the mean of those that were checked: rounds are
/// short and responses of one row differ, but a 304 is not a page.
const LENGTH_TOLERANCE: f64 = 0.3;
/// The end of a body in chunks. JSON has no such bytes, and compressed bodies hardly ever.
const LAST_CHUNK: &[u8] = b"\r\n0\r\n\r\n";

/// What is requested from one server, again and again.
pub(crate) struct Load {
    pub(crate) process: u32,
    pub(crate) address: SocketAddr,
    pub(crate) requests: Vec<Vec<u8>>,
    pub(crate) status: u16,
    /// The mean length of a response, in bytes.
    pub(crate) response_length: f64,
    /// The mean length of a body, in bytes.
    pub(crate) body_length: f64,
}

/// What one server did in a round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) per_second: f64,
    pub(crate) times: Summary,
    /// Processor time of the server per response, in microseconds.
    pub(crate) processor: f64,
}

struct Busy {
    stream: TcpStream,
    sent: Instant,
    received: Vec<u8>,
}

impl Load {
    /// Requests for so long, beginning after a part of the requests.
    ///
    /// # Errors
    /// When a request fails, a response has another status than it should, or responses have another length.
    pub(crate) fn drive(&self, time: Duration, start: f64) -> anyhow::Result<Round> {
        let mut position = (self.requests.len() as f64 * start) as usize;
        let mut next = || {
            position = (position + 1) % self.requests.len();
            &self.requests[position][..]
        };
        let before = family_processor_seconds(self.process);
        let begun = Instant::now();
        let busy: anyhow::Result<Vec<Busy>> = (0..CONNECTIONS).map(|_| Busy::begin(self.address, next())).collect();
        let mut busy = busy?;
        let (mut buffer, mut times, mut bytes) = (vec![0; BUFFER], Times::default(), 0);
        while begun.elapsed() < time {
            let mut polled: Vec<_> = busy.iter().map(|it| PollFd::new(&it.stream, PollFlags::IN)).collect();
            ensure!(poll(&mut polled, Some(&PATIENCE))? > 0, "no response for {} s", PATIENCE.tv_sec);
            let ready: Vec<bool> = polled.iter().map(|it| !it.revents().is_empty()).collect();
            for (connection, _) in busy.iter_mut().zip(ready).filter(|(_, is_ready)| *is_ready) {
                if let Some(length) = connection.receive(&mut buffer, self.status)? {
                    times.push(connection.sent.elapsed());
                    bytes += length;
                    connection.send(next())?;
                }
            }
        }
        let seconds = begun.elapsed().as_secs_f64();
        let times = times.summary();
        let count = times.count as f64;
        ensure!(times.count > 0, "no response in {seconds:.1} s");
        let length = bytes as f64 / count;
        if (length / self.response_length - 1.0).abs() > LENGTH_TOLERANCE {
            bail!("responses have {length:.0} bytes under load, {:.0} one by one", self.response_length);
        }
        let processor = (family_processor_seconds(self.process) - before) * 1e6 / count;
        Ok(Round { per_second: count / seconds, times, processor })
    }
}

impl Busy {
    fn begin(address: SocketAddr, request: &[u8]) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| format!("connect to {address}"))?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let mut busy = Self { stream, sent: Instant::now(), received: Vec::new() };
        busy.send(request)?;
        Ok(busy)
    }

    /// Sends a request. It is small, and nothing else is in the way of it.
    fn send(&mut self, request: &[u8]) -> anyhow::Result<()> {
        self.received.clear();
        self.sent = Instant::now();
        self.stream.write_all(request).context("send a request")
    }

    /// Takes what has come. Gives the length of the response when it is whole.
    fn receive(&mut self, buffer: &mut [u8], status: u16) -> anyhow::Result<Option<usize>> {
        match self.stream.read(buffer) {
            Ok(0) => bail!("the server closed a connection"),
            Ok(count) => self.received.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error).context("read a response"),
        }
        let length = whole_length(&self.received, status)?;
        Ok(length.filter(|length| self.received.len() >= *length))
    }
}

/// The length of a response, as soon as it is known.
///
/// # Errors
/// When it has another status.
fn whole_length(received: &[u8], status: u16) -> anyhow::Result<Option<usize>> {
    let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { return Ok(None) };
    let (head, body) = (std::str::from_utf8(&received[..end])?, end + 4);
    let expected = format!("HTTP/1.1 {status} ");
    ensure!(head.starts_with(&expected), "{:?} instead of {status}", head.lines().next());
    if status == 304 {
        return Ok(Some(body));
    }
    let header = |name: &str| {
        let mut headers = head.lines().filter_map(|line| line.split_once(':'));
        headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    match header("content-length") {
        Some(length) => Ok(Some(body + length.parse::<usize>().context("Content-Length")?)),
        None => Ok(received.ends_with(LAST_CHUNK).then_some(received.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_whole_when_its_framing_says_so() {
        let sized = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n";
        let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel";
        for (received, status, expected) in [
            ("HTTP/1.1 200 OK\r\ncontent-le", 200, None),
            (sized, 200, Some(sized.len() + 5)),
            (chunked, 200, None),
            (&format!("{chunked}\r\n0\r\n\r\n"), 200, Some(chunked.len() + 7)),
            ("HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n", 304, Some(48)),
        ] {
            assert_eq!(whole_length(received.as_bytes(), status).unwrap(), expected, "{received}");
        }
        assert!(whole_length(sized.as_bytes(), 304).is_err());
    }
}
