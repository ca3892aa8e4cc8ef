//! Names of enum values, for files and front ends: one list, one parser, one error for every enum.

use std::fmt;

use crate::text::shown;

/// An enum whose values have names.
///
/// Implementors also have the constant `ALL`, the methods `name` and `summary`, and implement `Display` and `FromStr`.
///
/// ```
/// use sgr_core::resampling::KnotRule;
/// assert_eq!(KnotRule::Stretched.to_string(), "stretched");
/// assert_eq!("literal".parse(), Ok(KnotRule::Literal));
/// let error = "even".parse::<KnotRule>().unwrap_err();
/// assert_eq!(error.to_string(), "found knot rule \"even\", wanted one of literal, stretched, zero-based, nontrivial");
/// ```
pub trait Named: Copy + 'static {
    /// What the values are, in the singular: `knot rule`.
    const KIND: &'static str;

    /// Every value, in the order of lists and messages.
    const VALUES: &'static [Self];

    /// The name in files and front ends.
    fn name(self) -> &'static str;

    /// The value in a few words, for help texts.
    fn summary(self) -> &'static str;

    /// Names of earlier versions, which are still understood but no longer shown.
    fn former_names(self) -> &'static [&'static str] {
        &[]
    }

    /// The value of a name.
    ///
    /// # Errors
    /// [`UnknownName`].
    fn from_name(name: &str) -> Result<Self, UnknownName> {
        let is_named = |value: &Self| value.name() == name || value.former_names().contains(&name);
        Self::VALUES.iter().copied().find(is_named).ok_or_else(|| UnknownName::of::<Self>(name))
    }
}

/// A name that no value of an enum has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// What was to be named: `representation`, `format`.
    pub kind: &'static str,
    /// The name as given.
    pub found: String,
    /// The names that exist.
    pub wanted: Vec<&'static str>,
}

impl UnknownName {
    /// The error for a name that no value of `T` has.
    pub fn of<T: Named>(found: &str) -> Self {
        let wanted = T::VALUES.iter().map(|value| value.name()).collect();
        Self { kind: T::KIND, found: found.to_owned(), wanted }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, wanted) = (shown(&self.found), self.wanted.join(", "));
        write!(formatter, "found {} \"{found}\", wanted one of {wanted}", self.kind)
    }
}

impl std::error::Error for UnknownName {}

/// Implements [`Named`], `Display` and `FromStr` by the enum's own `ALL`, `name` and `summary`, and its method for names of
/// earlier versions, if one is given.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ty, $kind:literal $(, $former:ident)?) => {
        impl $crate::names::Named for $type {
            const KIND: &'static str = $kind;
            const VALUES: &'static [Self] = &Self::ALL;

            fn name(self) -> &'static str {
                Self::name(self)
            }

            fn summary(self) -> &'static str {
                Self::summary(self)
            }

            $(
                fn former_names(self) -> &'static [&'static str] {
                    Self::$former(self)
                }
            )?
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(Self::name(*self))
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::names::Named::from_name(name)
            }
        }
    };
}
