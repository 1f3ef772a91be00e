//! Games from a PGN file, one after the other, each checked by its rules.

use std::io::Read;
use std::sync::Arc;

use rules::{Move, Rules};

use super::draft::{Draft, Fault};
use super::variant::Variants;
use super::{Game, PgnError, PgnErrorKind, PgnToken, PgnWarning, ScanError, Scanner};
use crate::diagnostics::Diagnostic;

/// Reads the games of a PGN file and keeps only the one at hand.
///
/// Each item is a game, or what is wrong with it; the games behind a faulty one still come. A
/// file that has text but nothing like a game gives one fault, an empty one gives nothing.
pub struct Reader<R> {
    scanner: Scanner<R>,
    variants: Variants,
    games: u64,
    is_finished: bool,
    /// Legal moves of the position at hand; kept for its memory.
    legal: Vec<Move>,
    warnings: Vec<PgnWarning>,
}

impl<R: Read> Reader<R> {
    /// A reader over a file. It reads ahead by itself; no other buffer is needed.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            scanner: Scanner::new(source),
            variants: Variants::default(),
            games: 0,
            is_finished: false,
            legal: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Games without a `Variant` tag are played by these rules instead of those of ordinary
    /// chess; so are those whose tag gives the name of these rules.
    pub fn with_default_rules(mut self, rules: Arc<Rules>) -> Reader<R> {
        self.variants.set_default(rules);
        self
    }

    /// Asks for rules that do not ship, by what the `Variant` tag says: an id, or a path.
    pub fn with_resolver(
        mut self,
        resolver: impl FnMut(&str) -> Result<Arc<Rules>, Diagnostic> + Send + 'static,
    ) -> Reader<R> {
        self.variants.set_resolver(Box::new(resolver));
        self
    }

    /// What is odd about the game that was read last.
    pub fn warnings(&self) -> &[PgnWarning] {
        &self.warnings
    }

    /// The next game, or nothing at the end of the file.
    fn read_game(&mut self) -> Result<Option<Game>, Fault> {
        let mut draft = Ok(Draft::default());
        loop {
            let token = match self.scanner.next_token() {
                Ok(token) => token,
                Err(ScanError::Read(error)) => {
                    self.is_finished = true;
                    return Err((self.scanner.place(), error.into()));
                }
                Err(ScanError::Fault { place, fault }) => {
                    draft = draft.and(Err((place, fault.into())));
                    continue;
                }
            };
            draft = match (token, draft) {
                (Some((place, PgnToken::End(result))), draft) => {
                    let (game, odd) = draft?.finish((place, result), &mut self.variants)?;
                    let number = self.games;
                    let warning = |(place, kind)| PgnWarning { game: number, place, kind };
                    self.warnings.extend(odd.into_iter().map(warning));
                    return Ok(Some(game));
                }
                (Some(token), Ok(draft)) => draft.add(token, &mut self.variants, &mut self.legal),
                (Some(_), faulty @ Err(_)) => faulty,
                (None, draft) => {
                    self.is_finished = true;
                    return draft.and_then(|draft| self.at_end(&draft));
                }
            };
        }
    }

    /// A file of comments alone is no PGN.
    fn at_end(&self, draft: &Draft) -> Result<Option<Game>, Fault> {
        match draft.first_comment() {
            Some(place) if self.games == 1 => Err((place, PgnErrorKind::NotPgn)),
            _ => Ok(None),
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_finished {
            return None;
        }
        self.games += 1;
        self.warnings.clear();
        let game = self.games;
        let error = |(place, kind)| PgnError { game, place, kind: Box::new(kind) };
        self.read_game().map_err(error).transpose()
    }
}
