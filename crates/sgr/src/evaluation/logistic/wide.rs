use pulp::Arch;

use super::line_search::softplus;
use super::newton::Minimum;
use crate::evaluation::VectorRows;

/// Numbers that are multiplied side by side.
const LANES: usize = 8;
/// Ends when the gradient is this part of what it was at w = 0, times the share of the rarer side: LIBLINEAR's rule, with
/// scikit-learn's constant.
const TOLERANCE: f64 = 1e-4;
/// Steps: scikit-learn's limit. A search that ends there counts as unfinished.
const MOST_STEPS: usize = 100;
/// A step is solved until its residual is this part of the gradient.
const INNER_TOLERANCE: f64 = 0.1;
/// Parts of the predicted decrease that a step must bring: to be taken, to keep the region, to let it grow.
const TAKEN: f64 = 1e-4;
const KEPT: f64 = 0.25;
const GROWN: f64 = 0.75;
/// How much the region shrinks at most, usually, and grows at most.
const SMALLEST: f64 = 0.25;
const SMALLER: f64 = 0.5;
const LARGER: f64 = 4.0;

/// Examples with more numbers than a Hessian should have rows: histograms with thousands of bins.
///
/// The minimum that [`Newton`](super::newton::Newton) finds is out of reach where counts differ by 10⁶, and LIBLINEAR does
/// not reach it either: its rule ends the search when the slope is a small part of the first one, which counts make steep.
/// So this is its search with its rule and its constants, to end where scikit-learn ends: Newton steps inside a region of trust,
/// each solved by conjugate gradients only as far as pays. See [`Search`].
///
/// # Complexity
/// O(z) time a product for z numbers that are not zero; O(z) space.
#[derive(Debug)]
pub(super) struct WideExamples {
    rows: Vec<Row>,
    width: usize,
}

/// An example, its zeros left out where that pays.
#[derive(Debug)]
enum Row {
    /// All numbers from the first to the last that is not zero.
    Dense { first: usize, values: Vec<f32> },
    /// The columns and values of those that are not zero.
    Sparse { columns: Vec<u32>, values: Vec<f32> },
}

/// Zeros are kept while there are no more than three for each other number. A guess: eight numbers in a row are one
/// operation, and one whose column must be looked up is another.
const DENSE_SHARE: usize = 4;

impl WideExamples {
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        let rows = (0..vectors.len()).map(|at| Row::of(vectors.row(at))).collect();
        Self { rows, width: vectors.width() + 1 }
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// (x, 1)·w.
    pub(super) fn score(&self, example: usize, weights: &[f64]) -> f64 {
        self.rows[example].dot(weights)
    }

    /// The weights that tell `training` examples with target 1 from those with −1, and whether they came within the
    /// tolerance.
    pub(super) fn minimize(&self, training: &[usize], targets: &[f64]) -> Minimum {
        let mut search = Search { examples: self, training, targets, weights: vec![0.0; self.width] };
        let finished = search.run();
        Minimum { weights: search.weights.into_iter().collect(), finished }
    }
}

impl Row {
    /// Of some numbers and the 1 for the intercept after them, which is always the last that is not zero.
    fn of(numbers: &[f32]) -> Self {
        let with_intercept: Vec<f32> = numbers.iter().copied().chain([1.0]).collect();
        let present: Vec<usize> = (0..with_intercept.len()).filter(|&at| with_intercept[at] != 0.0).collect();
        let first = present[0];
        if with_intercept.len() - first <= DENSE_SHARE * present.len() {
            return Self::Dense { first, values: with_intercept[first..].to_vec() };
        }
        let values = present.iter().map(|&at| with_intercept[at]).collect();
        Self::Sparse { columns: present.into_iter().map(|at| at as u32).collect(), values }
    }

