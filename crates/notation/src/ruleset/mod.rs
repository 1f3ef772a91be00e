//! Rule sets from files: those that ship, and those that users write.
//!
//! The format is described in `docs/rulesets.md`.

mod contradiction;
mod draft;
mod edit;
mod format;
mod pieces;
mod shipped;
mod wider;
mod zone;

use std::path::Path;
use std::sync::Arc;

use rules::message::{FaultMessage, sentences};
use rules::{Position, RuleFault, RuleSpec, Rules, Setup, message};

use crate::config::ReadFile;
use crate::diagnostics::{Diagnostic, Diagnostics, text_of, unreadable};
use crate::{Field, parse_toml};
pub use contradiction::DRAWINGS;
use draft::Places;
pub use draft::RuleDraft;
pub use edit::{Inspection, edit, inspect};
pub use format::format;
pub use pieces::{PieceDraft, estimated_value};
pub use shipped::{Group, all_ids, id_of, shipped, shipped_ids, shipped_or_error, variant_ids};
pub(crate) use shipped::{listed_ids, quoted_ids};

/// The largest file of a rule set, in KiB, where it comes from others.
pub(crate) const LARGEST: usize = 64;

/// How many files may inherit from each other in a row.
const MOST_ANCESTORS: usize = 8;

/// A rule set, and what was odd about its file.
pub type Loaded = (Arc<Rules>, Diagnostics);

/// Rules with or without fog of war.
///
/// # Errors
/// Why they cannot be played so: under fog kings are taken, so that each side must have one.
pub fn with_fog(rules: &Rules, fog: bool) -> Result<Arc<Rules>, Diagnostic> {
    rules.with_fog(fog).map_err(|faults| {
        let faults = sentences(&faults);
        Diagnostic::error(message!("fog", "fog does not fit these rules: {faults}", faults))
    })
}

/// Gives the text of a file that another inherits from, if it is not one that ships.
///
/// The error says why there is none.
pub type FindText<'a> = &'a dyn Fn(&str) -> Result<String, FaultMessage>;

/// For files that inherit only from those that ship.
pub fn no_files(name: &str) -> Result<String, FaultMessage> {
    Err(message!("does-not-ship", "`{name}` does not ship", name))
}

/// Reads a rule set's file, or returns everything that is wrong with it.
pub fn parse(text: &str, id: &str, find: FindText<'_>) -> Result<Loaded, Diagnostics> {
    let mut faults = Diagnostics::new();
    match Base::parse(text, id, find, &mut faults) {
        Some(base) => Ok((base.rules, faults)),
        None => Err(faults),
    }
}

/// Reads a rule set's file by its path: the name of the file is its id, and files that it inherits
/// from are looked for from its folder.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_file(text: &str, path: &Path, read_file: ReadFile<'_>) -> Result<Loaded, Diagnostics> {
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    let find = |name: &str| {
        let path = folder.join(name);
        let bytes = read_file(&path).map_err(|error| unreadable(&path, &error))?;
        Ok(text_of(&bytes)?.to_owned())
    };
    parse(text, &id, &find)
}

/// A rule set that a config file can change.
pub(crate) struct Base {
    /// The rule set as it is.
    pub rules: Arc<Rules>,
    draft: RuleDraft,
}

impl Base {
    /// One that ships.
    pub fn shipped(id: &str) -> Option<Base> {
        let text = shipped::shipped_text(id)?;
        let draft =
            draft_of(text, Path::new(""), &no_files, MOST_ANCESTORS, &mut Diagnostics::new())?;
        Some(Base { rules: shipped(id)?, draft })
    }

    /// One from a user's file, as [`parse`] reads it.
    pub fn parse(
        text: &str,
        id: &str,
        find: FindText<'_>,
        faults: &mut Diagnostics,
    ) -> Option<Base> {
        let draft = draft_of(text, Path::new(""), find, MOST_ANCESTORS, faults)?;
        let spec = draft.clone().into_spec(id, faults);
        let rules = compile(spec.filter(|_| !faults.has_errors())?, &draft.places(), faults)?;
        Some(Base { rules, draft })
    }

    /// The rule set with other pieces, board, promotion or fog, and its start position if that
    /// still fits.
    pub fn change(
        self,
        changes: RuleDraft,
        faults: &mut Diagnostics,
    ) -> Option<(RuleSpec, Option<Setup>)> {
        let mut draft = self.draft;
        draft.forget_places();
        draft.inherit_into(changes, faults);
        let (spec, start) = draft.into_spec_and_start(self.rules.id(), faults)?;
        let start = draft::start_setup(&spec, start.as_ref(), &mut Diagnostics::new());
        Some((spec, start))
    }
}

