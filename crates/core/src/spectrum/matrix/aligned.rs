//! Aligned buffers for the SIMD kernels.

/// Bytes of a cache line, and of the widest register.
const ALIGNMENT: usize = 64;

/// A reusable buffer that starts at a cache line: a full-width load across two lines takes twice as long.
#[derive(Debug, Default)]
pub(crate) struct AlignedVec {
    storage: Vec<f64>,
    start: usize,
    len: usize,
}

impl AlignedVec {
    /// Makes the buffer `len` entries long, all equal to `value`.
    pub(crate) fn reset(&mut self, len: usize, value: f64) {
        self.resize(len);
        self.as_mut_slice().fill(value);
    }

    /// Makes the buffer `len` entries long, with unspecified values.
    pub(crate) fn resize(&mut self, len: usize) {
        self.reserve(len);
        self.len = len;
    }

    pub(crate) fn as_slice(&self) -> &[f64] {
        &self.storage[self.start..self.start + self.len]
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.storage[self.start..self.start + self.len]
    }

    fn reserve(&mut self, len: usize) {
        let spare = ALIGNMENT / size_of::<f64>();
        if self.storage.len() < len + spare {
            self.storage = vec![0.0; (len + spare).next_power_of_two()];
            self.start = self.storage.as_ptr().align_offset(ALIGNMENT).min(spare);
        }
    }
}
