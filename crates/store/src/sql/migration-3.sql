-- Games that are going on, in windows and in rooms of a server alike: a head that is replaced, and
-- entries that are appended.

CREATE TABLE live_games (
    game TEXT PRIMARY KEY,
    -- The window in which it is; null for a room of a server.
    instance TEXT,
    owner INTEGER REFERENCES profiles (id) ON DELETE SET NULL,
    saved INTEGER NOT NULL,
    head TEXT NOT NULL,
    notes TEXT NOT NULL
) STRICT;
CREATE INDEX live_games_by_owner ON live_games (owner);

CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES live_games (game) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

INSERT INTO live_games (game, instance, owner, saved, head, notes)
    SELECT slot, instance, owner, saved, archive, notes FROM running;
INSERT INTO live_games (game, saved, head, notes)
    SELECT room, 0, head, '' FROM rooms;
INSERT INTO entries (game, number, at, entry)
    SELECT room, number, 0, turn FROM room_turns;

DROP TABLE room_turns;
DROP TABLE rooms;
DROP TABLE running;
