//! An HTTP client with one connection, over `hyper`, for code that blocks.

use super::http_request::{HttpRequest, HttpResponse};
use http_body_util::BodyExt;
use hyper::Request;
use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tokio::runtime::{self, Runtime};
use tokio::time::{sleep, timeout_at};

const CONNECTING: Duration = Duration::from_secs(5);
/// What a paced client reads ahead, in bytes: the least that `hyper` can.
const PACED_BUFFER: usize = 8 << 10;

/// A connection that is open between requests. What it does is over by its deadline: a request whose response has not
/// come whole by then fails.
pub struct HttpClient {
    runtime: Runtime,
    sender: SendRequest<String>,
    deadline: Instant,
    bytes_per_second: Option<u64>,
    taken: u64,
}

impl HttpClient {
    /// Connects. Requests fail with [`io::ErrorKind::TimedOut`] after `deadline`, and with other errors if a server
    /// refuses them or breaks off.
    pub fn open(address: SocketAddr, deadline: Instant) -> io::Result<Self> {
        Self::open_paced(address, deadline, None)
    }

    /// The same, but responses are read at so many bytes a second, if there is a number.
    pub fn open_paced(address: SocketAddr, deadline: Instant, bytes_per_second: Option<u64>) -> io::Result<Self> {
        Self::over(TcpStream::connect_timeout(&address, CONNECTING)?, deadline, bytes_per_second)
    }

    /// A client over a connection that somebody else has made.
    pub fn over(stream: TcpStream, deadline: Instant, bytes_per_second: Option<u64>) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let mut builder = Builder::new();
        if bytes_per_second.is_some() {
            builder.max_buf_size(PACED_BUFFER);
        }
        let sender = runtime.block_on(async {
            let stream = TokioIo::new(tokio::net::TcpStream::from_std(stream)?);
            let (sender, connection) = builder.handshake(stream).await.map_err(io::Error::other)?;
            // It makes progress while a request is made, and is dropped with the runtime. Requests report its errors.
            tokio::spawn(async { drop(connection.await) });
            Ok::<_, io::Error>(sender)
        })?;
        Ok(Self { runtime, sender, deadline, bytes_per_second, taken: 0 })
    }

    /// Moves the deadline.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    /// The bytes of bodies that have come so far, also of those that did not end.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Sends a request and reads the response.
    pub fn fetch(&mut self, request: &HttpRequest) -> io::Result<HttpResponse> {
        self.exchange(request, true)
    }

    /// The same, but the body is discarded.
    pub fn ask(&mut self, request: &HttpRequest) -> io::Result<HttpResponse> {
        self.exchange(request, false)
    }

    fn exchange(&mut self, request: &HttpRequest, keep_body: bool) -> io::Result<HttpResponse> {
        let request = to_hyper(request)?;
        let Self { runtime, sender, deadline, bytes_per_second, taken } = self;
        runtime.block_on(async {
            let exchange = async {
                sender.ready().await.map_err(io_error)?;
                let (head, body) = sender.send_request(request).await.map_err(io_error)?.into_parts();
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let headers = head.headers.iter();
                let headers = headers.map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes()))).collect();
                let mut response = HttpResponse { status: head.status.as_u16(), headers, ..HttpResponse::default() };
                read_body(body, &mut response, keep_body, *bytes_per_second, taken).await?;
                Ok(response)
            };
            timeout_at((*deadline).into(), exchange).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
        })
    }
}

async fn read_body(
    mut body: Incoming,
    response: &mut HttpResponse,
    keep_body: bool,
    bytes_per_second: Option<u64>,
    taken: &mut u64,
) -> io::Result<()> {
    while let Some(frame) = body.frame().await {
        let Ok(bytes) = frame.map_err(io_error)?.into_data() else { continue };
        let count = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        response.length += count;
        *taken += count;
        if keep_body {
            response.body.extend_from_slice(&bytes);
        }
        if let Some(rate) = bytes_per_second {
            sleep(Duration::from_micros(count.saturating_mul(1_000_000) / rate.max(1))).await;
        }
    }
    Ok(())
}

fn to_hyper(request: &HttpRequest) -> io::Result<Request<String>> {
    let HttpRequest { method, target, headers, body } = request;
    let mut builder = Request::builder().method(&**method).uri(&**target);
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        builder = builder.header(HOST, "127.0.0.1");
    }
    for (name, value) in headers {
        builder = builder.header(name, value);
    }
    builder.body(body.clone()).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}

fn io_error(error: hyper::Error) -> io::Error {
    let kind = if error.is_parse() { io::ErrorKind::InvalidData } else { io::ErrorKind::UnexpectedEof };
    io::Error::new(kind, error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    /// Serves one connection with these responses, one for each request without a body.
    fn serving(responses: Vec<&'static str>) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            for response in responses {
                while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
                stream.write_all(response.as_bytes()).unwrap();
            }
        });
        address
    }

    fn later() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn responses_of_one_connection_follow_each_other_whatever_their_framing() {
        let address = serving(vec![
            "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
        ]);
        let mut client = HttpClient::open(address, later()).unwrap();
        let request = HttpRequest::get("/", None, &[]);
        let first = client.fetch(&request).unwrap();
        assert_eq!((first.status, first.text(), first.header("ETag")), (200, "hello", Some("\"a\"")));
        let second = client.ask(&request).unwrap();
        assert_eq!((second.body.len(), second.length, client.taken()), (0, 5, 10));
        assert_eq!((client.ask(&request).unwrap().status, client.taken()), (304, 10));
        assert!(client.ask(&request).is_err(), "the server has closed the connection");
    }

    #[test]
    fn what_ends_early_is_no_response_or_comes_too_late_is_an_error() {
        let request = HttpRequest::get("/", None, &[]);
        let kind_of = |response, deadline| {
            HttpClient::open(serving(vec![response]), deadline).unwrap().fetch(&request).unwrap_err().kind()
        };
        let cut = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello";
        assert_eq!(kind_of(cut, later()), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind_of("hello\r\n\r\n", later()), io::ErrorKind::InvalidData);
        assert_eq!(kind_of(cut, Instant::now()), io::ErrorKind::TimedOut);
    }
}
