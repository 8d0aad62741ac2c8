//! A server in its own process, killed at the end if it still runs.

use super::http_client::HttpClient;
use super::http_request::{HttpRequest, HttpResponse};
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// How long anything may take: far more than it ever does.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running server.
pub struct ServerProcess {
    child: Child,
    /// Its address.
    pub address: SocketAddr,
    /// What it printed before that.
    pub printed: Vec<String>,
    lines: Mutex<Receiver<String>>,
    /// A file and not a pipe: a benchmark should not have to read the log meanwhile.
    log: NamedTempFile,
}

impl ServerProcess {
    /// Starts a command that serves, and waits until it prints its address: then it responds. Gives what it printed and
    /// logged when it ends before that.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        let log = tempfile::Builder::new().prefix("catalog-log-").tempfile().unwrap();
        let logging = OpenOptions::new().append(true).open(log.path()).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(logging).spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        let (mut address, mut printed) = (None, Vec::new());
        while address.is_none() {
            match lines.recv_timeout(PATIENCE) {
                Ok(line) => match line.strip_prefix("listening on http://") {
                    Some(text) => address = Some(text.parse().unwrap()),
                    None => printed.push(line),
                },
                Err(_) => break,
            }
        }
        let Some(address) = address else {
            let _ = child.kill();
            let (status, log) = (child.wait().unwrap(), fs::read_to_string(log.path()).unwrap());
            return Err(format!("ended with {status} instead of listening: {}\n{log}", printed.join("\n")));
        };
        Ok(Self { child, address, printed, lines: Mutex::new(lines), log })
    }

    /// The next line that it prints.
    pub fn line(&self) -> String {
        let line = self.lines.lock().unwrap().recv_timeout(PATIENCE);
        line.unwrap_or_else(|error| panic!("no further line ({error}); its log:\n{}", self.log()))
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.log.path()).unwrap()).into_owned()
    }

    /// Forgets what it has logged so far: under load, a line for each request adds up to gigabytes.
    pub fn forget_log(&self) -> io::Result<()> {
        self.log.as_file().set_len(0)
    }

    /// Sends one request on a new connection.
    pub fn request(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> HttpResponse {
        let response = ask_once(self.address, &HttpRequest::new(method, target, headers, body));
        response.unwrap_or_else(|error| panic!("{method} {target}: {error}; its log:\n{}", self.log()))
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, such as `TERM`, to the process.
    pub fn signal(&self, name: &str) {
        send_signal(self.id(), name);
    }

    /// Waits for the process to end by itself.
    pub fn exit(&mut self) -> ExitStatus {
        exit_of(&mut self.child)
    }

    /// Asks it to end, and kills it when it has not after `patience`.
    pub fn stop(&mut self, patience: Duration) {
        end(&mut self.child, patience);
    }

    /// Kills it, and waits until it has ended.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Sends one request on a new connection.
pub fn ask_once(address: SocketAddr, request: &HttpRequest) -> io::Result<HttpResponse> {
    let ask = || HttpClient::open(address, Instant::now() + PATIENCE)?.fetch(request);
    // A thread of its own: the test may itself be asynchronous, where nothing may block.
    thread::scope(|scope| scope.spawn(ask).join()).unwrap()
}

/// Asks a process to end, and kills it when it has not after `patience`.
pub fn end(child: &mut Child, patience: Duration) {
    let deadline = Instant::now() + patience;
    if matches!(child.try_wait(), Ok(None)) {
        send_signal(child.id(), "TERM");
    }
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Waits for a process to end by itself.
pub fn exit_of(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < deadline, "waited in vain for the process to end");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal, such as `TERM`, to a process. Every shell can; the program `kill` is not on every machine.
pub fn send_signal(process: u32, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status().unwrap();
    assert!(sent.success(), "kill -{name}");
}

/// The lines of a pipe as they come. The thread ends with the process.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}
