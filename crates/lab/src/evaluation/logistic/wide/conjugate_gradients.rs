//! Conjugate gradients inside a trust region.

use super::lanes::{Numbers, add, dot, norm};
use super::rows::LANES;

/// A step is solved until its residual is this part of the gradient: LIBLINEAR's constant.
const TOLERANCE: f64 = 0.1;

/// Solves H s = −∇f for a step s inside a ball, one product with H at a time.
///
/// Steihaug 1983, "The Conjugate Gradient Method and Trust Regions in Large Scale Optimization"; algorithm 2 of Lin, Weng &
/// Keerthi 2008.
pub(super) struct ConjugateGradients {
    /// s so far.
    pub(super) step: Numbers,
    /// −∇f − H s.
    pub(super) residual: Numbers,
    /// The vector of the next product.
    pub(super) conjugate: Numbers,
    energy: f64,
    enough: f64,
    radius: f64,
    rounds_left: usize,
}

impl ConjugateGradients {
    /// From s = 0, in a ball of the given radius.
    pub(super) fn new(gradient: &[[f64; LANES]], radius: f64) -> Self {
        let residual: Numbers = gradient.iter().map(|slopes| slopes.map(|slope| -slope)).collect();
        let energy = dot(&residual, &residual);
        Self {
            step: vec![[0.0; LANES]; gradient.len()],
            conjugate: residual.clone(),
            residual,
            energy,
            enough: TOLERANCE * energy.sqrt(),
            radius,
            // In exact arithmetic it ends after as many rounds as there are dimensions.
            rounds_left: LANES * gradient.len(),
        }
    }

    /// Takes the product of H and the conjugate; whether another product is needed.
    pub(super) fn goes_on(&mut self, product: &[[f64; LANES]]) -> bool {
        let length = self.energy / dot(&self.conjugate, product);
        add(&mut self.step, length, &self.conjugate);
        if norm(&self.step) > self.radius {
            add(&mut self.step, -length, &self.conjugate);
            let length = self.to_the_edge();
            add(&mut self.step, length, &self.conjugate);
            add(&mut self.residual, -length, product);
            return false;
        }
        add(&mut self.residual, -length, product);
        let before = std::mem::replace(&mut self.energy, dot(&self.residual, &self.residual));
        let turn = self.energy / before;
        let conjugates = self.conjugate.as_flattened_mut().iter_mut().zip(self.residual.as_flattened());
        conjugates.for_each(|(conjugate, residual)| *conjugate = residual + turn * *conjugate);
        self.rounds_left -= 1;
        self.energy.sqrt() > self.enough && self.rounds_left > 0
    }

    /// How far along the conjugate the ball ends.
    fn to_the_edge(&self) -> f64 {
        let (along, square) = (dot(&self.step, &self.conjugate), dot(&self.conjugate, &self.conjugate));
        let left = self.radius * self.radius - dot(&self.step, &self.step);
        let root = (along * along + square * left).max(0.0).sqrt();
        // Of the two ways to write the solution, the one that subtracts nothing.
        if along >= 0.0 { left / (along + root) } else { (root - along) / square }
    }
}
