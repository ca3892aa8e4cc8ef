//! Tables as text, one graph a row: comma- and tab-separated values, and JSON objects.
//!
//! Cells are text, so their types are found: a column whose name has a role among the parts of a graph, and whose first cell
//! is a list, has the type of that role; the others are whole numbers, numbers, truth values or texts, whichever fits all cells
//! of the first rows. A cell that does not fit costs its row.

mod block;
mod cell_type;
mod csv;
mod edge_cell;
mod json;

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Field, Schema, SchemaRef};

use self::block::{Block, ColumnList};
use self::cell_type::CellType;
use super::batches::{Batches, Place, PlacedBatch};
use crate::input::memory::MemoryLimit;
use crate::input::stream::source::Bytes;
use crate::input::{Format, Problem, ReadOptions};

/// Rows of a block, whose first one tells the types: enough that a number among whole numbers shows, and that the work on
/// columns does not.
const BLOCK_ROWS: usize = 1024;

/// Bytes of text after which a block ends earlier.
const BLOCK_BYTES: usize = 4 << 20;

/// Bytes of lists and temporary numbers for each byte of text: `0,` becomes a number of 64 bits, twice while a list grows.
const BYTES_PER_TEXT_BYTE: u64 = 16;

/// Rows of one file.
trait RowSource: Send {
    /// Adds the next row to the block; `false` at the end. An error, with its line, ends the file.
    fn next_row(&mut self, columns: &mut ColumnList, block: &mut Block) -> Result<bool, (u64, Problem)>;
}

/// The batches of a table of text.
pub(super) struct TextBatches {
    source: Box<dyn RowSource>,
    columns: ColumnList,
    types: Vec<CellType>,
    /// The columns that are read, and the schema of the batches.
    used: (Vec<usize>, SchemaRef),
    memory: MemoryLimit,
    /// The first block, and the error behind it, until they are asked for.
    waiting: VecDeque<Result<Block, (u64, Problem)>>,
    has_ended: bool,
}

impl TextBatches {
    /// Reads the first block of a table of format `csv`, `tsv` or `json-rows`.
    pub(super) fn open(format: Format, bytes: Bytes, options: &ReadOptions) -> Result<Self, (u64, Problem)> {
        let memory = MemoryLimit::of(options);
        let mut columns = ColumnList::default();
        let source: Box<dyn RowSource> = match format {
            Format::Csv => Box::new(csv::CsvRows::open(b',', bytes, memory, &mut columns)?),
            Format::Tsv => Box::new(csv::CsvRows::open(b'\t', bytes, memory, &mut columns)?),
            _ => Box::new(json::JsonRows::new(bytes, memory)),
        };
        let used = (Vec::new(), SchemaRef::new(Schema::empty()));
        let (types, waiting) = (Vec::new(), VecDeque::new());
        let mut table = Self { source, columns, types, used, memory, waiting, has_ended: false };
        let (first, error) = table.read_block();
        table.columns.close();
        let type_of = |(column, name)| CellType::of(name, &options.columns, &first, column);
        table.types = table.columns.names().enumerate().map(type_of).collect();
        table.waiting.extend(first.into_rows().map(Ok));
        table.waiting.extend(error.map(Err));
        let all: Vec<usize> = (0..table.types.len()).collect();
        table.used = table.projected(&all);
        Ok(table)
    }

    /// The next rows, and the error behind them that ends the file.
    fn read_block(&mut self) -> (Block, Option<(u64, Problem)>) {
        let mut block = Block::default();
        while !self.has_ended && block.rows() < BLOCK_ROWS && block.bytes() < BLOCK_BYTES {
            match self.source.next_row(&mut self.columns, &mut block) {
                Ok(more) => self.has_ended = !more,
                Err(error) => {
                    self.has_ended = true;
                    return (block, Some(error));
                }
            }
        }
        (block, None)
    }

    fn projected(&self, columns: &[usize]) -> (Vec<usize>, SchemaRef) {
        let names: Vec<&str> = self.columns.names().collect();
        let field = |&at: &usize| Field::new(names[at], self.types[at].data_type(), true);
        let fields: Vec<Field> = columns.iter().map(field).collect();
        (columns.to_vec(), Arc::new(Schema::new(fields)))
    }

    fn batch_of(&self, mut block: Block) -> Result<PlacedBatch, (u64, Problem)> {
        let first_line = block.lines().first().copied().unwrap_or(0);
        let needed = (block.bytes() as u64).saturating_mul(BYTES_PER_TEXT_BYTE);
        self.memory.check(needed).map_err(|problem| (first_line, problem))?;
        let (columns, schema) = &self.used;
        let arrays = columns.iter().zip(schema.fields()).map(|(&at, field)| {
            let name = field.name();
            self.types[at].array(&mut block, at, |found, wanted| Problem::value(name, found, wanted))
        });
        let arrays = arrays.collect();
        let batch =
            RecordBatch::try_new(schema.clone(), arrays).expect("each array has the type and the rows of its column");
        let (lines, refused) = block.into_lines_and_problems();
        Ok(PlacedBatch { batch, place: Place::Lines(lines), refused })
    }
}

impl Batches for TextBatches {
    fn schema(&self) -> SchemaRef {
        let all: Vec<usize> = (0..self.types.len()).collect();
        self.projected(&all).1
    }

    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem> {
        self.used = self.projected(columns);
        Ok(self.used.1.clone())
    }

    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (Place, Problem)>> {
        if self.waiting.is_empty() && !self.has_ended {
            let (block, error) = self.read_block();
            self.waiting.extend(block.into_rows().map(Ok));
            self.waiting.extend(error.map(Err));
        }
        let batch = self.waiting.pop_front()?.and_then(|block| self.batch_of(block));
        Some(batch.map_err(|(line, problem)| {
            self.waiting.clear();
            self.has_ended = true;
            (Place::Lines(vec![line]), problem)
        }))
    }

    fn rows_left(&self) -> Option<u64> {
        None
    }
}
