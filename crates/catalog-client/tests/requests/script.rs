//! A server that responds to one request after the other from a script.

use catalog_client::{CatalogClient, ClientOptions, RetryPolicy};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) enum Reply {
    /// A status, more headers (each ended by `\r\n`), and a body.
    Send(u16, String, String),
    /// A status and a body that is packed already.
    Packed(u16, Vec<u8>),
    /// The connection is closed without a response.
    Close,
    /// The connection is closed in the middle of the body, behind this.
    Cut(String),
}

pub(crate) fn data(data: &str) -> Reply {
    data_with("", data)
}

pub(crate) fn data_with(headers: &str, data: &str) -> Reply {
    Reply::Send(200, headers.into(), format!(r#"{{"status":true,"data":{data},"error":{{}},"message":""}}"#))
}

pub(crate) fn refusal(status: u16, name: &str, headers: &str) -> Reply {
    let details = r#""details":[{"parameter":"cursor","reason":"bad"}]"#;
    let error = format!(r#"{{"code":{status},"name":"{name}","message":"no",{details}}}"#);
    Reply::Send(status, headers.into(), format!(r#"{{"status":false,"data":{{}},"error":{error},"message":""}}"#))
}

/// A token that is good for so many seconds.
pub(crate) fn token(name: &str, seconds: u32) -> Reply {
    data(&format!(r#"{{"token":"{name}","tokenType":"Bearer","expiresIn":{seconds}}}"#))
}

pub(crate) struct Script {
    pub(crate) url: String,
    thread: JoinHandle<Vec<String>>,
}

impl Script {
    /// Starts a server for these requests and no others.
    pub(crate) fn play(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let thread = std::thread::spawn(move || {
            replies.into_iter().map(|reply| respond(&mut listener.accept().unwrap().0, reply)).collect()
        });
        Self { url, thread }
    }

    pub(crate) fn client(&self) -> CatalogClient {
        CatalogClient::new(self.options()).unwrap()
    }

    pub(crate) fn options(&self) -> ClientOptions {
        let first_pause = Duration::from_millis(1);
        let retry = RetryPolicy { first_pause, ..RetryPolicy::default() };
        ClientOptions { retry, ..ClientOptions::new(&self.url, "me@x", "a password") }
    }

    /// The requests, each as `METHOD path [the Authorization header]` and what `If-None-Match` said.
    pub(crate) fn requests(self) -> Vec<String> {
        self.thread.join().unwrap()
    }
}

pub(crate) fn respond<S: Read + Write>(stream: &mut S, reply: Reply) -> String {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut request = line.rsplit_once(' ').unwrap().0.to_owned();
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        match header.trim_end().split_once(": ") {
            None => break,
            Some((name, value)) => match &*name.to_ascii_lowercase() {
                "authorization" | "if-none-match" => request.push_str(&format!(" [{value}]")),
                "content-length" => length = value.parse().unwrap(),
                _ => {}
            },
        }
    }
    reader.read_exact(&mut vec![0; length]).unwrap();
    let stream = reader.into_inner();
    match reply {
        Reply::Close => {}
        Reply::Cut(body) => {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len() + 100);
            stream.write_all((head + &body).as_bytes()).unwrap();
        }
        Reply::Send(status, headers, body) => write_whole(stream, status, &headers, body.as_bytes()),
        Reply::Packed(status, body) => write_whole(stream, status, "Content-Encoding: gzip\r\n", &body),
    }
    request
}

fn write_whole(stream: &mut impl Write, status: u16, headers: &str, body: &[u8]) {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n");
    // A client may close the connection before the end.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// What a page says about its list.
pub(crate) const LIST: &str = r#""sectionId":"1","scope":"subtree","sort":"stockNumber""#;

pub(crate) fn product(stock_number: &str, in_stock: u32) -> String {
    let price = r#"{"value":1.5,"onRequest":false}"#;
    format!(
        r#"{{"id":"{stock_number}","stockNumber":"{stock_number}","name":"n","fullName":"f",
        "url":{{"full":"","host":"","path":"","slug":""}},"vendor":{{"id":"v","name":"V"}},"media":{{"preview":""}},
        "pricing":{{"currency":"USD","onRequest":false,"retail":{price},
        "personal":{{"level":"A","value":null,"onRequest":true}},
        "sale":{{"active":true,"value":0.5,"onRequest":false,"discountFromRetail":{{"value":1,"percent":66.67}}}}}},
        "availability":{{"inStock":{in_stock},"shipping":0}},"primarySectionId":"1",
        "contentUpdatedAt":"2026-01-01T00:00:00Z","commercialUpdatedAt":"2026-01-01T00:00:00Z","later":[1]}}"#
    )
}

/// Connects to nothing: the address of a port that nobody listens on.
pub(crate) fn closed_port() -> String {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(TcpStream::connect(address).is_err());
    format!("http://{address}")
}
