-- The rooms of a game server: a head that is replaced, and turns that are added.

CREATE TABLE rooms (
    room TEXT PRIMARY KEY,
    head TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE room_turns (
    room TEXT NOT NULL REFERENCES rooms (room) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;
