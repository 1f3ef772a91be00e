### The start menu.

menu-greeting = Ready for a game?
menu-motto = A 14 × 14 board with eleven kinds of pieces – or ordinary chess.
menu-computer = Play the computer
menu-computer-about = Levels from gentle to merciless
menu-two-players = Two players
menu-two-players-about = Take turns at this screen
menu-watch = Watch a game
menu-watch-about = Computer against computer
menu-fog = Fog of war
menu-fog-about = See only what your pieces see
menu-puzzles = Puzzles
menu-puzzles-about = { $solved } of { $total } solved
menu-network = Network
menu-network-about = Play each other, near or far
menu-games = Your games
menu-games-about = Look through, go on, open files
menu-open-title = Open a game, a position or rules
menu-rules = Learn the rules
menu-rules-about = How every piece moves, in pictures
menu-continue-game = Continue
menu-last-game = Your game: { $rules }
menu-last-game-about = Move { $number } · { $side } to move
menu-left-games-kept = { $count ->
    [one] An unfinished game is in your games now.
   *[other] { $count } unfinished games are in your games now.
}
menu-left-game-gone = That game goes on in another window.
menu-reconnect = Reconnect
menu-host-again = Host again
menu-game-waits = Your game at { $host } goes on when the server is there again.
menu-piece-heading = A piece to know
menu-piece-to-know = A piece to know: { $piece }
menu-demo = A game between two levels
menu-quick-level = Level
menu-quick-no-clock = no clock
menu-quick-turn = { $seconds } s a turn
menu-quick-minutes = { $minutes } min + { $increment } s
menu-quick-seconds = { $seconds } s + { $increment } s
menu-analysis = Analysis board
menu-quick-play = Play
menu-puzzles-title = Puzzles
menu-puzzles-intro = Each wrong move is answered. What is solved stays solved.
menu-puzzles-solved = { $solved } of { $total } solved
menu-puzzle = Puzzle { $number }
menu-puzzle-next = Go on
menu-puzzles-start = Start
menu-puzzles-open = Open your own…
menu-goal-mate = Mate in { $moves }
menu-goal-win = Win
menu-goal-draw = Reach a draw
menu-goal-capture = Capture on { $square }

menu-puzzles-first-steps = First steps
menu-puzzles-xxl = The big board
menu-puzzles-standard = Ordinary chess
menu-puzzles-own = Your own puzzles
menu-puzzle-rating = Your puzzle rating is { $rating }, after { $tried ->
        [one] 1 puzzle
       *[other] { $tried } puzzles
    }.
menu-puzzle-rated = { $goal } · { $rating }
menu-puzzle-themes = Themes
menu-theme-long-mate = Mate in { $moves } or more
menu-theme-fork = Fork
menu-theme-pin = Pin or skewer
menu-theme-promotion = Promotion
menu-theme-quiet = Quiet move
menu-theme-material = Win a piece
menu-theme-draw = Save a draw
menu-puzzles-forget = Delete this puzzle
