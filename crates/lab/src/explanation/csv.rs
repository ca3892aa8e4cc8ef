//! Influences as comma-separated text under a header line. A number is the shortest text that reads back as the same `f64`.

use std::io::{self, Write};

use super::{CollectionInfluence, GraphInfluence, Place};
use sgr_io::output::write_field;

impl CollectionInfluence {
    /// One line a label, most influence first.
    ///
    /// # Errors
    /// None: the lines go to memory.
    pub fn to_csv(&self) -> io::Result<Vec<u8>> {
        let mut bytes = b"carrier,label,graphs,carriers,influence,movement".to_vec();
        for class in &self.classes {
            bytes.push(b',');
            write_field(&mut bytes, &format!("class {class}"))?;
        }
        bytes.push(b'\n');
        for label in &self.labels {
            write!(bytes, "{},", label.carrier.name())?;
            write_field(&mut bytes, &label.label)?;
            write!(bytes, ",{},{},{},{}", label.graphs, label.carriers, label.influence, label.movement)?;
            label.changes.iter().try_for_each(|change| write!(bytes, ",{change}"))?;
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}

impl GraphInfluence {
    /// One line a node and edge, in the order of the nodes. Fields without a number are empty.
    ///
    /// # Errors
    /// None: the lines go to memory.
    pub fn to_csv(&self) -> io::Result<Vec<u8>> {
        let mut bytes = b"carrier,node,other,label,log_odds,probability,distance,movement\n".to_vec();
        for carrier in &self.carriers {
            match carrier.place {
                Place::Node(node) => write!(bytes, "node,{node},,")?,
                Place::Edge([u, v]) => write!(bytes, "edge,{u},{v},")?,
            }
            write_field(&mut bytes, &carrier.label)?;
            let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            for value in [carrier.log_odds, carrier.probability, carrier.distance] {
                write!(bytes, ",{}", number(value))?;
            }
            writeln!(bytes, ",{}", carrier.movement)?;
        }
        Ok(bytes)
    }
}
