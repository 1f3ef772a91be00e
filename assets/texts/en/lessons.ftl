### Lessons for each piece.

lessons-title = Learn the pieces
lessons-about = Ten minutes from nothing to a first game
lessons-begin = Begin
lessons-learn = Learn the { $piece }
lessons-lesson = { $number }: { $stars } of 3
lessons-none = There is no lesson for this piece.
lessons-stars = Bring the piece to every star.
lessons-ways = An arrow is a way that other pieces can block; a circle is a jump that nothing can block.
lessons-captures = Take everything, and never stand where you can be taken.
lessons-mate = Give mate in one move.
lessons-moves = { $made ->
        [one] 1 move
       *[other] { $made } moves
    } so far; { $fewest } is best
lessons-taken = There the piece can be taken. Try again!
lessons-no-mate = That is no mate. Try again!
lessons-done = { $stars ->
        [3] Done in the fewest moves: three stars!
        [2] Done: two stars. There is a shorter way.
       *[other] Done: one star. There is a shorter way.
    }
lessons-next = Next
lessons-again = Again
lessons-all-done = You know all the pieces now.
lessons-star-on = Star on { $square }
