//! Imports as processes: this program runs itself.

use crate::config::ServerConfig;
use catalog_app::imports::{ImportProgram, JobSignal, RunningImport};
use catalog_documents::{ImportProblem, ImportSignal};
use catalog_domain::imports::{JobId, JobPhase, JobProblem, ProblemTally};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Lines of an import that wait to be read; it waits when there are more.
const WAITING_LINES: usize = 256;
/// The longest line of an import: a report may have a hundred warnings of some thousand characters.
const LONGEST_LINE: u64 = 4 << 20;
/// The signal of a kill.
#[cfg(unix)]
const SIGKILL: i32 = 9;

/// Starts `catalog import` for this server's store.
pub(crate) struct ImportProcesses {
    arguments: Vec<OsString>,
    /// It may have a password in it, and is passed on in the environment.
    url: OsString,
}

impl ImportProcesses {
    pub(crate) fn new(config: &ServerConfig) -> Self {
        let database = &config.database;
        let mut arguments: Vec<OsString> = vec!["import".into()];
        arguments.extend(config.log_flags.iter().map(Into::into));
        arguments.extend(["--storefront-host".into(), config.storefront.as_str().into()]);
        arguments.extend(["--postgres-pooler".into(), database.pooler_name().into()]);
        if let Some(folder) = config.settings.imports.spool.folder(database) {
            arguments.extend(["--import-spool".into(), folder.into()]);
        }
        arguments.push("--job".into());
        Self { arguments, url: database.url.expose().into() }
    }
}

/// This program, also when its file was replaced by that of another version.
fn own_program() -> OsString {
    if cfg!(target_os = "linux") {
        return "/proc/self/exe".into();
    }
    std::env::current_exe().map_or_else(|_| "catalog".into(), Into::into)
}

impl ImportProgram for ImportProcesses {
    fn start(&self, job: JobId) -> io::Result<Box<dyn RunningImport>> {
        let mut command = Command::new(own_program());
        command
            .args(&self.arguments)
            .arg(job.as_str())
            .env("DATABASE_URL", &self.url)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A signal from the terminal is this server's to decide on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("the import has no output"))?;
        let stdin = child.stdin.take();
        let (sender, signals) = sync_channel(WAITING_LINES);
        let reader = BufReader::new(stdout);
        std::thread::Builder::new().name("import output".into()).spawn(move || read_lines(reader, &sender))?;
        Ok(Box::new(ImportProcess { child, _stdin: stdin, signals }))
    }
}

struct ImportProcess {
    child: Child,
    /// Closed with this process: the import then ends, too.
    _stdin: Option<ChildStdin>,
    signals: Receiver<JobSignal>,
}

impl RunningImport for ImportProcess {
    fn next(&mut self, wait: Duration) -> JobSignal {
        match self.signals.recv_timeout(wait) {
            Ok(signal) => signal,
            Err(RecvTimeoutError::Timeout) => JobSignal::Nothing,
            // Its output is closed: it has ended, or is about to.
            Err(RecvTimeoutError::Disconnected) => JobSignal::Ended(self.child.wait().ok().and_then(status)),
        }
    }

    fn kill(&mut self) {
        if let Err(error) = self.child.kill() {
            tracing::warn!(%error, "an import could not be ended");
        }
    }
}

impl Drop for ImportProcess {
    fn drop(&mut self) {
        // It has ended, unless this server panicked.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `None` for a kill, which comes from outside. Other signals have a cause inside, such as a lack of memory: they are
/// numbered as shells do.
fn status(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        tracing::error!(%status, "an import was ended by a signal");
        return (signal != SIGKILL).then_some(128 + signal);
    }
    status.code()
}

/// Passes on what the import says, until its output is closed.
fn read_lines(mut reader: impl BufRead, signals: &SyncSender<JobSignal>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match io::Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let Some(signal) = serde_json::from_slice(&line).ok().and_then(job_signal) else {
            tracing::warn!("an import said something unknown");
            continue;
        };
        if signals.send(signal).is_err() {
            return;
        }
    }
}

fn job_signal(signal: ImportSignal) -> Option<JobSignal> {
    Some(match signal {
        ImportSignal::Phase(name) => JobSignal::Phase(JobPhase::from_name(&name)?),
        ImportSignal::Records(records) => JobSignal::Records(records),
        ImportSignal::Problem { problem: ImportProblem { part, line, field, message }, product } => {
            let (field, product) = (field.map(Into::into), product.map(Into::into));
            JobSignal::Problem(JobProblem { part, line, field, product, message: message.into() })
        }
        ImportSignal::Problems { count, is_incomplete } => JobSignal::Problems(ProblemTally { count, is_incomplete }),
        ImportSignal::Changes(name) => JobSignal::Changes(JobId::parse(&name)?),
        ImportSignal::Report(report) => JobSignal::Report(serde_json::to_string(&report).ok()?.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_documents::ImportReport;

    #[test]
    fn what_an_import_says_is_read_line_by_line_and_the_unknown_is_skipped() {
        let report = ImportReport { warnings: vec!["w".repeat(1 << 20)], ..ImportReport::default() };
        let report = serde_json::to_string(&report).unwrap();
        let text = format!(
            "{{\"phase\":\"reading\"}}\n{{\"records\":7}}\nnothing\n{{\"new\":1}}\n\
             {{\"problem\":{{\"part\":2,\"line\":3,\"field\":null,\"message\":\"wrong\"}}}}\n{{\"report\":{report}}}"
        );
        let (sender, signals) = sync_channel(9);
        read_lines(text.as_bytes(), &sender);
        drop(sender);
        let problem = JobProblem { part: Some(2), line: Some(3), field: None, product: None, message: "wrong".into() };
        let expected = [
            JobSignal::Phase(JobPhase::Reading),
            JobSignal::Records(7),
            JobSignal::Problem(problem),
            JobSignal::Report(report.as_str().into()),
        ];
        assert_eq!(signals.iter().collect::<Vec<_>>(), expected);
    }
}