fn compile(spec: RuleSpec, places: &Places, faults: &mut Diagnostics) -> Option<Arc<Rules>> {
    let compiled = Rules::compile(spec);
    let mut tell = |fault: &RuleFault| faults.push(places.explain(fault));
    let compiled = compiled.map_err(|found| found.iter().for_each(&mut tell));
    compiled.inspect(|rules| tell_end(rules, places, faults)).ok()
}

/// Warns if neither side can make a move.
fn tell_end(rules: &Arc<Rules>, places: &Places, faults: &mut Diagnostics) {
    let outcome = Position::start(rules).outcome();
    if let Some(outcome) = outcome.filter(|outcome| outcome.reason.is_on_the_board()) {
        let message = message!(
            "rules-over-at-start",
            "the game is over before the first move: {outcome}",
            outcome
        );
        faults.push(Diagnostic::warning(message).at(places.of("start")).about("start"));
    }
}

/// A fault of a rule set with the key that it is about.
pub(crate) fn explain(fault: &RuleFault) -> Diagnostic {
    let key = match fault {
        RuleFault::NoRoyal(_) => "win",
        RuleFault::PromotionRank { .. }
        | RuleFault::NoPromotionChoice
        | RuleFault::SamePromotionChoice(_)
        | RuleFault::PromotionChoice(_)
        | RuleFault::UnknownPromotion => "promotion",
        RuleFault::NoRookToCastle
        | RuleFault::NoKingToCastle
        | RuleFault::CastlingStep { .. }
        | RuleFault::CastlingAmbiguous(_)
        | RuleFault::CastlingFiles { .. }
        | RuleFault::CastlingWithoutKings => "castling",
        RuleFault::RoyalsNeedCheckmate => "royals",
        RuleFault::Shuffle(_) => "shuffle",
        RuleFault::CheckCount(_)
        | RuleFault::RowLength(_)
        | RuleFault::NoGoal
        | RuleFault::UnknownProgress
        | RuleFault::UnknownGoal
        | RuleFault::UnknownExtinction => "ends",
        RuleFault::DoubleStepRank { .. } | RuleFault::NoPawn => "double_step",
        RuleFault::EnPassantWithoutDoubleStep => "en_passant",
        RuleFault::Start(_) => "start",
        _ => "pieces",
    };
    Diagnostic::error(message!("about-key", "`{key}`: {fault}", key, fault)).about(key)
}

