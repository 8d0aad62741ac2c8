//! Who runs an import, for the record that `catalog imports` shows.

use clap::Args;

#[derive(Args)]
pub(super) struct InitiatorArguments {
    /// Who runs the import, for `catalog imports` [default: the system's user and host]
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

impl InitiatorArguments {
    /// The name: as given, or `user@host`. The user is what the environment says, else the number: it is a note for
    /// administrators and proves nothing.
    pub(super) fn name(&self) -> String {
        self.by.clone().unwrap_or_else(|| {
            let named = ["USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
            let user = named.filter(|name| !name.is_empty());
            let user = user.unwrap_or_else(|| rustix::process::getuid().as_raw().to_string());
            format!("{user}@{}", rustix::system::uname().nodename().to_string_lossy())
        })
    }
}
