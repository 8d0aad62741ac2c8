//! The command line as a whole; each command's own arguments are declared beside the command.

use crate::commands::config::ConfigArguments;
use crate::commands::demo::DemoArguments;
use crate::commands::doctor::DoctorCommand;
use crate::commands::openapi::OpenapiArguments;
use crate::commands::serve::ServeArguments;
use crate::config::LogArguments;
use catalog_cli::backup::BackupArguments;
use catalog_cli::client::ClientArguments;
use catalog_cli::copy::CopyArguments;
use catalog_cli::explain::ExplainArguments;
use catalog_cli::export::ExportArguments;
use catalog_cli::generate::GenerateArguments;
use catalog_cli::health::HealthArguments;
use catalog_cli::import::ImportArguments;
use catalog_cli::import::resources::ImportResourcesArguments;
use catalog_cli::imports::ImportsArguments;
use catalog_cli::key::KeyArguments;
use catalog_cli::mail::MailArguments;
use catalog_cli::output::print_error;
use catalog_cli::prune::PruneArguments;
use catalog_cli::restore::RestoreArguments;
use catalog_cli::secret::SecretArguments;
use catalog_cli::settings::SettingError;
use catalog_cli::shell::CompletionsArguments;
use catalog_cli::user::UserArguments;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Serves a storefront catalog of industrial equipment over HTTP and JSON.
#[derive(Parser)]
#[command(name = "catalog", version = env!("CATALOG_VERSION"), max_term_width = 100)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) log: LogArguments,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Makes and serves a generated catalog, and prints requests to paste
    Demo(DemoArguments),
    /// Serves the catalog over HTTP until SIGTERM or SIGINT
    Serve(ServeArguments),
    /// Reads sections, products, prices and stock from NDJSON files into the store: all or nothing
    Import(ImportArguments),
    /// Reads links to documentation and software from NDJSON files into the store: all or nothing
    ImportResources(ImportResourcesArguments),
    /// Moved to the program catalog-client
    #[command(hide = true, disable_help_flag = true)]
    Push(ClientArguments),
    /// Lists the imports that changed something: what they did, when, and who ran them
    Imports(ImportsArguments),
    /// Writes the store in the format of the imports, to a file or standard output
    Export(ExportArguments),
    /// Copies the whole store into an empty one of either engine: all or nothing
    Copy(CopyArguments),
    /// Saves a SQLite store, while it is used, in a new folder
    Backup(BackupArguments),
    /// Puts a backup of a SQLite store in its place
    Restore(RestoreArguments),
    /// Deletes change events that are older than the retention
    Prune(PruneArguments),
    /// Makes, approves, changes and lists accounts
    User(UserArguments),
    /// Makes, lists and revokes keys, with which programs get in
    Key(KeyArguments),
    /// Examines a store and the settings of its servers, and says what to do
    Doctor(DoctorCommand),
    /// Asks a running server whether it is ready or live, and exits with 0 or 1
    Health(HealthArguments),
    /// Tries whether mail leaves with the settings of the servers
    Mail(MailArguments),
    /// Rotates the signing secret, and shows since when it is in use
    Secret(SecretArguments),
    /// Moved to the program catalog-client
    #[command(hide = true, disable_help_flag = true)]
    Compare(ClientArguments),
    /// Explains why a product or section is or is not shown
    Explain(ExplainArguments),
    /// Prints the settings of servers as they are in effect here, and where each comes from
    Config(ConfigArguments),
    /// Prints a script that completes commands, flags and values in a shell
    Completions(CompletionsArguments),
    /// Prints the manual page
    Man,
    /// Prints the OpenAPI document of an interface
    Openapi(OpenapiArguments),
    /// Writes a synthetic catalog in the import format to standard output
    Generate(GenerateArguments),
}

/// Output instead of running a command: help, the version, or an error in the command line.
pub(crate) struct Notice(clap::Error);

impl CommandLine {
    /// Reads the command line and the environment.
    ///
    /// # Errors
    /// A [`Notice`] to print.
    pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Self, Notice> {
        Self::try_parse_from(arguments).map_err(Notice)
    }
}

impl Notice {
    /// Prints it to the right stream and returns the exit status.
    pub(crate) fn print(&self) -> ExitCode {
        match SettingError::of(&self.0, &CommandLine::command()) {
            Some(error) => print_error(&format!("catalog: {error}")),
            None => drop(self.0.print()),
        }
        if self.0.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_declared_without_contradictions() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn the_version_is_that_of_the_workspace_and_perhaps_a_commit() {
        let version = CommandLine::command().get_version().unwrap_or_default().to_owned();
        let commit = version.strip_prefix(env!("CARGO_PKG_VERSION")).unwrap();
        assert!(commit.is_empty() || commit.starts_with(" (") && commit.ends_with(')'), "{version}");
    }

    #[test]
    fn every_setting_is_on_the_page_of_settings() {
        fn settings(command: &clap::Command) -> Vec<String> {
            let own = command.get_arguments().filter_map(|argument| {
                let variable = argument.get_env()?.to_str()?;
                Some(format!("`--{}` | `{variable}` |", argument.get_long()?))
            });
            own.chain(command.get_subcommands().flat_map(settings)).collect()
        }
        let page = include_str!("../../../docs/settings.md");
        let missing: Vec<_> =
            settings(&CommandLine::command()).into_iter().filter(|setting| !page.contains(setting)).collect();
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn no_secret_can_be_given_as_a_flag() {
        fn flags(command: &clap::Command) -> Vec<String> {
            let own = command.get_arguments().map(|argument| argument.get_id().to_string());
            own.chain(command.get_subcommands().flat_map(flags)).collect()
        }
        let secret: Vec<_> = flags(&CommandLine::command())
            .into_iter()
            .filter(|name| name.contains("secret") || name.contains("password") && name != "password_stdin")
            .collect();
        assert_eq!(secret, Vec::<String>::new());
    }
}
