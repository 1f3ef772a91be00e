### Why something could not be kept or found.

store-name-taken = there is a profile with the name “{ $name }” already; expected another name
store-no-profile = the profile is not there any more
store-no-game = the game is not there any more
store-same-player = both players are the same profile; such a game cannot be rated
store-disk-full = { $place } cannot be written: the disk is full
store-read-only = { $place } cannot be written: it, or its folder, may only be read
store-busy = { $place } is in use by another window; try again
store-damaged = { $place } is damaged: { $reason }
store-newer = { $place } was written by a newer version of this program
store-foreign = { $place } is the database of another program; expected one of this program or none
store-unreadable = what was kept cannot be read: { $reason }
store-serving = { $place } is in use by another server; stop that one first
