//! A client's connection with bounds on how long it may stall.
//!
//! The HTTP library bounds the time to the first request and the idle time between complete requests. Two cases remain:
//! a client that does not read its response, and one that begins a further request and never ends it. Nothing is
//! measured while bytes flow: a timer checks periodically what happened since the last check.

use super::error_bodies::{self, ErrorBodyRewriter};
use super::in_flight::InFlight;
use rustix::net::sockopt::set_socket_linger;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Checks per bound: a bound is exceeded by no more than this part of it.
const CHECKS_PER_BOUND: u32 = 4;
/// A client that takes fewer bytes than this between two checks, while there is more to send, counts as not reading.
const READING_BYTES: usize = 1_024;
/// How many bytes may be buffered in the system without having been sent to the client. Otherwise the system would
/// buffer megabytes at once, which would hide the client's behaviour. It requests more when half of this is left: for a
/// client that reads little in each bound, that has to be little.
const UNSENT_BYTES: u32 = 16 * 1_024;

#[derive(Debug, Clone, Copy)]
pub(super) struct ConnectionBounds {
    /// The longest time between the end of a request and the end of the next one's head.
    quiet: Duration,
    /// How long the client may leave a response unread.
    unread: Duration,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct OpenConnections(Arc<ConnectionCounts>);

#[derive(Debug, Default)]
struct ConnectionCounts {
    open: AtomicUsize,
    limit: AtomicUsize,
}

/// A stream that fails when its client exceeds a bound.
#[derive(Debug)]
pub(super) struct TimeoutStream<S: UnsentBytes> {
    stream: S,
    in_flight: Rc<InFlight>,
    bounds: ConnectionBounds,
    timer: Pin<Box<Sleep>>,
    /// When a request was last in flight, or bytes were last sent, as of the last check.
    quiet_since: Instant,
    /// Whether bytes wait for the client to read.
    is_blocked: bool,
    /// Since when the client has not been reading, as of the last check.
    unread_since: Option<Instant>,
    /// Bytes sent since the last check.
    sent: usize,
    /// The replacement of an error response of the HTTP library.
    rewriter: Option<ErrorBodyRewriter>,
    open: OpenConnections,
}

/// A stream whose unsent bytes can be bounded, and discarded.
pub(super) trait UnsentBytes: Unpin {
    /// Bounds the system's buffer of unsent bytes, so that its progress is the client's.
    fn bound_unsent(&self);

    /// Makes the end of the connection abrupt. Otherwise the system would continue to send its buffer.
    fn end_abruptly(&self);
}

impl UnsentBytes for tokio::net::TcpStream {
    fn bound_unsent(&self) {
        // On other systems buffered bytes count as read.
        #[cfg(target_os = "linux")]
        if let Err(error) = socket2::SockRef::from(self).set_tcp_notsent_lowat(UNSENT_BYTES) {
            tracing::debug!(%error, "the unsent bytes of a connection are not bounded");
        }
    }

    fn end_abruptly(&self) {
        // A closed connection needs no end.
        let _ = set_socket_linger(self, Some(Duration::ZERO));
    }
}

impl OpenConnections {
    pub(crate) fn count(&self) -> usize {
        self.0.open.load(Ordering::Relaxed)
    }

    /// Their limit; 0 before it is known.
    pub(crate) fn limit(&self) -> usize {
        self.0.limit.load(Ordering::Relaxed)
    }

    pub(super) fn set_limit(&self, limit: usize) {
        self.0.limit.store(limit, Ordering::Relaxed);
    }
}

impl<S: UnsentBytes> TimeoutStream<S> {
    pub(super) fn new(stream: S, bounds: ConnectionBounds, open: &OpenConnections) -> Self {
        open.0.open.fetch_add(1, Ordering::Relaxed);
        stream.bound_unsent();
        let now = Instant::now();
        Self {
            stream,
            in_flight: Rc::default(),
            bounds,
            timer: Box::pin(sleep_until(now + bounds.check_interval())),
            quiet_since: now,
            is_blocked: false,
            unread_since: None,
            sent: 0,
            rewriter: None,
            open: open.clone(),
        }
    }

    pub(super) fn in_flight(&self) -> Rc<InFlight> {
        Rc::clone(&self.in_flight)
    }

    /// Checks the connection when the timer has expired, and sets it again.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while self.timer.as_mut().poll(context).is_ready() {
            let now = Instant::now();
            if self.in_flight.is_busy() || self.sent > 0 {
                self.quiet_since = now;
            }
            if !self.is_blocked {
                self.unread_since = None;
            } else if self.sent >= READING_BYTES {
                self.unread_since = Some(now);
            }
            self.sent = 0;
            let is_unread = self.unread_since.is_some_and(|since| now - since > self.bounds.unread);
            if is_unread || now - self.quiet_since > self.bounds.quiet {
                self.stream.end_abruptly();
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.timer.as_mut().reset(now + self.bounds.check_interval());
        }
        Ok(())
    }

    /// Records the result of an attempt to send, and checks the connection when it has to wait.
    fn note(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.is_blocked = outcome.is_pending();
        match outcome {
            Poll::Ready(Ok(bytes)) => self.sent += bytes,
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                self.unread_since.get_or_insert_with(Instant::now);
                self.check(context)?;
            }
        }
        outcome
    }
}

impl ConnectionBounds {
    pub(super) fn new(keep_alive: Duration, client_timeout: Duration) -> Self {
        Self { quiet: keep_alive + client_timeout, unread: client_timeout }
    }

    fn check_interval(self) -> Duration {
        self.quiet.min(self.unread) / CHECKS_PER_BOUND
    }
}

impl<S: UnsentBytes> Drop for TimeoutStream<S> {
    fn drop(&mut self) {
        self.open.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<S: AsyncRead + UnsentBytes> AsyncRead for TimeoutStream<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let outcome = Pin::new(&mut this.stream).poll_read(context, buffer);
        if outcome.is_pending() {
            this.check(context)?;
        }
        outcome
    }
}

impl<S: AsyncWrite + UnsentBytes> AsyncWrite for TimeoutStream<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.rewriter.is_none() {
            this.rewriter = error_bodies::rewriter(bytes);
        }
        let Some(rewriter) = &mut this.rewriter else {
            let outcome = Pin::new(&mut this.stream).poll_write(context, bytes);
            return this.note(context, outcome);
        };
        while !rewriter.rest().is_empty() {
            match Pin::new(&mut this.stream).poll_write(context, rewriter.rest()) {
                Poll::Ready(Ok(written)) if written > 0 => rewriter.advance(written),
                outcome => return this.note(context, outcome),
            }
        }
        let replaced = rewriter.replaced;
        this.rewriter = None;
        this.note(context, Poll::Ready(Ok(replaced)))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
