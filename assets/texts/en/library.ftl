### The library of games.

library-title = Your games
library-title-of = { $player }’s games
library-search = Search
library-search-hint = Name, rules, result, date …
library-sort = Sort by
library-by-date = Date
library-by-title = Title
library-by-opponent = Opponent
library-by-rules = Rules
library-by-result = Result
library-by-turns = Length
library-ascending = First to last
library-descending = Last to first
library-all-rules = All rules
library-rules = Rules
library-bin = Deleted games
library-open-file = Open a file…
library-import = Import…
library-import-title = Import games from a PGN file or a saved game
library-importing = Importing … { $count } games
library-import-stop = Stop
library-imported = { $count ->
    [one] { $count } game was added.
   *[other] { $count } games were added.
}
library-imported-faulty = { $count } games were added, { $faulty } are faulty and were left out.
library-import-failed = The games could not be added
library-not-read = The games cannot be read
library-none = No games yet
library-none-about = Every game that you play is kept here. PGN files can be imported too.
library-none-found = Nothing was found
library-none-found-about = Try fewer or other words.
library-none-deleted = Nothing was deleted
library-none-deleted-about = Deleted games stay here for thirty days.
library-count-one = 1 game
library-count = { $count } games
library-level = Computer · { $level }
library-somebody = Somebody
library-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
library-fog = Fog of war
library-won = Won
library-lost = Lost
library-draw = Draw
library-unfinished = Unfinished
library-no-winner = ½–½
library-open-game = Open { $game }
library-analyse-game = Analyse { $game }
library-accuracy = accuracy { $white } % and { $black } %
library-rename = Rename
library-rename-game = Rename { $game }
library-rename-title = Name of the game
library-export-game = Export { $game }
library-export-title = Export the game
library-exported = Saved as { $file }
library-delete-game = Delete { $game }
library-restore-game = Take back { $game }
library-deleted = “{ $game }” was deleted.
library-undo = Undo
library-gone = The game is not there any more.
library-cannot-open = The game cannot be opened
library-title-too-long = { $count } characters; expected { $longest } at most
library-no-games = { $file } holds no games; expected PGN or a saved game
