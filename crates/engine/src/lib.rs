//! The computer player: hints, levels, search and evaluation.
