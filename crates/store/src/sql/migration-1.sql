-- Times are seconds since the beginning of 1970 in universal time, unless their name says
-- otherwise. An owner that is null is a guest.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    picture_kind TEXT,
    picture BLOB,
    CHECK ((picture_kind IS NULL) = (picture IS NULL))
) STRICT;

CREATE TABLE preferences (
    owner INTEGER REFERENCES profiles (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX preferences_once ON preferences (coalesce(owner, 0), key);
CREATE INDEX preferences_by_owner ON preferences (owner);

CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER REFERENCES profiles (id) ON DELETE CASCADE,
    side TEXT CHECK (side IN ('white', 'black')),
    origin TEXT NOT NULL,
    white TEXT NOT NULL,
    black TEXT NOT NULL,
    rules TEXT NOT NULL,
    began INTEGER,
    saved INTEGER NOT NULL,
    result TEXT CHECK (result IN ('white', 'black', 'draw')),
    reason TEXT,
    level TEXT,
    clock TEXT,
    turns INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL,
    fen TEXT NOT NULL,
    remarks TEXT NOT NULL,
    title TEXT NOT NULL,
    deleted INTEGER,
    -- For searching and sorting, in small letters.
    title_key TEXT NOT NULL,
    opponent_key TEXT NOT NULL,
    search_key TEXT NOT NULL,
    -- 2 for a win of the owner, 1 for a draw, 0 for a loss.
    score INTEGER AS (
        CASE WHEN side IS NULL OR result IS NULL THEN NULL
             WHEN result = 'draw' THEN 1
             WHEN result = side THEN 2
             ELSE 0 END
    ) VIRTUAL,
    date INTEGER AS (coalesce(began, saved)) VIRTUAL
) STRICT;
CREATE INDEX games_by_date ON games (owner, deleted, date DESC, id DESC);

-- The games in full, apart, so that lists need not step over them.
CREATE TABLE archives (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;

CREATE TABLE ratings (
    profile INTEGER NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    rules TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (profile, rules)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_rules ON ratings (rules);

CREATE TABLE rating_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    profile INTEGER NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    rules TEXT NOT NULL,
    at INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    opponent TEXT NOT NULL,
    opponent_rating REAL NOT NULL,
    score INTEGER NOT NULL CHECK (score IN (0, 1, 2)),
    game INTEGER REFERENCES games (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX rating_changes_by_profile ON rating_changes (profile, rules, id);
CREATE INDEX rating_changes_by_game ON rating_changes (game);

CREATE TABLE puzzles (
    owner INTEGER REFERENCES profiles (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    solved INTEGER,
    best_milliseconds INTEGER
) STRICT;
CREATE UNIQUE INDEX puzzles_once ON puzzles (coalesce(owner, 0), puzzle);
CREATE INDEX puzzles_by_owner ON puzzles (owner);

-- Games that are going on, and the window in which they are.
CREATE TABLE running (
    slot TEXT PRIMARY KEY,
    instance TEXT NOT NULL,
    owner INTEGER REFERENCES profiles (id) ON DELETE SET NULL,
    saved INTEGER NOT NULL,
    archive TEXT NOT NULL,
    notes TEXT NOT NULL
) STRICT;
CREATE INDEX running_by_owner ON running (owner);
