//! The table that vectors go to.

use anyhow::bail;
use sgr::input::KeptColumns;
use sgr::output::{PartsWriter, TableFormat, TableWriter, VectorTable};
use sgr::representation::Representation;

use super::Inputs;
use super::inputs::is_standard;
use crate::args::EmbedArgs;
use crate::report::stdout;

impl EmbedArgs {
    /// Opens the file or standard output for the vectors of a representation.
    pub(crate) fn table(&self, representation: &dyn Representation, inputs: &Inputs) -> anyhow::Result<VectorTable> {
        let kept = inputs.kept()?;
        if self.resume {
            return self.parts(representation, inputs, kept.as_ref());
        }
        self.whole_table(representation, kept.as_ref()).map(VectorTable::Whole)
    }

    fn whole_table(
        &self,
        representation: &dyn Representation,
        kept: Option<&KeptColumns>,
    ) -> anyhow::Result<TableWriter> {
        let columns = &representation.columns();
        if is_standard(&self.output) {
            return match self.to {
                _ if kept.is_some() => bail!("columns are kept in files: found standard output, wanted -o FILE"),
                None => bail!("standard output has no name that tells the format; add --to csv, jsonl or npy"),
                Some(_) if self.json => bail!("--json and the vectors both go to standard output: leave one out"),
                Some(format) => Ok(TableWriter::to_stream(stdout()?, "stdout", format, columns)?),
            };
        }
        let format = self.format()?;
        Ok(match representation.is_sparse() {
            true if kept.is_none() => TableWriter::create_sparse(&self.output, format, columns)?,
            _ => TableWriter::create_keeping(&self.output, format, columns, kept)?,
        })
    }

    fn parts(
        &self,
        representation: &dyn Representation,
        inputs: &Inputs,
        kept: Option<&KeptColumns>,
    ) -> anyhow::Result<VectorTable> {
        if is_standard(&self.output) {
            bail!("--resume writes a file in parts: found standard output, wanted -o OUT.parquet");
        }
        match self.format()? {
            TableFormat::Parquet => {}
            found => bail!("--resume writes parquet: found format {found}, wanted -o OUT.parquet"),
        }
        if !inputs.can_be_read_again() {
            bail!("--resume reads the graphs again after an end: found standard input, wanted files");
        }
        let work = self.resumable_work(inputs)?;
        let parts = PartsWriter::open(&self.output, &representation.columns(), kept, &work)?;
        Ok(VectorTable::Parts(Box::new(parts)))
    }

    fn format(&self) -> anyhow::Result<TableFormat> {
        Ok(self.to.map_or_else(|| TableFormat::from_path(&self.output), Ok)?)
    }

    /// Whether a second attempt can replace the rows of the first.
    pub(crate) fn can_be_taken_back(&self) -> bool {
        !is_standard(&self.output) && !self.resume
    }
}