/// What a file in a folder says together with all that it inherits.
fn draft_of(
    text: &str,
    folder: &Path,
    find: FindText<'_>,
    ancestors: usize,
    faults: &mut Diagnostics,
) -> Option<RuleDraft> {
    let node = parse_toml(text).map_err(|fault| faults.push(fault)).ok()?;
    let mut file = Field::root(&node).table(faults);
    let inherits = file.get("inherits");
    let mut own = RuleDraft::read(&mut file, faults);
    own.set_keys(&node);
    file.finish(faults);
    let Some(name) = inherits.text(faults) else {
        let mut draft = RuleDraft::default();
        draft.inherit_into(own, faults);
        return Some(draft);
    };
    if ancestors == 0 {
        let words = message!(
            "too-many-ancestors",
            "goes on for more than {most} files",
            most = MOST_ANCESTORS
        );
        inherits.error(words, faults);
        return None;
    }
    let path = folder.join(name);
    let parent = match shipped::shipped_text(id_of(name)) {
        Some(text) => Ok(text.to_owned()),
        None => find(&path.to_string_lossy()),
    };
    match parent {
        Ok(text) => {
            let mut inherited = Diagnostics::new();
            let folder = path.parent().unwrap_or(folder);
            let parent = draft_of(&text, folder, find, ancestors - 1, &mut inherited);
            inherited.iter().for_each(|fault| faults.push(fault.clone().in_file(name)));
            let mut draft = parent?;
            draft.forget_places();
            draft.inherit_into(own, faults);
            Some(draft)
        }
        Err(why) => {
            let expected = message!(
                "expected-ancestor",
                "one of {ids} or the path of a file ({why})",
                ids = listed_ids(),
                why
            );
            inherits.report(expected, faults);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = match parse(text, "test", &no_files) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults,
        };
        let found: Vec<_> = found.iter().map(Diagnostic::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn promotion_moves_with_the_board() {
        let rank = |text: &str| {
            let parsed = parse(text, "test", &no_files);
            let rules = parsed.expect("a rule set").0;
            rules.spec().promotion.as_ref().map(|promotion| promotion.rank)
        };
        let tall = "board = '8x10'\nstart = '4k3/8/8/8/8/8/8/8/8/4K3'\n";
        assert_eq!(rank(&format!("inherits = 'standard'\n{tall}")), Some(10));
        assert_eq!(rank(&format!("inherits = 'xxl'\n{tall}")), Some(8));
        let choice = "promotion = { choices = ['rook'] }\n";
        assert_eq!(rank(&format!("inherits = 'standard'\n{tall}{choice}")), Some(10));
        let own = "promotion = { rank = 7, choices = ['rook'] }\n";
        assert_eq!(rank(&format!("inherits = 'standard'\n{tall}{own}")), Some(7));
    }

    #[test]
    fn a_new_piece_takes_four_lines() {
        let text =
            "inherits = 'xxl'\n[[pieces]]\nname = 'nightrider'\nsymbol = 's'\nbetza = 'NN'\n";
        check(text, &[]);
    }

    #[test]
    fn positions_that_would_be_slow_to_search_are_refused() {
        let full = |betza: &str, row: &str| {
            let rows = [row; 14].join("/");
            format!(
                "inherits = 'xxl'\nboard = '16x16'\ncastling = false\ndouble_step = false\n\
                 start = 'k15/{rows}/15K'\n[[pieces]]\nname = 'rider'\nsymbol = 'y'\n\
                 betza = '{betza}'\n"
            )
        };
        let row = "Y".repeat(16);
        // An amazon on nearly every square, and riders with many rays, are fine.
        check(&full("QN", &row), &[]);
        let mated = "warning: line 5, column 9: the game is over before the first move: black wins by checkmate";
        check(&full("QNNCCZZAADD", "Y4y9Y"), &[mated]);
        check(
            &full("QNNCCZZAADDHH", "16"),
            &[
                "line 6, column 1: `pieces`: `rider` has 44 rays, one for each direction and purpose; \
               expected at most 40",
            ],
        );
        check(
            &full("QNNC", &row),
            &[
                "line 5, column 9: `start`: start position: the pieces have 5392 rays together, a pawn as many as \
               what it can become; expected at most 4096",
            ],
        );
        // Sixteen pawns of each side that can become riders count as those.
        let pawns = full("QNNCCZZAADD", &"p".repeat(16))
            .replace("[[pieces]]", "promotion = { choices = ['rider'] }\n[[pieces]]");
        check(
            &pawns,
            &[
                "line 5, column 9: `start`: start position: the pieces have 8976 rays together, a pawn as many as \
               what it can become; expected at most 4096",
            ],
        );
    }

    #[test]
    fn faults_of_one_part_do_not_hide_those_of_another() {
        check(
            "inherits = 'xxl'\nremove = ['quen']\nwin = 'chekmate'\nstart = '8/8'\n\
             promotion = {choices = ['wizard', 'queen', 'q']}\n\
             pieces = [{name='a', symbol='z', betza='W'}, {name='a', symbol='y', betza='F'}]\n",
            &[
                "line 6, column 46: `pieces[1]` describes `a` a second time",
                "line 3, column 7: `win` is \"chekmate\"; expected \"checkmate\", \"king-capture\" or \"never\"; did you mean \"checkmate\"?",
                "line 2, column 11: `remove` names `quen`, which is not inherited; did you mean `queen`?",
                "line 5, column 13: `promotion`: `queen` is named twice among what pawns promote to",
            ],
        );
    }

    #[test]
    fn combinations_of_combinations_are_worked_out_once() {
        let mut text = "inherits = 'xxl'\n".to_owned();
        for (this, next) in
            [("s", "t"), ("t", "u"), ("u", "v"), ("v", "w"), ("w", "x"), ("x", "king")]
        {
            let parts = format!("'{next}', ").repeat(12);
            text +=
                &format!("[[pieces]]\nname = '{this}'\nsymbol = '{this}'\ncombines = [{parts}]\n");
        }
        check(&text, &[]);
        let ring = text.replace("'king'", "'s'");
        assert!(
            parse(&ring, "ring", &no_files).is_err_and(|f| f.to_string().contains("in a ring"))
        );
    }

    #[test]
    fn faults_of_rules_have_a_place() {
        check(
            "inherits = 'standard'\nstart = 'K7/8/8/8/8/8/8/8'\n",
            &["line 2, column 9: `start`: start position: black has no king; expected one"],
        );
        check(
            "inherits = 'standard'\n[[pieces]]\nname = 'a'\nsymbol = 'a'\ncombines = ['b']\n\
             [[pieces]]\nname = 'b'\nsymbol = 'c'\ncombines = ['a']\n",
            &[
                "line 2, column 1: the piece `a` combines pieces in a ring",
                "line 6, column 1: the piece `b` combines pieces in a ring",
            ],
        );
        // A place of the file that is inherited would be looked for in this one.
        let find =
            |_: &str| Ok("inherits = 'standard'\nstart = '7k/8/5KQ1/8/8/8/8/8 w'".to_owned());
        let text = "inherits = 'a.toml'\npieces = []\nwin = 'king-capture'\nroyals = 'all'\n";
        let faults = parse(text, "test", &find).expect_err("it needs checkmate");
        assert!(faults.iter().all(|fault| fault.place.is_none_or(|place| place.line == 4)));
    }

    #[test]
    fn an_inherited_file_is_looked_for_beside_the_one_that_names_it() {
        let find = |name: &str| match name {
            "sub/middle.toml" => Ok("inherits = 'base.toml'".to_owned()),
            "sub/base.toml" => Ok("inherits = 'xxl'".to_owned()),
            _ => no_files(name),
        };
        assert!(parse("inherits = 'sub/middle.toml'", "top", &find).is_ok());
        assert!(parse("inherits = 'chess'", "top", &no_files).is_ok());
    }

    #[test]
    fn a_piece_that_changes_others_is_told() {
        check(
            "inherits = 'xxl'\npieces = [{name = 'bishop', betza = 'B3'}]\n",
            &[
                "warning: another movement of `bishop` also changes `archbishop`, `amazon`, `queen`, made of \
               known pieces; give each a `betza` or `combines` of its own if that is not meant",
            ],
        );
        // What is said of the others is what is meant.
        check(
            "inherits = 'standard'\n\
             pieces = [{name = 'bishop', betza = 'B3'}, {name = 'queen', betza = 'Q'}]\n",
            &[],
        );
        check("inherits = 'standard'\npieces = [{name = 'bishop', betza = 'B'}]\n", &[]);
    }

    #[test]
    fn a_game_that_is_over_at_once_is_told() {
        check(
            "inherits = 'standard'\nends = { goal = { squares = 'a1' } }\n",
            &["warning: the game is over before the first move: black wins by goal"],
        );
        check(
            "inherits = 'standard'\nstart = '7k/8/5KQ1/8/8/8/8/8 b'\n",
            &[
                "warning: line 2, column 9: the game is over before the first move: draw by stalemate",
            ],
        );
    }

    #[test]
    fn pieces_become_others_but_no_second_king() {
        let knight = |becomes: &str, more: &str| {
            format!(
                "inherits = 'standard'\npieces = [{{name = 'knight', becomes = '{becomes}'}}]\n{more}"
            )
        };
        check(&knight("queen", ""), &[]);
        check(
            &knight("knight", ""),
            &["line 2, column 11: `pieces`: `knight` becomes itself; expected another piece"],
        );
        let second = "line 2, column 11: `pieces`: `knight` cannot become `king`: each side always has just one king";
        check(&knight("king", ""), &[second]);
        check(&knight("king", "royals = 'all'\n"), &[]);
        check(
            "inherits = 'standard'\npieces = [{name = 'king', becomes = 'queen'}]\n",
            &[
                "line 2, column 11: `pieces`: `king` cannot become `queen`: each side always has just one king",
            ],
        );
        check(
            "inherits = 'standard'\npromotion = { choices = ['queen'], black_choices = ['king', 'rook', 'rook'] }\n",
            &[
                "line 2, column 13: `promotion`: pawns cannot promote to `king`",
                "line 2, column 13: `promotion`: `rook` is named twice among what pawns promote to",
            ],
        );
    }

    #[test]
    fn a_game_that_can_get_stuck_is_told() {
        check(
            "inherits = 'standard'\n[draws]\nstalemate = false\n",
            &[
                "warning: `draws.stalemate` is false: a side that is not in check and has no legal move is \
               stuck, and the game has no result until the players end it",
            ],
        );
    }

    #[test]
    fn every_fault_is_told_at_once() {
        check(
            "inherits = 'standard'\nboard = '8x80'\nwin = 'chekmate'\nfog = 1\nstrat = 'x'\n\
             pieces = ['pegasus', {name='wazir', symbol='ww', betza='Wa'}]\n\
             promotion = {rank = 99, choices = ['king', 'wizzard']}\n",
            &[
                "line 2, column 9: `board` is \"8x80\"; expected a size from \"4x4\" to \"16x16\" (files by ranks)",
                "line 6, column 11: `pieces[0]` is \"pegasus\"; expected the name of a known piece or a table that describes one",
                "line 6, column 56: `pieces[1].betza` is \"Wa\"; expected a movement in Betza notation (position 2: `a` (moving again) is not supported; expected one of the atoms WFDANHCLZGRBKQ, the modifiers fblrvshmcpgnjie or a range)",
                "line 6, column 44: `pieces[1].symbol` is \"ww\"; expected one small letter (it names the piece in layouts, FEN and moves)",
                "line 3, column 7: `win` is \"chekmate\"; expected \"checkmate\", \"king-capture\" or \"never\"; did you mean \"checkmate\"?",
                "line 4, column 7: `fog` is 1; expected true or false",
                "line 7, column 21: `promotion.rank` is 99; expected a rank from 2 to 16",
                "warning: line 5, column 1: unknown key `strat`; did you mean `start`?",
                "line 7, column 13: `promotion`: pawns cannot promote to `king`",
            ],
        );
    }
}
