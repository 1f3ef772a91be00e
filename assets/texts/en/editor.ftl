### The position editor.

editor-title = Position editor
editor-rules = Rules
editor-hand = Carry pieces
editor-eraser = Take pieces away
editor-start = Start position
editor-clear = Clear the board
editor-piece = { $side } { $piece }
editor-turn = Side to move
editor-to-move = { $side } to move
editor-castling = Rooks that may castle
editor-en-passant = En passant
editor-no-en-passant = No pawn has just passed
editor-en-passant-on = A pawn has just passed { $square }

editor-is-sound = This position can be played.
editor-is-over = The game is over here.
editor-no-king = { $side } has no king.
editor-several-kings = { $side } has { $count } kings; there must be one.
editor-off-board = { $square } is not on this board.
editor-too-many = There are too many far-reaching pieces on the board.
editor-in-check = { $side } is in check, but it is not their move.
editor-last-rank = The pawn on { $square } stands on its last rank.
editor-castling-ignored = The rook on { $square } cannot castle.
editor-en-passant-ignored = No pawn can have passed { $square }.

editor-play = Play from here
editor-analyse = Analyse
editor-host = Play over the network
editor-save-layout = Save as layout
editor-puzzle = As a puzzle of your own
editor-goal = Goal
editor-text = Text for the solver
editor-text-hint = Text
editor-keep-puzzle = Keep as a puzzle
editor-own-rules = Only puzzles by rules that ship can be kept.
editor-not-pasted = What was pasted is no position by these rules
