//! A connection whose every byte the caller decides on: for requests that are malformed, slow or never end, and for
//! clients that do not read.

use super::http_request::{HttpRequest, HttpResponse};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// A connection.
pub struct RawConnection {
    reader: BufReader<TcpStream>,
}

impl RawConnection {
    /// Connects; fails when there is no listener. Connecting, reading and writing wait no longer than `patience`.
    pub fn open(address: impl ToSocketAddrs, patience: Duration) -> io::Result<Self> {
        let address = address.to_socket_addrs()?.next().ok_or(io::ErrorKind::InvalidInput)?;
        let stream = TcpStream::connect_timeout(&address, patience)?;
        stream.set_read_timeout(Some(patience))?;
        stream.set_write_timeout(Some(patience))?;
        stream.set_nodelay(true)?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let sent = self.reader.get_mut().write_all(bytes.as_ref());
        // The system's name for a time that has passed is another one.
        sent.map_err(
            |error| if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error },
        )
    }

    /// Reads one line of a head.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Reads a response with a body of known length.
    pub fn response(&mut self) -> HttpResponse {
        let status_line = self.line();
        let status = status_line.split(' ').nth(1).and_then(|code| code.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status line: {status_line:?}"));
        let headers: Vec<(String, String)> = std::iter::from_fn(|| Some(self.line()).filter(|line| !line.is_empty()))
            .filter_map(|line| line.split_once(':').map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())))
            .collect();
        let mut response = HttpResponse { status, headers, ..HttpResponse::default() };
        let length: u64 = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        (response.body, response.length) = (vec![0; usize::try_from(length).unwrap()], length);
        self.reader.read_exact(&mut response.body).unwrap();
        response
    }

    /// Sends a request and reads the response.
    pub fn request(&mut self, request: &HttpRequest) -> HttpResponse {
        self.send(request.to_bytes()).unwrap();
        self.response()
    }

    /// Whether the server has ended the connection, once something has come or it has.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.reader.fill_buf(), Ok([]) | Err(_))
    }

    /// The socket.
    pub fn into_stream(self) -> TcpStream {
        self.reader.into_inner()
    }
}
