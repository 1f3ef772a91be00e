### Words used all over the program.

# The name of this language, as its speakers write it.
common-language-name = English

common-program = XXL Chess
common-back = Back
common-cancel = Cancel
common-close = Close
common-copy = Copy
common-copied = Copied
common-save = Save
common-open = Open
common-white = White
common-black = Black
common-computer = Computer
common-worth-one = worth 1 pawn
common-worth = worth about { $value } pawns
common-changed-rules = { $rules }, changed
common-settings = Settings
common-mute = Turn sounds off
common-unmute = Turn sounds on
common-themes = Themes
common-decimal-separator = .
