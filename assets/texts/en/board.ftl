### What screen readers say about the board.

board-name = Board
board-piece = { $side ->
    [white] white { $piece }
   *[black] black { $piece }
}
board-square = { $square } { $content }
board-empty = empty
board-hidden = hidden
board-selected = selected
board-can-move-here = can move here
board-can-be-taken = can be taken
board-looked-at = looked at
board-could-go-here = it could go here
board-pointed-at = pointed at
board-in-hand = in another player's hand
board-in-check = in check
board-mated = checkmated
board-promote-to = Promote to { $piece }
