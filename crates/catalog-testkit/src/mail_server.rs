//! A mail server for tests: on a loopback address, without encryption, and as ill-behaved as a test wants.

use crate::own_loopback_address;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

const DEADLINE: Duration = Duration::from_secs(60);

/// How the server treats one connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailReply {
    /// It accepts the message.
    Accept,
    /// It refuses the recipient with this status.
    Refuse(u16),
    /// It says nothing until the client is gone.
    Hang,
    /// It accepts the message and is gone before the client has said goodbye.
    AcceptAndClose,
}

/// A message as it was received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The recipient on the envelope.
    pub recipient: String,
    /// The lines of the headers.
    pub headers: Vec<String>,
    /// The text, decoded as far as ASCII needs it.
    pub text: String,
}

impl ReceivedMail {
    /// The value of a header; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        let value = |line: &'_ String| line.split_once(": ").is_some_and(|(known, _)| known == name);
        self.headers.iter().find(|line| value(line)).map_or("", |line| &line[name.len() + 2..])
    }

    /// The link in the text.
    pub fn link(&self) -> &str {
        self.text.lines().find(|line| line.starts_with("http")).unwrap()
    }
}

/// A running mail server. Its threads end with the process.
pub struct TestMailServer {
    /// Its address.
    pub address: SocketAddr,
    received: Receiver<ReceivedMail>,
}

impl TestMailServer {
    /// An address on which nothing listens until [`TestMailServer::start_at`].
    pub fn free_address() -> SocketAddr {
        TcpListener::bind((own_loopback_address(), 0)).unwrap().local_addr().unwrap()
    }

    /// Starts one that treats its first connections as `replies` say, and accepts everything after them.
    pub fn start(replies: &[MailReply]) -> Self {
        Self::start_at(Self::free_address(), replies)
    }

    /// Starts one at an address.
    pub fn start_at(address: SocketAddr, replies: &[MailReply]) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let mut replies: VecDeque<MailReply> = replies.iter().copied().collect();
        let (sender, received) = channel();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (reply, sender) = (replies.pop_front().unwrap_or(MailReply::Accept), sender.clone());
                // A client that leaves early ends its connection only.
                thread::spawn(move || drop(serve(&stream, reply, &sender)));
            }
        });
        Self { address, received }
    }

    /// The URL of its settings.
    pub fn url(&self) -> String {
        format!("smtp://{}?tls=off", self.address)
    }

    /// Waits for the next message.
    pub fn next(&self) -> ReceivedMail {
        self.received.recv_timeout(DEADLINE).unwrap()
    }

    /// The messages that have come already.
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.received.try_iter().collect()
    }
}

fn serve(stream: &TcpStream, reply: MailReply, received: &Sender<ReceivedMail>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let say = |text: String| (&*stream).write_all(format!("{text}\r\n").as_bytes());
    if reply == MailReply::Hang {
        // Returns when the client is gone.
        return lines.next().map_or(Ok(()), |line| line.map(drop));
    }
    say("220 test".into())?;
    let mut recipient = String::new();
    while let Some(line) = lines.next().transpose()? {
        if let Some(path) = line.strip_prefix("RCPT TO:<") {
            recipient = path.split('>').next().unwrap_or_default().to_owned();
        }
        match (line.split(' ').next().unwrap_or_default(), reply) {
            ("EHLO", _) => say("250-test\r\n250 8BITMIME".into())?,
            ("RCPT", MailReply::Refuse(status)) => say(format!("{status} link https://quoted.example refused"))?,
            ("DATA", _) => {
                say("354 go on".into())?;
                let mail = read_mail(&mut lines, &recipient)?;
                let _ = received.send(mail);
                say("250 accepted".into())?;
                if reply == MailReply::AcceptAndClose {
                    return Ok(());
                }
            }
            ("QUIT", _) => return say("221 bye".into()),
            _ => say("250 ok".into())?,
        }
    }
    Ok(())
}

fn read_mail(
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    recipient: &str,
) -> std::io::Result<ReceivedMail> {
    let mut mail = ReceivedMail { recipient: recipient.to_owned(), headers: Vec::new(), text: String::new() };
    let mut is_text = false;
    for line in lines {
        match line? {
            line if line == "." => break,
            line if is_text => mail.text.extend([&*line, "\n"]),
            line if line.is_empty() => is_text = true,
            line => mail.headers.push(line),
        }
    }
    if mail.header("Content-Transfer-Encoding") == "quoted-printable" {
        mail.text = mail.text.replace("=\n", "").replace("=3D", "=");
    }
    Ok(mail)
}
