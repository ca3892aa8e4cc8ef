//! Ring closures: numbers that stand at two atoms join them.

use hashbrown::HashMap;

use super::cursor::{Cursor, SmilesError};
use crate::input::molecules::molecule::BondKind;

/// Numbers of one or two digits, which are nearly all.
const USUAL: usize = 100;

/// The atoms that a closure joins, and the kind of their bond if it is written.
pub(super) type Closure = ([u32; 2], Option<BondKind>);

/// The first end of a closure.
#[derive(Debug, Clone, Copy)]
struct Opening {
    atom: u32,
    bond: Option<BondKind>,
    at: usize,
}

/// The numbers of a SMILES that wait for their second atom.
#[derive(Debug)]
pub(super) struct Rings {
    usual: [Option<Opening>; USUAL],
    larger: HashMap<usize, Opening>,
    /// How many wait.
    open: usize,
    /// The pairs that closures joined, the smaller number first, and where.
    closed: Vec<([u32; 2], usize)>,
}

impl Default for Rings {
    fn default() -> Self {
        Self { usual: [None; USUAL], larger: HashMap::new(), open: 0, closed: Vec::new() }
    }
}

impl Rings {
    pub(super) fn clear(&mut self) {
        if self.open > 0 {
            self.usual.fill(None);
            self.larger.clear();
            self.open = 0;
        }
        self.closed.clear();
    }

    /// The end that waits at a number, which waits no more; otherwise `new` waits there.
    fn take_or_wait(&mut self, number: usize, new: Opening) -> Option<Opening> {
        let waiting = match self.usual.get_mut(number) {
            Some(place) => place.take(),
            None => self.larger.remove(&number),
        };
        match waiting {
            Some(_) => self.open -= 1,
            None => {
                self.open += 1;
                match self.usual.get_mut(number) {
                    Some(place) => *place = Some(new),
                    None => drop(self.larger.insert(number, new)),
                }
            }
        }
        waiting
    }

    /// Reads a number: the first time it remembers the atom, the second time it joins both. `before` tells which atom a chain
    /// joins an atom to.
    pub(super) fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        atom: u32,
        bond: Option<BondKind>,
        before: impl Fn(u32) -> u32,
    ) -> Result<Option<Closure>, SmilesError> {
        let at = cursor.at;
        let number = number(cursor)?;
        let Some(opening) = self.take_or_wait(number, Opening { atom, bond, at }) else { return Ok(None) };
        let ends = [opening.atom, atom];
        if opening.atom == atom {
            return Err(SmilesError::new(at, format!("ring closure {number} from an atom to itself"), "two atoms"));
        }
        if before(atom) == opening.atom || before(opening.atom) == atom {
            return Err(second_bond(at, ends));
        }
        let kind = match (opening.bond, bond) {
            (Some(first), Some(second)) if first != second => {
                let found = format!("ring {number} closed as {}", second.name());
                return Err(SmilesError::new(at, found, format!("{}, as it was opened", first.name())));
            }
            (first, second) => first.or(second),
        };
        self.closed.push(([ends[0].min(ends[1]), ends[0].max(ends[1])], at));
        Ok(Some((ends, kind)))
    }

    /// An error if a number still waits, or if two closures join the same atoms.
    pub(super) fn finish(&mut self) -> Result<(), SmilesError> {
        if self.open > 0 {
            let usual =
                self.usual.iter().enumerate().filter_map(|(number, opening)| Some((opening.as_ref()?.at, number)));
            let larger = self.larger.iter().map(|(&number, opening)| (opening.at, number));
            let waiting = usual.chain(larger);
            if let Some((at, number)) = waiting.min() {
                return Err(SmilesError::new(at, format!("ring {number}"), "a second atom with this number"));
            }
        }
        self.closed.sort_unstable();
        match self.closed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(second_bond(pair[1].1, pair[1].0)),
            None => Ok(()),
        }
    }
}

#[cold]
fn second_bond(at: usize, [u, v]: [u32; 2]) -> SmilesError {
    let (u, v) = (u.min(v) + 1, u.max(v) + 1);
    SmilesError::new(at, format!("a second bond between atoms {u} and {v}"), "one bond")
}

/// A digit, `%` and two digits, or `%(` and up to five digits and `)`.
fn number(cursor: &mut Cursor<'_>) -> Result<usize, SmilesError> {
    const MOST_DIGITS: usize = 5;
    let is_long = cursor.take(b'%');
    let is_in_brackets = is_long && cursor.take(b'(');
    let (least, most) = match (is_long, is_in_brackets) {
        (false, _) => (1, 1),
        (true, false) => (2, 2),
        (true, true) => (1, MOST_DIGITS),
    };
    let (mut number, mut digits) = (0, 0);
    while let Some(digit) = cursor.peek().filter(|byte| digits < most && byte.is_ascii_digit()) {
        number = 10 * number + usize::from(digit - b'0');
        digits += 1;
        cursor.at += 1;
    }
    if digits < least {
        return Err(cursor.unexpected("a digit of a ring closure"));
    }
    if is_in_brackets && !cursor.take(b')') {
        return Err(cursor.unexpected(format!("\")\" after at most {MOST_DIGITS} digits")));
    }
    Ok(number)
}
