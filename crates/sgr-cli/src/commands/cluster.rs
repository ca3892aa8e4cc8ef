use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;
use sgr::evaluation::ClassLabels;
use sgr::graph::GraphCollection;
use sgr::output::{AtomicFile, write_assignments};
use sgr::pipeline::{self, Describer};

use crate::args::ClusterArgs;
use crate::inputs::Inputs;
use crate::report::{Done, complain, say};
use crate::{collection, progress};
