//! How loud something is, as the user sets it.

use kira::Decibels;

/// A loudness from 0 to 100 per cent, in steps that sound alike to the ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Volume(u8);

impl Volume {
    /// Nothing is heard.
    pub const SILENT: Self = Self(0);
    /// As loud as the sounds were made.
    pub const FULL: Self = Self(100);

    /// A volume in per cent, at most 100.
    #[must_use]
    pub const fn percent(percent: u8) -> Self {
        if percent > 100 { Self::FULL } else { Self(percent) }
    }

    /// The amplitude goes with the square, as the ear hears ratios.
    pub(crate) fn decibels(self) -> Decibels {
        match self {
            Self::SILENT => Decibels::SILENCE,
            Self(percent) => Decibels(40.0 * (f32::from(percent) / 100.0).log10()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_become_decibels() {
        assert_eq!(Volume::FULL.decibels(), Decibels::IDENTITY);
        assert!((Volume::percent(50).decibels().0 + 12.04).abs() < 0.01);
        assert_eq!(Volume::SILENT.decibels().as_amplitude(), 0.0);
        assert_eq!(Volume::percent(200), Volume::FULL);
    }
}
