//! `sgr man`: the man page.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use sgr::output::AtomicFile;

use crate::args::{Cli, ManArgs};
use crate::report::{Done, print};

pub(crate) fn run(args: ManArgs) -> anyhow::Result<Done> {
    match &args.output {
        None => {
            let mut page = Vec::new();
            Man::new(Cli::command()).render(&mut page)?;
            print(&page)?;
        }
        Some(folder) => write_pages(folder)?,
    }
    Ok(Done::default())
}

/// Writes `sgr.1` and one page for each command.
fn write_pages(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut program = Cli::command();
    program.build();
    write_page(folder, "sgr", program.clone())?;
    for command in program.get_subcommands() {
        let name = format!("sgr-{}", command.get_name());
        let command = command.clone().name(name.clone()).display_name(name.clone());
        write_page(folder, &name, command)?;
    }
    Ok(())
}

fn write_page(folder: &Path, name: &str, command: clap::Command) -> anyhow::Result<()> {
    let mut file = AtomicFile::create(folder.join(format!("{name}.1")))?;
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    file.write_all(&page)?;
    file.commit()?;
    Ok(())
}
