//! `catalog completions` and `catalog man`: what shells and manuals know of the command line.

use crate::output::pipe_may_close;
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};

/// The arguments of `catalog completions`.
#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    shell: KnownShell,
}

/// The shells.
#[derive(Clone, Copy, ValueEnum)]
enum KnownShell {
    /// For ~/.local/share/bash-completion/completions/catalog
    Bash,
    /// For a file named _catalog in a folder of fpath
    Zsh,
    /// For ~/.config/fish/completions/catalog.fish
    Fish,
}

/// Prints the script that completes the commands, flags and values of `command`.
///
/// # Errors
/// When standard output cannot be written.
pub fn print_completions(arguments: &CompletionsArguments, mut command: Command) -> io::Result<()> {
    let shell = match arguments.shell {
        KnownShell::Bash => Shell::Bash,
        KnownShell::Zsh => Shell::Zsh,
        KnownShell::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "catalog", &mut script);
    print(&script)
}

/// Prints the manual page: the program `command`, then each of its commands.
///
/// # Errors
/// When standard output cannot be written.
pub fn print_manual(mut command: Command) -> io::Result<()> {
    let mut page = Vec::new();
    command.build();
    Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let page_of_command = Man::new(command.clone());
        writeln!(page, ".SH {}", command.get_name().to_uppercase())?;
        page_of_command.render_description_section(&mut page)?;
        page_of_command.render_options_section(&mut page)?;
    }
    print(&page)
}

fn print(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    pipe_may_close(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}