    /// x·w, in eight sums for the lanes of a register.
    #[inline(always)]
    fn dot(&self, weights: &[f64]) -> f64 {
        match self {
            Self::Dense { first, values } => {
                let (values, rest) = values.as_chunks::<LANES>();
                let (weights, last) = weights[*first..].as_chunks::<LANES>();
                let mut sums = [0.0; LANES];
                for (values, weights) in values.iter().zip(weights) {
                    for lane in 0..LANES {
                        sums[lane] += f64::from(values[lane]) * weights[lane];
                    }
                }
                let rest: f64 = rest.iter().zip(last).map(|(&value, weight)| f64::from(value) * weight).sum();
                sums.iter().sum::<f64>() + rest
            }
            Self::Sparse { columns, values } => {
                let products = columns.iter().zip(values);
                products.map(|(&column, &value)| f64::from(value) * weights[column as usize]).sum()
            }
        }
    }

    /// sum += factor · x.
    #[inline(always)]
    fn add(&self, factor: f64, sum: &mut [f64]) {
        match self {
            Self::Dense { first, values } => {
                let sums = sum[*first..].iter_mut().zip(values);
                sums.for_each(|(sum, &value)| *sum += factor * f64::from(value));
            }
            Self::Sparse { columns, values } => {
                for (&column, &value) in columns.iter().zip(values) {
                    sum[column as usize] += factor * f64::from(value);
                }
            }
        }
    }
}

/// One class against the rest.
///
/// Lin, Weng & Keerthi 2008, "Trust Region Newton Method for Large-Scale Logistic Regression", algorithms 1 and 2.
struct Search<'a> {
    examples: &'a WideExamples,
    training: &'a [usize],
    targets: &'a [f64],
    weights: Vec<f64>,
}

/// A step inside the region of trust, and what is left of the gradient's equation.
struct Step {
    direction: Vec<f64>,
    residual: Vec<f64>,
}

impl Search<'_> {
    /// Whether the tolerance was reached.
    fn run(&mut self) -> bool {
        let mut margins = vec![0.0; self.training.len()];
        let mut value = objective(&self.weights, &margins);
        let mut misses = misses_of(&margins);
        let mut gradient = self.gradient(&misses);
        let mut radius = norm(&gradient);
        let enough = TOLERANCE * self.rarer_share() * radius;
        for steps in 0..MOST_STEPS {
            if norm(&gradient) <= enough {
                return true;
            }
            let curvatures: Vec<f64> = misses.iter().map(|miss| miss * (1.0 - miss)).collect();
            let Step { direction, residual } = self.step(&gradient, &curvatures, radius);
            let slope = dot(&gradient, &direction);
            let predicted = -0.5 * (slope - dot(&direction, &residual));
            let moved: Vec<f64> = self.weights.iter().zip(&direction).map(|(weight, step)| weight + step).collect();
            let moved_margins: Vec<f64> = margins.iter().zip(self.margins(&direction)).map(|(a, b)| a + b).collect();
            let moved_value = objective(&moved, &moved_margins);
            let length = norm(&direction);
            if steps == 0 {
                radius = radius.min(length);
            }
            let decrease = value - moved_value;
            radius = next_radius(radius, length, decrease / predicted, slope, -decrease);
            if decrease > TAKEN * predicted {
                (self.weights, margins, value) = (moved, moved_margins, moved_value);
                misses = misses_of(&margins);
                gradient = self.gradient(&misses);
            } else if predicted <= 0.0 || decrease.abs() <= f64::EPSILON * value.abs() {
                // Nothing but rounding is left.
                return true;
            }
        }
        false
    }

    /// The part of the examples on the side with fewer.
    fn rarer_share(&self) -> f64 {
        let positives = self.targets.iter().filter(|&&target| target > 0.0).count();
        positives.min(self.targets.len() - positives).max(1) as f64 / self.targets.len() as f64
    }

    /// t_i x_i·v.
    fn margins(&self, vector: &[f64]) -> Vec<f64> {
        let margin = |(&example, target): (&usize, &f64)| target * self.examples.rows[example].dot(vector);
        Arch::new().dispatch(|| self.training.iter().zip(self.targets).map(margin).collect())
    }

    /// w − Σ t_i p_i x_i.
    fn gradient(&self, misses: &[f64]) -> Vec<f64> {
        let mut gradient = self.weights.clone();
        Arch::new().dispatch(|| {
            for ((&example, target), miss) in self.training.iter().zip(self.targets).zip(misses) {
                self.examples.rows[example].add(-target * miss, &mut gradient);
            }
        });
        gradient
    }

    /// (I + Σ c_i x_i x_iᵀ) v, in one pass over the examples.
    fn hessian_product(&self, curvatures: &[f64], vector: &[f64], product: &mut Vec<f64>) {
        product.clear();
        product.extend_from_slice(vector);
        Arch::new().dispatch(|| {
            for (&example, &curvature) in self.training.iter().zip(curvatures) {
                // Large counts put most examples so far on their side that nothing bends there.
                if curvature > 0.0 {
                    let row = &self.examples.rows[example];
                    row.add(curvature * row.dot(vector), product);
                }
            }
        });
    }

    /// Conjugate gradients until the residual is small or the region ends.
    fn step(&self, gradient: &[f64], curvatures: &[f64], radius: f64) -> Step {
        let mut direction = vec![0.0; gradient.len()];
        let mut residual: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let mut conjugate = residual.clone();
        let mut energy = dot(&residual, &residual);
        let (mut product, enough) = (Vec::new(), INNER_TOLERANCE * norm(gradient));
        // In exact arithmetic it ends after as many rounds as there are dimensions.
        for _ in 0..gradient.len() {
            if energy.sqrt() <= enough {
                break;
            }
            self.hessian_product(curvatures, &conjugate, &mut product);
            let length = energy / dot(&conjugate, &product);
            add(&mut direction, length, &conjugate);
            if norm(&direction) > radius {
                add(&mut direction, -length, &conjugate);
                let length = to_the_edge(&direction, &conjugate, radius);
                add(&mut direction, length, &conjugate);
                add(&mut residual, -length, &product);
                break;
            }
            add(&mut residual, -length, &product);
            let before = std::mem::replace(&mut energy, dot(&residual, &residual));
            let turn = energy / before;
            conjugate.iter_mut().zip(&residual).for_each(|(a, b)| *a = b + turn * *a);
        }
        Step { direction, residual }
    }
}

