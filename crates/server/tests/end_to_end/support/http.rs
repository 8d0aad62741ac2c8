//! A small HTTP client: one connection, requests one after the other, bodies of known length.

use super::DEADLINE;
use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};

/// A response of the server.
#[derive(Debug)]
pub(crate) struct TestResponse {
    /// The status.
    pub(crate) status: u16,
    /// The headers, names in lower case.
    headers: Vec<(String, String)>,
    /// The body.
    pub(crate) body: String,
}

impl TestResponse {
    /// The header of that name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A connection that is kept open between requests.
pub(crate) struct Connection {
    reader: BufReader<TcpStream>,
}

impl Connection {
    /// Connects; fails when there is no listener.
    pub(crate) fn open(address: &str) -> std::io::Result<Self> {
        Self::over(TcpStream::connect(address)?)
    }

    /// Connects from an address of this machine's own, such as 127.0.0.2.
    pub(crate) fn open_from(source: &str, address: &str) -> std::io::Result<Self> {
        let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
        let source: Ipv4Addr = source.parse().unwrap();
        bind(&socket, &SocketAddrV4::new(source, 0))?;
        connect(&socket, &address.parse::<SocketAddrV4>().unwrap())?;
        Self::over(TcpStream::from(socket))
    }

    fn over(stream: TcpStream) -> std::io::Result<Self> {
        stream.set_read_timeout(Some(DEADLINE))?;
        stream.set_nodelay(true)?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    /// Sends raw text.
    pub(crate) fn send(&mut self, text: &str) {
        self.reader.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// Sends a request and reads the response.
    pub(crate) fn request(&mut self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> TestResponse {
        let mut head = format!("{method} {target} HTTP/1.1\r\nhost: test\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        self.send(&format!("{head}\r\n{body}"));
        self.response(method != "HEAD")
    }

    /// Reads one line of a head.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Reads a response.
    pub(crate) fn response(&mut self, has_body: bool) -> TestResponse {
        let status_line = self.line();
        let status = status_line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status line: {status_line:?}"));
        let headers: Vec<(String, String)> = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty()))
            .filter_map(|line| line.split_once(':').map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())))
            .collect();
        let mut response = TestResponse { status, headers, body: String::new() };
        let length = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; if has_body { length } else { 0 }];
        self.reader.read_exact(&mut body).unwrap();
        response.body = String::from_utf8(body).unwrap();
        response
    }

    /// Whether the server has ended the connection.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.reader.fill_buf(), Ok([]) | Err(_))
    }
}
