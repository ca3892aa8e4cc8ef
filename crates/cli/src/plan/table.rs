//! The table that vectors go to.

use anyhow::bail;
use sgr::output::TableWriter;

use super::inputs::is_standard;
use crate::args::EmbedArgs;
use crate::report::stdout;

impl EmbedArgs {
    /// Opens the file or standard output for vectors with these columns.
    pub(crate) fn table(&self, columns: &[String]) -> anyhow::Result<TableWriter> {
        Ok(match (is_standard(&self.output), self.to) {
            (true, None) => bail!("standard output has no name that tells the format; add --to csv, jsonl or npy"),
            (true, Some(_)) if self.json => bail!("--json and the vectors both go to standard output: leave one out"),
            (true, Some(format)) => TableWriter::to_stream(stdout()?, "stdout", format, columns)?,
            (false, Some(format)) => TableWriter::create_as(&self.output, format, columns)?,
            (false, None) => TableWriter::create(&self.output, columns)?,
        })
    }

    /// Whether a second attempt can replace the rows of the first.
    pub(crate) fn can_be_taken_back(&self) -> bool {
        !is_standard(&self.output)
    }
}
