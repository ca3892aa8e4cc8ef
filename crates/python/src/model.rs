//! Models: what they are made of, and what they look at.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IntoPyArray, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use sgr::learning::{Curriculum, Saliency, unseen_inputs};
use sgr::representation::{AttributeScaling, BuiltIn, Distance, Model as Inner, ModelError, VectorStatistics};

use crate::background::{Finish, Job, threads};
use crate::description::stream_settings;
use crate::scaling::Scaling;
use crate::wanted::named;

/// A trained model.
#[pyclass(frozen, module = "sgr")]
pub(crate) struct Model(Arc<Inner>);

impl Model {
    pub(crate) fn of(model: Inner) -> Self {
        Self(Arc::new(model))
    }

    pub(crate) fn inner(&self) -> Arc<Inner> {
        self.0.clone()
    }

    /// The distance of its vectors where none is asked for.
    pub(crate) fn default_distance(&self) -> Distance {
        self.0.statistics().map_or_else(Distance::default, VectorStatistics::distance)
    }

    /// The classes that are the family, or parts of it.
    fn classes_of(&self, family: &str) -> PyResult<Vec<usize>> {
        let names = self.0.classes();
        let classes: Vec<usize> =
            (0..names.len()).filter(|&at| Curriculum::family_of_class(&names[at]) == family).collect();
        match classes.is_empty() {
            false => Ok(classes),
            true => {
                let known = self.families().join(", ");
                Err(PyValueError::new_err(format!("found family {family:?}, wanted one that the model knows: {known}")))
            }
        }
    }
}

#[pymethods]
impl Model {
    /// The built-in model of that name, or the model of the file at that path.
    #[staticmethod]
    fn open(py: Python<'_>, name: PathBuf) -> PyResult<Self> {
        py.detach(|| Inner::open(&name)).map(Self::of).map_err(of_model)
    }

