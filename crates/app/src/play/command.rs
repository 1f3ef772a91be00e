//! Commands of buttons and keys.

use super::online::OnlineCommand;

/// A command of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the last move back, or all moves after the one that is shown.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Show the start.
    First,
    /// One turn back.
    Back,
    /// One turn forward.
    Forward,
    /// Show the present.
    Live,
    /// Show the game after a number of turns.
    Jump(usize),
    /// Replay, or stop.
    Replay,
    /// Replay faster or slower: another step on the list of speeds.
    ReplaySpeed(i8),
    /// The next speed of the list, and the first after the last.
    NextReplaySpeed,
    /// Stop a game between computers, or let it go on.
    Hold,
    /// Turn the board around.
    Flip,
    /// Let the board turn to the side to move, or no longer.
    TurnBoard,
    /// Show more of a hint.
    Hint,
    /// Claim, accept or offer a draw.
    Draw,
    /// Answer the other player's offer.
    AnswerDraw(bool),
    /// Give up.
    Resign,
    /// Play on after all.
    TakeBackResignation,
    /// Start again from the first position.
    Restart,
    /// Open the analysis board at the position that is shown.
    Analyse,
    /// Open the analysis board and review the whole game.
    Review,
    /// Save the game.
    Save,
    /// Copy the link of a game over the network.
    CopyLink,
    /// Copy the game as PGN.
    CopyPgn,
    /// Copy the position that is shown as FEN.
    CopyFen,
    /// Save the board that is shown as a picture.
    SavePicture,
    /// Open another game.
    Load,
    /// Show what the engine thinks, or no longer.
    Evaluation,
    /// Forget the premoves.
    CancelPremoves,
    /// The next player sits at the screen.
    ConfirmHandOver,
    /// After a wrong move in a puzzle.
    TryAgain,
    /// The next puzzle that is not solved.
    NextPuzzle,
    /// Another puzzle of the row.
    BrowsePuzzles(bool),
    Menu,
    Settings,
    /// Show the keys, or no longer.
    Help,
    /// Something in a game over the network.
    Online(OnlineCommand),
}