/// The region after a step of the given length that brought `ratio` of what was predicted; `change` of the objective
/// beside the `slope` along the step tells how far the parabola through both would go.
fn next_radius(radius: f64, length: f64, ratio: f64, slope: f64, change: f64) -> f64 {
    let bend = change - slope;
    let stretch = if bend <= 0.0 { LARGER } else { (-0.5 * slope / bend).max(SMALLEST) };
    if ratio < TAKEN {
        (stretch.max(SMALLEST) * length).min(SMALLER * radius)
    } else if ratio < KEPT {
        (stretch * length).min(SMALLER * radius).max(SMALLEST * radius)
    } else if ratio < GROWN {
        (stretch * length).min(LARGER * radius).max(SMALLEST * radius)
    } else {
        (stretch * length).min(LARGER * radius).max(radius)
    }
}

/// How far along `conjugate` the ball of the given radius ends.
fn to_the_edge(direction: &[f64], conjugate: &[f64], radius: f64) -> f64 {
    let (along, square) = (dot(direction, conjugate), dot(conjugate, conjugate));
    let left = radius * radius - dot(direction, direction);
    let root = (along * along + square * left).max(0.0).sqrt();
    // Of the two ways to write the solution, the one that subtracts nothing.
    if along >= 0.0 { left / (along + root) } else { (root - along) / square }
}

/// |w|²/2 + Σ ln(1 + exp(−margin)).
fn objective(weights: &[f64], margins: &[f64]) -> f64 {
    0.5 * dot(weights, weights) + margins.iter().map(|margin| softplus(-margin)).sum::<f64>()
}

fn misses_of(margins: &[f64]) -> Vec<f64> {
    margins.iter().map(|margin| 1.0 / (1.0 + margin.exp())).collect()
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
