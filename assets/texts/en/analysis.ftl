### The analysis board and the review of games.

analysis-title = Analysis
analysis-title-of = { $white } – { $black }
analysis-no-moves = Move the pieces of either side. Other moves from an earlier position become variations.
analysis-promote = Make it the main line
analysis-delete = Delete from here
analysis-collapse = Hide the variation
analysis-expand = Show the variation
analysis-comment = Comment
analysis-comment-hint = Comment on this move
analysis-sign = Sign { $sign }
analysis-edit = Edit the position
analysis-hint = Hint
analysis-keep-puzzle = Keep as a puzzle
analysis-puzzle-kept = Kept among your puzzles.
analysis-last = To the end
analysis-save = Save as PGN
analysis-copy-pgn = Copy PGN
analysis-copy-fen = Copy FEN
analysis-play-from-here = Play from here
analysis-word-last = End
analysis-word-picture = Picture
analysis-word-edit = Edit
analysis-pgn-copied = The game was copied as PGN.
analysis-fen-copied = The position was copied as FEN.
analysis-not-written = The game cannot be written
analysis-not-pasted = What was pasted is neither a game nor a position

analysis-engine = Engine
analysis-engine-failed = The engine does not answer, or does not know these rules.
analysis-evaluation = Evaluation
analysis-depth = depth { $depth }
analysis-speed = { $millions } M/s
analysis-more-lines = One line more
analysis-fewer-lines = One line less
analysis-threat = Threat

analysis-review = Review this game
analysis-review-again = Review again
analysis-reviewing = Reviewing … { $done } of { $all }
analysis-stop = Stop
analysis-tab-review = Review
analysis-graph = Winning chances move by move
analysis-times = Time used for each move
analysis-accuracy = { $percent } %
analysis-counts = { $good ->
        [one] 1 good move
       *[other] { $good } good moves
    }, { $inaccuracies ->
        [one] 1 inaccuracy
       *[other] { $inaccuracies } inaccuracies
    }, { $mistakes ->
        [one] 1 mistake
       *[other] { $mistakes } mistakes
    }, { $blunders ->
        [one] 1 blunder
       *[other] { $blunders } blunders
    }
analysis-learn = Learn from mistakes
analysis-learn-short = Learn
analysis-head-good = good
analysis-head-inaccurate = inaccurate
analysis-head-mistakes = mistakes
analysis-head-blunders = blunders
analysis-learn-about = Try again where you went wrong, one position after the other
analysis-grade-best = Best move
analysis-grade-good = Good move
analysis-grade-inaccuracy = Inaccuracy
analysis-grade-mistake = Mistake
analysis-grade-blunder = Blunder
analysis-best = The best move was { $best }.
analysis-show = Show

analysis-mistake-of = Mistake { $number } of { $count }
analysis-find-better = { $side } to move. Find a better move than the one that was played.
analysis-better-than-arrow = { $side } to move. The arrow shows what was played. Find a better move.
analysis-checking = Let’s see …
analysis-right = That is a good move.
analysis-wrong = That is not good either. The arrow shows why.
analysis-not-best = That is better, but there is more. The arrow shows the answer to it.
analysis-solution = The arrow shows the best move.
analysis-try-again = Try again
analysis-show-solution = Show the solution
analysis-next-mistake = Next mistake
analysis-finish = Done
analysis-end-practice = Back to the analysis

analysis-piece-on = { $piece } on { $square }
analysis-allows-mate = It allows mate in { $moves }.
analysis-misses-mate = It misses mate in { $moves }.
analysis-allows-king-capture = { $moves ->
        [one] The king can be taken.
       *[other] The king is lost in { $moves } moves.
    }
analysis-misses-king-capture = { $moves ->
        [one] The enemy king could have been taken.
       *[other] The enemy king could have been won in { $moves } moves.
    }
analysis-draws-stalemate = It is stalemate, so the win is gone.
analysis-draws = It ends the game as a draw, and there was more to have.
analysis-puts-en-prise = The { $by } takes the { $piece }.
analysis-bad-trade = It takes a { $took } and loses the { $lost } for it.
analysis-leaves-en-prise = It leaves the { $piece } to the { $by }.
analysis-removes-guard = It no longer guards the { $piece }, and the { $by } takes it.
analysis-opens-line = It opens the way for the { $by } to the { $piece }.
analysis-allows = It allows { $tactic }.
analysis-misses = It misses { $tactic }.
analysis-capture = the capture of the { $target } by the { $by }
analysis-fork = a fork by the { $by }, which attacks at once: { $targets }
analysis-skewer = a skewer by the { $by }: behind the { $front } stands the { $behind }
analysis-pin = a pin: the { $target } is held by the { $pinner }
analysis-discovery = a discovered attack: the { $mover } makes way for the { $attacker } against the { $target }
analysis-takes-guard = the capture of the { $guard }, which guards the { $target }
analysis-trap = an attack on the { $target } by the { $by } that cannot be met
analysis-promotion = the promotion of the { $pawn } on { $square }
analysis-line = a line that wins the { $piece }
