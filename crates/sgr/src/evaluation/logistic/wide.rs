use super::line_search::LineSearch;
use super::newton::Minimum;
use crate::evaluation::VectorRows;

/// Ends when the gradient is this part of what it was at w = 0, times the share of the rarer side: LIBLINEAR's rule, and
/// its default in scikit-learn.
const TOLERANCE: f64 = 1e-4;
/// Newton steps; ordinary problems take 10 to 30.
const MOST_STEPS: usize = 100;
/// Products of the Hessian for one Newton step.
const MOST_PRODUCTS: usize = 500;
/// A step is solved until its residual is this part of the gradient.
const INNER_TOLERANCE: f64 = 0.1;

/// Examples with more numbers than a Hessian should have rows, most of them zero: as a histogram with thousands of bins.
///
/// The same minimum as [`Newton`](super::newton::Newton) finds, by Newton steps that conjugate gradients solve only as far as
/// pays (Lin, Weng & Keerthi 2008, "Trust Region Newton Method for Large-Scale Logistic Regression", with a line search in
/// place of the region), scaled by the diagonal of the Hessian, since counts in common bins are 10⁴ times those in rare ones.
///
/// # Complexity
/// O(z) time a product for z numbers that are not zero; O(z) space.
#[derive(Debug)]
pub(super) struct WideExamples {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f32>,
    width: usize,
}

impl WideExamples {
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        let width = vectors.width() + 1;
        let mut examples = Self { offsets: vec![0], columns: Vec::new(), values: Vec::new(), width };
        for at in 0..vectors.len() {
            let row = vectors.row(at).iter().copied().chain([1.0]);
            let present = row.enumerate().filter(|&(_, value)| value != 0.0);
            for (column, value) in present {
                examples.columns.push(column as u32);
                examples.values.push(value);
            }
            examples.offsets.push(examples.columns.len());
        }
        examples
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    fn entries(&self, example: usize) -> impl Iterator<Item = (u32, f32)> + '_ {
        let range = self.offsets[example]..self.offsets[example + 1];
        self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// sum += factor · x.
    fn add(&self, example: usize, factor: f64, sum: &mut [f64]) {
        self.entries(example).for_each(|(column, value)| sum[column as usize] += factor * f64::from(value));
    }

    /// x·w.
    pub(super) fn dot(&self, example: usize, weights: &[f64]) -> f64 {
        self.entries(example).map(|(column, value)| f64::from(value) * weights[column as usize]).sum()
    }

    /// The weights that tell `training` examples with target 1 from those with −1, and whether they came within the
    /// tolerance.
    pub(super) fn minimize(&self, training: &[usize], targets: &[f64]) -> Minimum {
        let mut problem = Problem { examples: self, training, targets, weights: vec![0.0; self.width] };
        let finished = problem.minimize();
        Minimum { weights: problem.weights.into_iter().collect(), finished }
    }
}

/// One class against the rest.
struct Problem<'a> {
    examples: &'a WideExamples,
    training: &'a [usize],
    targets: &'a [f64],
    weights: Vec<f64>,
}

impl Problem<'_> {
    fn minimize(&mut self) -> bool {
        let positives = self.targets.iter().filter(|&&target| target > 0.0).count();
        let rarer = positives.min(self.targets.len() - positives).max(1) as f64;
        let mut margins = vec![0.0; self.training.len()];
        let mut first = None;
        for _ in 0..MOST_STEPS {
            let misses: Vec<f64> = margins.iter().map(|margin: &f64| 1.0 / (1.0 + margin.exp())).collect();
            let gradient = self.gradient(&misses);
            let length = norm(&gradient);
            let wanted = TOLERANCE * rarer / self.targets.len() as f64 * *first.get_or_insert(length);
            if length <= wanted {
                return true;
            }
            let curvatures: Vec<f64> = misses.iter().map(|miss| miss * (1.0 - miss)).collect();
            let step = self.newton_step(&gradient, &curvatures);
            let step_margins = self.margins(&step);
            let decrease = dot(&gradient, &step);
            let search = LineSearch { margins: &margins, step_margins: &step_margins, decrease };
            let Some(scale) = search.length(&self.weights, &step) else { return false };
            self.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= scale * step);
            margins.iter_mut().zip(&step_margins).for_each(|(margin, step)| *margin -= scale * step);
        }
        false
    }

    /// t_i x_i·v.
    fn margins(&self, vector: &[f64]) -> Vec<f64> {
        let margin = |(&example, target): (&usize, &f64)| target * self.examples.dot(example, vector);
        self.training.iter().zip(self.targets).map(margin).collect()
    }

    /// w − Σ t_i p_i x_i.
    fn gradient(&self, misses: &[f64]) -> Vec<f64> {
        let mut gradient = self.weights.clone();
        for ((&example, target), miss) in self.training.iter().zip(self.targets).zip(misses) {
            self.examples.add(example, -target * miss, &mut gradient);
        }
        gradient
    }

    /// (I + Σ c_i x_i x_iᵀ) v, in one pass over the examples.
    fn hessian_product(&self, curvatures: &[f64], vector: &[f64], product: &mut Vec<f64>) {
        product.clear();
        product.extend_from_slice(vector);
        for (&example, curvature) in self.training.iter().zip(curvatures) {
            let factor = curvature * self.examples.dot(example, vector);
            self.examples.add(example, factor, product);
        }
    }

    /// 1 / (1 + Σ c_i x_i²).
    fn inverse_diagonal(&self, curvatures: &[f64]) -> Vec<f64> {
        let mut diagonal = vec![1.0; self.examples.width];
        for (&example, curvature) in self.training.iter().zip(curvatures) {
            let entries = self.examples.entries(example);
            entries.for_each(|(column, value)| diagonal[column as usize] += curvature * f64::from(value).powi(2));
        }
        diagonal.iter().map(|value| 1.0 / value).collect()
    }

    /// About ∇²f⁻¹ ∇f, by conjugate gradients.
    fn newton_step(&self, gradient: &[f64], curvatures: &[f64]) -> Vec<f64> {
        let scale = self.inverse_diagonal(curvatures);
        let scaled = |residual: &[f64]| -> Vec<f64> { residual.iter().zip(&scale).map(|(a, b)| a * b).collect() };
        let mut step = vec![0.0; gradient.len()];
        let mut residual = gradient.to_vec();
        let mut direction = scaled(&residual);
        let mut energy = dot(&residual, &direction);
        let (mut product, enough) = (Vec::new(), INNER_TOLERANCE * INNER_TOLERANCE * energy);
        for _ in 0..MOST_PRODUCTS {
            self.hessian_product(curvatures, &direction, &mut product);
            let length = energy / dot(&direction, &product);
            add(&mut step, length, &direction);
            add(&mut residual, -length, &product);
            let preconditioned = scaled(&residual);
            let before = std::mem::replace(&mut energy, dot(&residual, &preconditioned));
            if energy <= enough {
                break;
            }
            let turn = energy / before;
            direction.iter_mut().zip(&preconditioned).for_each(|(a, b)| *a = b + turn * *a);
        }
        step
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// sum += factor · vector.
fn add(sum: &mut [f64], factor: f64, vector: &[f64]) {
    sum.iter_mut().zip(vector).for_each(|(sum, value)| *sum += factor * value);
}
