### What the players are told about the game. `$who` is you, white or black.

game-check = Check!
game-defend-your-king = You must defend your king!
game-no-move = { $who ->
    [you] You have no move
    [white] White has no move
   *[black] Black has no move
}
game-turn-passed = { $who ->
    [you] Time is up – your turn passed
    [white] Time is up – White's turn passed
   *[black] Time is up – Black's turn passed
}
game-draw-offered = { $who ->
    [you] You offered a draw
    [white] White offers a draw
   *[black] Black offers a draw
}
game-draw-declined = { $who ->
    [you] You declined the draw
    [white] White declined the draw
   *[black] Black declined the draw
}
game-take-back-asked = { $who ->
    [you] You asked to take a move back
    [white] White asks to take a move back
   *[black] Black asks to take a move back
}
game-hand-over = { $side ->
    [white] White, it is your turn
   *[black] Black, it is your turn
}

game-aborted = The game was aborted
game-resigned = You resigned
game-left = You lost by leaving the game
game-abandoned = { $who ->
    [you] You won
    [white] White won
   *[black] Black won
} – { $loser ->
    [white] White left the game
   *[black] Black left the game
}
game-won = { $who ->
    [you] You won
    [white] White won
   *[black] Black won
} { $reason ->
    [checkmate] by checkmate
    [king-capture] by king capture
    [time] on time
    [resignation] by resignation
    [stalemate] by stalemate
    [threefold-repetition] by threefold repetition
    [perpetual-check] by perpetual check
    [perpetual-chase] by perpetual chase
    [fifty-moves] by the fifty-move rule
    [insufficient-material] by insufficient material
    [check-count] by checks
    [goal] by reaching the goal
    [extinction] by extinction
    [agreement] by agreement
   *[abandonment] by abandonment
}
game-lost = You lost { $reason ->
    [checkmate] by checkmate
    [king-capture] by king capture
    [time] on time
    [resignation] by resignation
    [stalemate] by stalemate
    [threefold-repetition] by threefold repetition
    [perpetual-check] by perpetual check
    [perpetual-chase] by perpetual chase
    [fifty-moves] by the fifty-move rule
    [insufficient-material] by insufficient material
    [check-count] by checks
    [goal] by reaching the goal
    [extinction] by extinction
    [agreement] by agreement
   *[abandonment] by abandonment
}
game-drawn = { $reason ->
    [stalemate] Stalemate – draw
    [threefold-repetition] Threefold repetition – draw
    [perpetual-check] Perpetual check – draw
    [perpetual-chase] Perpetual chase – draw
    [fifty-moves] Fifty-move rule – draw
    [insufficient-material] Insufficient material – draw
    [goal] Both reached the goal – draw
    [extinction] Extinction – draw
    [agreement] Draw by agreement
    [time] Time is up – draw
   *[other] Draw
}
