### Profiles, statistics and the ranking.

profiles-guest = Guest
profiles-title = Players
profiles-who = Who is playing?
profiles-player = Player: { $player }
profiles-new = New profile
profiles-new-title = A new profile
profiles-create = Create
profiles-name = Name
profiles-name-taken = Somebody else has this name.
profiles-rename = Rename
profiles-rename-title = Another name
profiles-delete = Delete
profiles-delete-title = Delete { $player }?
profiles-delete-text = All games, ratings, puzzles and settings of this profile will be gone. This cannot be undone.
profiles-delete-yes = Delete for good
profiles-picture = Picture
profiles-picture-piece = Picture: { $piece }
profiles-picture-colour = Colour { $number }
profiles-picture-file = From a file…
profiles-picture-title = A picture for the profile
profiles-picture-faulty = The picture cannot be used
profiles-picture-none = Initial
profiles-since = Since { $date }
profiles-statistics = Statistics
profiles-statistics-guest = Games of guests
profiles-not-read = The statistics cannot be read
profiles-games = Games
profiles-won = Won
profiles-drawn = Drawn
profiles-lost = Lost
profiles-streak = Best streak
profiles-streak-now = Now { $count } in a row
profiles-time = Time played
profiles-minutes = { $minutes } min
profiles-hours = { $hours } h { $minutes } min
profiles-seconds = { $seconds } s
profiles-puzzles = Puzzles
profiles-puzzles-about = of { $total } solved
profiles-no-games = Play a game, and you will see here how you are doing.
profiles-unfinished = { $count } unfinished
profiles-success = { $percent } % of the points
profiles-by-rules = By rules
profiles-by-level = Against the computer
profiles-by-day = Games by day
profiles-today = today
profiles-tally = { $record } · { $percent } %
profiles-rating = Rating
profiles-ranking = Ranking
profiles-ranking-title = Ranking
profiles-ranking-rules = Rules
profiles-ranking-none = Nobody is rated yet
profiles-ranking-none-about = Games against the computer and against other profiles count, from the usual start and without hints or moves taken back.
profiles-ranking-levels = Show the computer’s levels
profiles-ranking-guest = Guests are not rated. Make a profile to be in this list.
profiles-provisional = provisional
profiles-rated-games = { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}
profiles-rated-game = 1 rated game
profiles-record = +{ $won } ={ $drawn } −{ $lost }
profiles-history = How { $player }’s rating changed
profiles-history-point = { $date } · { $result } against { $opponent } ({ $opponent-rating }) · { $rating }
profiles-library = Games
