//! The table that vectors go to.

use anyhow::bail;
use sgr::output::{TableFormat, TableWriter};
use sgr::representation::Representation;

use super::inputs::is_standard;
use crate::args::EmbedArgs;
use crate::report::stdout;

impl EmbedArgs {
    /// Opens the file or standard output for the vectors of a representation.
    pub(crate) fn table(&self, representation: &dyn Representation) -> anyhow::Result<TableWriter> {
        let columns = &representation.columns();
        if is_standard(&self.output) {
            return match self.to {
                None => bail!("standard output has no name that tells the format; add --to csv, jsonl or npy"),
                Some(_) if self.json => bail!("--json and the vectors both go to standard output: leave one out"),
                Some(format) => Ok(TableWriter::to_stream(stdout()?, "stdout", format, columns)?),
            };
        }
        let format = self.to.map_or_else(|| TableFormat::from_path(&self.output), Ok)?;
        Ok(match representation.is_sparse() {
            true => TableWriter::create_sparse(&self.output, format, columns)?,
            false => TableWriter::create_as(&self.output, format, columns)?,
        })
    }

    /// Whether a second attempt can replace the rows of the first.
    pub(crate) fn can_be_taken_back(&self) -> bool {
        !is_standard(&self.output)
    }
}