    /// The names of the models that are compiled in.
    #[staticmethod]
    fn built_in_names() -> Vec<&'static str> {
        BuiltIn::ALL.map(BuiltIn::name).to_vec()
    }

    /// Reads a model file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Inner::read(&path)).map(Self::of).map_err(of_model)
    }

    /// The model that the bytes of a file hold.
    #[new]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        Inner::from_bytes(bytes).map(Self::of).map_err(of_model)
    }

    /// The bytes of its file: the same for the same model.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Writes a model file, whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| sgr::output::save_model(&self.0, &path)).map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Length of its vectors.
    #[getter]
    fn dimensions(&self) -> usize {
        self.0.perceptron().outputs()
    }

    /// Means and deviations by which its vectors scale attributes; None: asinh.
    #[getter]
    fn attribute_scales(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        match &self.0.attributes().scaling {
            AttributeScaling::Standard { means, deviations } => Some((means.clone(), deviations.clone())),
            _ => None,
        }
    }

    /// The same model with another scaling of attributes: "asinh", or means and deviations.
    fn with_attribute_scaling(&self, scaling: Scaling) -> PyResult<Self> {
        let model = self.0.as_ref().clone();
        model.with_attribute_scaling(scaling.checked()?).map(Self::of).map_err(of_model)
    }

    /// What it looks at, by name.
    #[getter]
    fn channels(&self) -> Vec<&'static str> {
        self.0.channels().names().to_vec()
    }

    /// The pretext classes that it learned to tell apart.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.0.classes().to_vec()
    }

    /// The families that its classes are, or are parts of, in their order.
    #[getter]
    fn families(&self) -> Vec<&str> {
        let mut families: Vec<&str> = Vec::new();
        for class in self.0.classes() {
            let family = Curriculum::family_of_class(class);
            if !families.contains(&family) {
                families.push(family);
            }
        }
        families
    }

    /// The name of the distance of its vectors where none is asked for.
    #[getter]
    fn distance(&self) -> &'static str {
        self.default_distance().name()
    }

    /// How large a distance of its vectors is: per cent of the random pairs of its training graphs that are farther apart, "any" two
    /// and those of each family.
    #[pyo3(signature = (value, metric=None))]
    fn closer_than(&self, value: f64, metric: Option<&str>) -> PyResult<BTreeMap<String, f64>> {
        let metric = metric.map_or(Ok(self.default_distance()), |name| named::<Distance>("metric", name))?;
        let refuse =
            |found: &str| PyValueError::new_err(format!("found {found}, wanted the statistics of its training graphs"));
        let pairs = self.0.statistics().ok_or_else(|| refuse("a model without statistics"))?.pairs();
        let percent = |family| pairs.share_beyond(metric, family, value).map(|share| 100.0 * share);
        let any = percent(None).ok_or_else(|| refuse("a model without this distance"))?;
        let families = pairs.families().iter().enumerate();
        let families = families.filter_map(|(number, family)| Some((family.clone(), percent(Some(number))?)));
        Ok([("any".to_owned(), any)].into_iter().chain(families).collect())
    }

    /// The seed of its training.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.provenance().seed()
    }

    /// Settings and scores of its training, as JSON.
    #[getter]
    fn provenance(&self) -> String {
        let provenance = self.0.provenance();
        format!(r#"{{"scores":{},"settings":{}}}"#, provenance.scores(), provenance.settings())
    }

    /// The family that each row of channels is taken for.
    fn taken_for(&self, inputs: PyReadonlyArray2<'_, f32>) -> PyResult<Vec<&str>> {
        let classes = self.0.classify(self.rows(&inputs)?);
        Ok(classes.into_iter().map(|class| Curriculum::family_of_class(&self.0.classes()[class])).collect())
    }

    /// Starts on how much a family's score depends on each sample of the spectrum, on average over rows of channels.
    fn start_saliency(&self, inputs: PyReadonlyArray2<'_, f32>, family: &str) -> PyResult<Job> {
        let (classes, rows, model) = (self.classes_of(family)?, self.rows(&inputs)?.to_vec(), self.inner());
        Job::start(move |_| magnitudes(Saliency::of(&model, &rows, &classes)))
    }

    /// Starts on the same over new graphs of the family, like those the model was trained on.
    #[pyo3(signature = (family, count, n_jobs=None))]
    fn start_synthetic_saliency(&self, family: String, count: u64, n_jobs: Option<usize>) -> PyResult<Job> {
        let classes = self.classes_of(&family)?;
        let curriculum = Curriculum::of(&self.0).ok_or_else(|| {
            PyValueError::new_err("the model does not say which graphs it was trained on; pass graphs of yours")
        })?;
        let model = self.inner();
        Job::start(move |_| {
            let settings = stream_settings(threads(n_jobs));
            let inputs = unseen_inputs(&curriculum, model.channels(), &family, count, &settings);
            magnitudes(inputs.and_then(|rows| Ok(Saliency::of(&model, &rows, &classes)?)))
        })
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.to_bytes() == other.0.to_bytes()
    }

    fn __hash__(&self) -> u64 {
        // Equal models have equal seeds.
        self.seed()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (slf.get_type(), (slf.get().to_bytes(slf.py()),))
    }

    fn __repr__(&self) -> String {
        let (dimensions, classes) = (self.dimensions(), self.0.classes().len());
        format!("<Model of {dimensions} dimensions, {classes} classes, seed {}>", self.seed())
    }
}

impl Model {
    fn rows<'a>(&self, inputs: &'a PyReadonlyArray2<'_, f32>) -> PyResult<&'a [f32]> {
        let (found, wanted) = (inputs.shape()[1], self.0.channels().width());
        if found != wanted {
            return Err(PyValueError::new_err(format!("found {found} columns, wanted {wanted}")));
        }
        inputs.as_slice().map_err(|_| PyValueError::new_err("found rows with gaps, wanted a contiguous array"))
    }
}

fn magnitudes<E: Display + Send + 'static>(saliency: Result<Saliency, E>) -> Finish {
    Box::new(move |py| {
        let saliency = saliency.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(saliency.magnitudes.into_pyarray(py).into_any().unbind())
    })
}

fn of_model(error: ModelError) -> PyErr {
    match error {
        ModelError::Io { .. } => PyOSError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}
