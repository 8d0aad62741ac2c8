//! A balancer of the simplest kind: it sends each request to one of several servers, at random.

use super::Server;
use catalog_generator::Random;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

pub(crate) struct Balancer {
    pub(crate) address: SocketAddr,
}

impl Balancer {
    /// Takes requests for `servers` until the test ends. `edit` changes their request lines on the way.
    pub(crate) fn start(servers: &[Server], mut random: Random, edit: fn(&str) -> String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let servers: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
        thread::spawn(move || {
            for client in listener.incoming().map(Result::unwrap) {
                let server = random.choose(&servers);
                // A client whose connection is closed repeats its request.
                thread::spawn(move || drop(pass(&client, &server, edit)));
            }
        });
        Self { address }
    }
}

/// Passes one request on, and its response. The connections end with it: the next request may go elsewhere.
fn pass(client: &TcpStream, server: &str, edit: fn(&str) -> String) -> io::Result<()> {
    let mut reader = BufReader::new(client);
    let (mut head, mut length, mut line) = (String::new(), 0, String::new());
    while reader.read_line(&mut line)? > 2 {
        let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if head.is_empty() {
            head = edit(&line) + "Connection: close\r\n";
        } else if name != "connection" {
            head.push_str(&line);
        }
        if name == "content-length" {
            length = line[name.len() + 1..].trim().parse().unwrap();
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut server = TcpStream::connect(server)?;
    server.write_all(format!("{head}\r\n").as_bytes())?;
    server.write_all(&body)?;
    io::copy(&mut server, &mut { client }).map(drop)
}
