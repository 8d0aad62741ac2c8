//! A connection that sends one request after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long an answer may take before it counts as none.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection that is kept between requests.
pub(crate) struct Client {
    address: String,
    token: String,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    pub(crate) fn new(address: &str, token: &str) -> Self {
        Self { address: address.to_owned(), token: token.to_owned(), connection: None }
    }

    /// The status and the body of an answer; `None` when there was none.
    pub(crate) fn ask(&mut self, method: &str, target: &str, body: &str) -> Option<(u16, String)> {
        let answer = self.try_to_ask(method, target, body).ok();
        if answer.is_none() {
            self.connection = None;
        }
        answer
    }

    fn try_to_ask(&mut self, method: &str, target: &str, body: &str) -> std::io::Result<(u16, String)> {
        if self.connection.is_none() {
            let stream = TcpStream::connect(&self.address)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_nodelay(true)?;
            self.connection = Some(BufReader::new(stream));
        }
        let Some(connection) = &mut self.connection else { return Err(std::io::ErrorKind::NotConnected.into()) };
        let authorization = format!("authorization: Bearer {}\r\ncontent-type: application/json\r\n", self.token);
        let head =
            format!("{method} {target} HTTP/1.1\r\nhost: shop\r\n{authorization}content-length: {}\r\n", body.len());
        connection.get_mut().write_all(format!("{head}\r\n{body}").as_bytes())?;
        let mut line = String::new();
        connection.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.ok_or(std::io::ErrorKind::InvalidData)?;
        let mut length = 0;
        loop {
            line.clear();
            connection.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(|_| std::io::ErrorKind::InvalidData)?;
            }
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}
