### Was an Dateien, Regelwerken, Stellungen und Zügen falsch oder merkwürdig ist. Auf Englisch stehen diese Sätze im
### Programm. `$colour` und andere Seiten sind white oder black.

fault-place = Zeile { $line }, Spalte { $column }
fault-at-place = { $place }: { $fault }
fault-in-file = in `{ $name }`: { $fault }
fault-about-key = `{ $key }`: { $fault }
fault-warning = Warnung: { $fault }
fault-numbered = { $code } { $fault }
fault-key-words = `{ $key }` { $words }
fault-file-words = die Datei { $words }
fault-key-is = `{ $key }` ist { $value }
fault-did-you-mean = { $message }; ist { $meant } gemeint?
fault-or = { $first } oder { $last }
fault-and = { $first } und { $last }
fault-list = { $first }, { $last }
fault-sentences = { $first }; { $last }
fault-not-listed = { $count ->
    [one] ein weiterer Fehler wird nicht aufgeführt
   *[other] { $count } weitere Fehler werden nicht aufgeführt
}
fault-unreadable = { $path }: { $why }
fault-file-not-found = diese Datei gibt es nicht ({ $system })
fault-file-forbidden = der Zugriff auf diese Datei ist nicht erlaubt ({ $system })
fault-is-folder = das ist ein Ordner
fault-no-plain-file = das ist keine gewöhnliche Datei
fault-file-megabytes = sie ist größer als { $most } MB
fault-no-such-file = { $path } gibt es nicht
fault-settings-not-read = { $why }

## Werte in Dateien

fault-is-unexpected = ist { $found }; erwartet: { $expected }
fault-is-missing = fehlt; erwartet: { $expected }
fault-unknown-key = unbekannter Schlüssel `{ $key }`
fault-ignored-key = unbekannter Schlüssel `{ $key }`; er wird nicht beachtet
fault-key-given-twice = der Schlüssel `{ $key }` steht zweimal da, zuerst in { $first }
fault-value-list = eine Liste
fault-value-table = eine Tabelle
fault-expected-text = ein Text in Anführungszeichen
fault-expected-switch = true oder false
fault-expected-choice = { $choices }
fault-expected-list = eine Liste `[...]`
fault-expected-table = eine Tabelle `{"{"}...{"}"}`
fault-expected-table-or-false = eine Tabelle `{"{"}...{"}"}` oder false
fault-expected-because = { $what } ({ $why })
fault-from-to = { $what } von { $low } bis { $high }
fault-within = { $what }, { $low } und { $high }
fault-bounded = { $what }, { $bound }
fault-or-more = mindestens { $low }
fault-more-than = mehr als { $low }
fault-at-most = höchstens { $high }
fault-less-than = weniger als { $high }
fault-a-number = eine Zahl
fault-seconds = eine Zahl von Sekunden
fault-expected-file = der Pfad einer Datei
fault-no-file = { $found }; erwartet wird der Pfad einer Datei ({ $why })

## JSON, TOML und Texte überhaupt

fault-utf-16 = die Datei ist UTF-16; erwartet wird UTF-8, bitte speichere sie so
fault-not-utf-8 = das Byte { $byte } ist kein UTF-8; erwartet wird eine Textdatei, die als UTF-8 gespeichert ist
fault-not-valid = kein gültiges { $format }: { $why }
fault-nested-too-deeply = zu tief verschachtelt; erwartet werden höchstens { $most } Ebenen von Listen und Tabellen
fault-number-starts-with-0 = eine Zahl kann nicht mit 0 beginnen
fault-unexpected = `{ $found }` war nicht erwartet
fault-text-needs-quotes = { $message }; ein Text braucht { $quotes }
fault-quotes = Anführungszeichen
fault-double-quotes = doppelte Anführungszeichen

fault-json-empty = die Datei ist leer; erwartet wird ein JSON-Objekt
fault-json-open-line = der Text, der hier beginnt, hat in seiner Zeile kein schließendes Anführungszeichen
fault-json-blank = ungewöhnlicher Zwischenraum; erwartet wird ein einfaches Leerzeichen
fault-json-control-character = ein Tabulator oder Steuerzeichen in einem Text; erwartet wird eine Umschreibung wie `\t`
fault-json-decimal-point = auf beiden Seiten des Dezimalpunkts werden Ziffern erwartet
fault-json-comment = Kommentare sind nicht erlaubt
fault-json-colon = nach dem Schlüssel wird ein Doppelpunkt erwartet
fault-json-comma = erwartet wird ein Komma
fault-json-digit = erwartet wird eine Ziffer
fault-json-value = nach dem Doppelpunkt wird ein Wert erwartet
fault-json-key = erwartet wird ein Schlüssel in doppelten Anführungszeichen
fault-json-hexadecimal = hexadezimale Zahlen sind nicht erlaubt
fault-json-more-values = nach dem ersten Wert wird nichts mehr erwartet
fault-json-infinite = unendliche Zahlen sind nicht erlaubt
fault-json-single-quotes = erwartet werden doppelte Anführungszeichen
fault-json-hex-digits = nach `\u` werden vier hexadezimale Ziffern erwartet
fault-json-no-character = diese Umschreibung ergibt kein Zeichen
fault-json-open-text = der Text, der hier beginnt, hat kein schließendes Anführungszeichen
fault-json-unknown-escape = unbekannte Umschreibung; ein umgekehrter Schrägstrich wird als `\\` geschrieben
fault-json-last-comma = nach dem letzten Eintrag darf kein Komma stehen
fault-json-plus = eine Zahl kann nicht mit `+` beginnen
fault-json-open-list = diese `[` wird nie geschlossen
fault-json-open-table = diese `{"{"}` wird nie geschlossen

fault-toml-date = { $written } ist ein Datum; erwartet wird ein Text in Anführungszeichen oder eine Zahl
fault-toml-open-text = ein Text hat kein schließendes Anführungszeichen
fault-toml-open-lines = ein Text hat keine schließenden Anführungszeichen
fault-toml-no-table = dieser Schlüssel hat schon einen Wert, und der ist keine Tabelle
fault-toml-key-twice = dieser Schlüssel steht zweimal da
fault-toml-bad-key = erwartet wird ein Schlüssel aus Buchstaben, Ziffern, `-` und `_`, oder in Anführungszeichen
fault-toml-equals-sign = nach dem Schlüssel werden `=` und ein Wert erwartet
fault-toml-open-list = eine Liste wird nie geschlossen; erwartet wird `]`
fault-toml-open-table = eine Tabelle wird nie geschlossen; erwartet wird `{"}"}`
fault-toml-open-name = nach dem Namen der Tabelle wird `]` erwartet
fault-toml-end-of-line = erwartet wird das Ende der Zeile
fault-toml-empty-key = erwartet wird ein Schlüssel
fault-toml-value = nach dem `=` wird ein Wert erwartet
fault-toml-other = { $theirs }

## Arten von Dateien

fault-noun-archive = eine gespeicherte Partie
fault-noun-config = eine Konfiguration
fault-noun-fen = FEN
fault-noun-layout = eine Aufstellung
fault-noun-pgn = PGN
fault-noun-rule-set = ein Regelwerk
fault-noun-and-syntax = { $noun } ({ $syntax })
fault-ending-archive = eine gespeicherte Partie
fault-ending-for = { $ending } für { $meaning }
fault-a-fen = FEN
fault-a-pgn = PGN
fault-unknown-kind = diese Art von Datei ist nicht bekannt; erwartet: { $formats }
fault-other-kind = der Name endet auf `.{ $ending }`, aber der Inhalt sieht nach etwas anderem aus: { $format }; erwartet: { $expected }
fault-not-that-kind = der Name endet auf `.{ $ending }`, aber der Inhalt passt nicht dazu: { $format } sieht anders aus; erwartet: { $expected }
fault-no-games = die Datei ist { $format }; erwartet: { $expected }
fault-not-written = Partien können nicht so gespeichert werden: { $format }
fault-output-ending = der Name der neuen Datei ist `{ $output }`; erwartet wird als Endung { $others } oder { $last }
fault-opened-not-read = die Datei kann nicht gelesen werden: { $why }
fault-file-size = die Datei ist größer als { $most } KiB
fault-named-file-size = sie ist größer als { $most } KiB
fault-no-game = in der Datei ist keine Partie
fault-no-fen = in der Datei ist keine FEN
fault-no-fen-on-lines = in der Datei ist keine FEN; erwartet wird eine in jeder Zeile
fault-fen-line-too-long = `{ $line }` ist keine FEN: zu lang
fault-lines-not-checked = zu viele Fehler; was nach Zeile { $line } kommt, ist nicht geprüft
fault-games-not-checked = zu viele Fehler; was nach Partie { $game } kommt, ist nicht geprüft
fault-several-positions = die Datei hat mehrere Stellungen; nur die erste wird umgewandelt
fault-several-games = die Datei hat mehrere Partien; nur die erste wird umgewandelt
fault-no-such-position = eine Stellung { $number } ist nicht in der Datei; { $there }
fault-no-such-game = eine Partie { $number } ist nicht in der Datei; { $there }
fault-there-is-1 = es gibt nur eine
fault-there-are = es gibt { $count }
fault-read-by-rules = gelesen nach den Regeln von `{ $rules }`
fault-read-by-other-rules = gelesen nach den Regeln von `{ $rules }`; nach denen von `{ $first }`: { $why }
fault-not-read = nicht lesbar
fault-left-out = das Format kann nicht alles enthalten ({ $target }); weggelassen: { $what }
fault-lost-moved-pawns = `moved_pawns`, die Bauern der zweiten Reihe, die gezogen haben
fault-lost-moment = `moment`, womit die Partie genau so weitergehen könnte, wie sie war
fault-lost-variations = Varianten
fault-lost-comments = Kommentare
fault-lost-signs = Bewertungszeichen
fault-layout-turn = eine Aufstellung kann nicht sagen, dass Schwarz am Zug ist; gelesen wird, dass Weiß am Zug ist
fault-layout-castling = eine Aufstellung kann nicht sagen, welche Könige und Türme gezogen haben; alle gelten als ungezogen
fault-rules-not-in-pgn = die Regeln von `{ $rules }` gehören nicht zu einer PGN; wer sie liest, braucht deren Datei

## Stellungen

fault-setup-no-king = { $colour ->
    [white] Weiß
   *[black] Schwarz
} hat keinen König; erwartet wird einer
fault-setup-several-kings = { $colour ->
    [white] Weiß
   *[black] Schwarz
} hat { $count } Könige, auf { $squares }; erwartet wird einer
fault-setup-off-board = { $square } ist nicht auf diesem Brett
fault-setup-too-many-rays = die Figuren haben zusammen { $rays } Zugrichtungen, ein Bauer so viele wie das, was er werden kann; erwartet werden höchstens { $most }
fault-setup-opponent-in-check = { $colour ->
    [white] Weiß
   *[black] Schwarz
} steht im Schach, ist aber nicht am Zug
fault-setup-pawn-on-last-rank = { $colour ->
    [white] der weiße
   *[black] der schwarze
} Bauer auf { $square } steht auf seiner letzten Reihe, wo er sich hätte umwandeln müssen
fault-setup-castling-ignored = das Rochaderecht des Turms auf { $rook } wird nicht beachtet: { $why }
fault-setup-en-passant-ignored = das En-passant-Feld { $square } wird nicht beachtet: { $why }
fault-castling-not-in-the-rules = in diesem Regelwerk gibt es keine Rochade
fault-castling-no-rook = dort steht kein Turm
fault-castling-no-king = es gibt keinen König
fault-castling-other-rank = der König steht auf einer anderen Reihe
fault-castling-too-near = der Turm steht zu nah am König
fault-en-passant-not-in-the-rules = in diesem Regelwerk gibt es kein Schlagen en passant
fault-en-passant-no-pawn-passed = darüber ist eben kein Bauer gezogen
fault-en-passant-nothing-passed = darüber ist eben nichts gezogen

fault-no-position = ist keine Stellung: { $error }
fault-fen-setup = { $faults }
fault-fen-empty = die FEN ist leer; erwartet werden { $expected } Reihen und die Seite am Zug
fault-fen-rank-count = das Brett hat { $found } { $found ->
    [one] Reihe
   *[other] Reihen
}; erwartet werden { $expected }
fault-fen-file-count = Reihe { $rank } des Bretts hat { $found } { $found ->
    [one] Linie
   *[other] Linien
}; erwartet werden { $expected }
fault-fen-unknown-piece = `{ $letter }` in Reihe { $rank } ist keine Figur von `{ $rules }`; erwartet wird eine aus { $letters }, groß oder klein
fault-fen-missing-turn = die Seite am Zug fehlt; erwartet wird `w` oder `b` nach dem Brett
fault-fen-bad-turn = die Seite am Zug ist `{ $found }`; erwartet wird `w` oder `b`
fault-fen-bad-castling = die Rochaderechte sind `{ $found }`; erwartet wird `-` oder Buchstaben wie `KQkq` oder Linien von Türmen
fault-fen-bad-en-passant = das En-passant-Feld ist `{ $found }`; erwartet wird `-` oder ein Feld wie `e3`
fault-fen-bad-check-count = die Zahl der Schachgebote ist `{ $found }`; erwartet wird eine Zahl
fault-fen-bad-halfmove-clock = der Zähler der Halbzüge ist `{ $found }`; erwartet wird eine Zahl
fault-fen-bad-move-number = die Zugnummer ist `{ $found }`; erwartet wird eine Zahl
fault-fen-too-long = auf die Zugnummer folgt `{ $more }`; erwartet wird das Ende der FEN

fault-no-layout = das sieht nach { $format } aus; erwartet wird eine Aufstellung: in jeder Zeile eine Reihe des Bretts, mit einem Buchstaben für eine Figur und einem Leerzeichen oder `.` für ein leeres Feld
fault-unseen-character = das Zeichen { $code }
fault-layout-unknown-piece = { $letter } ist keine Figur von `{ $rules }`; erwartet wird eine aus { $letters }, groß oder klein, ein Leerzeichen oder `.`
fault-beyond-the-board = die Figur `{ $letter }` steht jenseits des Bretts; erwartet werden höchstens { $rows } Reihen mit { $squares } Feldern
fault-more-beyond-the-board = die Figur `{ $letter }` und { $more } weitere dieser Reihe stehen jenseits des Bretts; erwartet werden höchstens { $rows } Reihen mit { $squares } Feldern
fault-layout-tab = vor einer Figur steht ein Tabulator; erwartet wird ein Leerzeichen für jedes leere Feld
fault-layout-no-king = { $colour ->
    [white] Weiß
   *[black] Schwarz
} hat keinen König; erwartet wird ein `{ $letter }`
fault-layout-several-kings = { $colour ->
    [white] Weiß
   *[black] Schwarz
} hat schon einen König, in { $first }; erwartet wird ein `{ $letter }`
fault-pawns-have-passed = eine Aufstellung kann diese Stellung nicht zeigen: Alle Bauern sind an allen der anderen Seite vorbei, und das Brett würde für gedreht gehalten; erwartet wird ein anderes Format, etwa FEN

## Züge

fault-illegal = `{ $text }` ist nicht erlaubt: { $why }
fault-uci-syntax = `{ $text }` ist kein Zug; erwartet werden zwei Felder und vielleicht ein Buchstabe für die Umwandlung, wie `e2e4` oder `c7c8q`
fault-san-syntax = `{ $text }` ist kein Zug; erwartet wird einer wie `e4`, `Nf3`, `Rad1`, `exd5`, `e8=Q` oder `O-O`
fault-san-unknown-piece = `{ $letter }` in `{ $text }` ist keine Figur von `{ $rules }`; erwartet wird eine aus { $letters }
fault-san-null-move = `{ $text }` ist ein Nullzug; erwartet wird der Zug einer Figur
fault-san-ambiguous = `{ $text }` ist mehrdeutig; erwartet wird { $candidates }
fault-off-board = { $square } ist nicht auf diesem Brett von { $size }
fault-no-piece = auf { $square } steht keine Figur
fault-not-yours = { $piece } auf { $square } gehört { $owner ->
    [white] Weiß
   *[black] Schwarz
}, aber { $turn ->
    [white] Weiß
   *[black] Schwarz
} ist am Zug
fault-cannot-go = { $piece } auf { $from } kann nicht nach { $to } ziehen
fault-none-can-go = nach { $to } kann diese Figur nicht ziehen: { $piece }
fault-none-can-go-from = von { $from } nach { $to } kann diese Figur nicht ziehen: { $piece }
fault-none-can-go-from-file = von der Linie { $file } nach { $to } kann diese Figur nicht ziehen: { $piece }
fault-none-can-go-from-rank = von der Reihe { $rank } nach { $to } kann diese Figur nicht ziehen: { $piece }
fault-leaves-king-in-check = der König stünde danach im Schach
fault-gives-check = hier darf kein Zug Schach geben
fault-faces-king = die Könige stünden einander auf einer offenen Linie gegenüber
fault-must-take = eine Figur kann geschlagen werden, und wer schlagen kann, muss schlagen
fault-takes-king = ein König wird hier nie geschlagen
fault-castles-in-check = ein König darf nicht aus dem Schach, durch ein Schach oder ins Schach rochieren
fault-no-rook-to-castle = auf dieser Seite steht kein Turm, mit dem der König rochieren darf
fault-castling-is-blocked = zwischen König und Turm steht eine Figur
fault-king-is-taken = ein König wurde geschlagen: die Partie ist zu Ende
fault-game-over = die Partie ist zu Ende
fault-promotion-missing = es fehlt, was der Bauer wird; erwartet wird { $choices }
fault-promotion-choice = ein Bauer kann nicht `{ $letter }` werden; erwartet wird { $choices }
fault-no-promotion = in diesem Zug wird nichts zu `{ $letter }`; kein Bauer wandelt sich um
fault-pass-in-check = `{ $text }` lässt den Zug verfallen, aber der König steht im Schach

## PGN

fault-in-game = Partie { $game }: { $fault }
fault-in-game-at = Partie { $game }, { $place }: { $fault }
fault-pgn-move = Zug { $number } von { $colour ->
    [White] Weiß
   *[Black] Schwarz
}: { $why }
fault-pgn-not-read = die Datei kann nicht gelesen werden: { $why }
fault-not-pgn = das ist keine PGN; erwartet werden Angaben wie `[Event "Open"]` oder Züge wie `1. e4`
fault-tag-variant = die Angabe `Variant` ist `{ $name }`: { $why }
fault-tag-fog = die Angabe `Fog` ist `{ $found }`; erwartet wird `1` oder `0`
fault-tag-fen = die Angabe `FEN`: { $why }
fault-pgn-tags = die Partie hat mehr als { $most } Angaben
fault-pgn-size = die Partie ist größer als { $most } MiB
fault-pgn-out-of-place = `{ $found }` gehört nicht hierher; erwartet wird ein Zug, ein Kommentar oder ein Ergebnis
fault-pgn-open-comment = der Kommentar, der hier beginnt, hört nie auf; erwartet wird `{"}"}`
fault-pgn-open-variation = die Variante, die hier beginnt, hört nie auf; erwartet wird `)`
fault-pgn-long-comment = der Kommentar, der hier beginnt, ist länger als { $longest } Bytes
fault-pgn-long-tag = die Angabe, die hier beginnt, ist länger als { $longest } Bytes
fault-pgn-long-word = das Wort, das hier beginnt, ist länger als { $longest } Bytes
fault-pgn-bad-tag = die Angabe ist nicht richtig aufgebaut; erwartet wird eine wie `[Event "Open"]`
fault-pgn-bad-glyph = auf `$` folgt keine kleine Zahl; erwartet wird ein Zeichen wie `$1`
fault-pgn-utf-16 = die Datei ist UTF-16; erwartet wird UTF-8 oder Latin-1
fault-pgn-too-deep = Varianten liegen mehr als { $most } tief ineinander
fault-variation-left-out = { $why }; der Rest der Variante ist weggelassen
fault-two-results = die Angabe `Result` ist `{ $tag }`, aber die Züge enden mit `{ $moves }`; die Angabe gilt
fault-other-result = das Ergebnis ist `{ $result }`, aber nach den Zügen gilt: { $outcome }

## Gespeicherte Partien

fault-archive-size = die gespeicherte Partie ist größer als { $most } MiB
fault-archive-too-large = die gespeicherte Partie wäre größer als { $largest } MiB
fault-archive-keys = diese Tabelle hat mehr als { $most } Schlüssel
fault-expected-archive = eine gespeicherte Partie, eine Tabelle `{"{"}...{"}"}`
fault-expected-format = { $format }
fault-expected-format-always = { $format }, wie es in jeder gespeicherten Partie steht
fault-expected-version = { $newest } oder weniger
fault-newer-version = { $expected }: ein neueres Programm hat sie geschrieben
fault-expected-archived-rules = { $ids } oder `rules_file` mit den ganzen Regeln
fault-expected-lines = die Zeilen der Datei eines Regelwerks, in einer Liste `[...]`
fault-archived-rules-size = hat mehr als { $most } KiB
fault-rules-in-full = eine gespeicherte Partie enthält ihre Regeln ganz
fault-fog-does-not-fit = ist { $fog }, aber { $why }
fault-expected-board = { $size }, das Brett von `{ $rules }`
fault-expected-fen = eine FEN
fault-expected-square = ein Feld wie "a2"
fault-square-meaning = auf einem Brett von { $size }
fault-expected-move = ein Zug wie "e2e4" oder eine Tabelle mit `move`
fault-archived-move = ist Zug { $number } von { $colour ->
    [white] Weiß
   *[black] Schwarz
}: { $why }
fault-glyph-number = die Nummer eines Zeichens
fault-number-of-turns = eine Zahl von Zügen
fault-variation-number = die Nummer einer früheren Variante
fault-turn-number = die Nummer eines Zugs dieser Variante
fault-empty-variation = ist leer; erwartet wird mindestens ein Zug
fault-archived-too-deep = liegt in mehr als { $most } anderen
fault-expected-time = eine Zeit wie "2025-03-09T18:30:00Z"
fault-time-meaning = in Weltzeit, auf die Sekunde
fault-expected-seconds = eine Zahl von Sekunden, mindestens 0
fault-expected-turn = "white" oder "black", die Seite, die nach den Zügen am Zug ist
fault-turn-after-moves = "{ $turn }" nach diesen Zügen
fault-other-position = ist nicht die Stellung, zu der die Züge führen; erwartet: { $expected }
fault-odd-start = ist merkwürdig: { $odd }
fault-expected-winner = "white", "black" oder bei Remis null
fault-other-outcome = sagt: { $ending }; aber nach den Zügen gilt: { $shown }
fault-not-over = die Partie ist nicht zu Ende
fault-wins = { $winner ->
    [white] Weiß
   *[black] Schwarz
} gewinnt
fault-draw = Remis

## Aufzeichnungen

fault-entry-illegal = Eintrag { $number } spielt { $chess_move }, was kein legaler Zug ist
fault-entry-passes-in-check = Eintrag { $number } setzt im Schach aus
fault-entry-after-end = Eintrag { $number } kommt nach dem Ende der Partie
fault-entry-without-turns = Eintrag { $number } nimmt mehr Züge zurück oder wiederholt mehr Züge, als es gibt
fault-entry-of-another-turn = Eintrag { $number } ist nicht der Zug, der hier gespielt wurde
fault-entry-hidden = Eintrag { $number } ist ein verdeckter Zug
fault-record-end = die Partie soll so geendet haben: { $outcome }; das Brett zeigt das nicht

## Konfigurationen

fault-config-not-read = die Konfiguration kann nicht gelesen werden: { $why }
fault-config-keys = die Konfiguration hat mehr als { $most } Schlüssel
fault-expected-rules = { $ids } oder der Pfad einer `.toml`-Datei
fault-expected-layout = der Pfad einer Aufstellung oder eine `fen`
fault-fen-and-layout = und `layout` geben beide die Stellung an; erwartet wird nur eins
fault-layout-needed = `layout` fehlt; eine Aufstellung wird erwartet, weil die Anfangsstellung von `{ $rules }` nicht passt: { $misfit }
fault-changed-pieces = die Figuren sind geändert
fault-board-of = das Brett ist { $size }
fault-start-number = die Nummer einer Anfangsstellung
fault-no-such-start = { $found }; erwartet wird eine Anfangsstellung von 0 bis { $last }
fault-taken-for = ist { $found }; verstanden als "{ $colour }", erwartet wird dieses Wort
fault-pixels = eine Zahl von Pixeln je Bild
fault-level-number = die Nummer einer Stufe
fault-expected-level = der Name oder die Nummer einer Stufe, wie "careful" oder 3
fault-no-such-level = `difficulty` ist { $found }; erwartet wird { $names }
fault-expected-goal = "mate in N" mit N von 1 bis 99, "win", "draw" oder "capture FELD"
fault-goal-without-mate = { $found }; erwartet wird ein anderes Ziel, denn `{ $rules }` kennt kein Matt
fault-goal-off-board = { $found }; erwartet wird ein Feld des Bretts von { $size }
fault-goal-without-piece = { $found }, aber auf { $square } steht keine Figur von { $colour ->
    [white] Weiß
   *[black] Schwarz
}
fault-solution-misses-goal = { $found }; das erreicht das Ziel `{ $goal }` nicht
fault-solution-move = { $found }: Zug { $number }: { $error }
fault-odd-position = { $found }: { $odd }
fault-no-picture = `sprite` von { $piece } ist { $file }; erwartet wird der Pfad eines Bildes ({ $why })

## Regelwerke

fault-no-rule-set = ein Regelwerk `{ $id }` gibt es nicht; erwartet wird { $ids }
fault-fog = Nebel passt nicht zu diesen Regeln: { $faults }
fault-does-not-ship = `{ $name }` wird nicht mitgeliefert
fault-no-own-rules = { $name } gibt es nicht
fault-expected-ancestor = { $ids } oder der Pfad einer Datei ({ $why })
fault-too-many-ancestors = geht über mehr als { $most } Dateien
fault-not-inherited = `remove` nennt `{ $name }`, aber das wird nicht geerbt
fault-names-no-piece = nennt `{ $name }`, aber so heißt keine Figur dieses Regelwerks
fault-no-stalemate = `draws.stalemate` ist false: Eine Seite, die nicht im Schach steht und keinen erlaubten Zug hat, kommt nicht weiter, und die Partie hat kein Ergebnis, bis die Spielenden sie beenden
fault-board-missing = eine Größe wie "14x14"
fault-start-missing = die Anfangsstellung als FEN
fault-no-start-position = ist keine Anfangsstellung: { $error }
fault-expected-size = eine Größe von "4x4" bis "16x16"
fault-size-meaning = Linien mal Reihen
fault-a-rank = eine Reihe
fault-number-of-pieces = eine Zahl von Figuren
fault-number-of-squares = eine Zahl von Feldern
fault-number-of-checks = eine Zahl von Schachgeboten
fault-number-of-times = eine Zahl von Malen
fault-number-of-moves = eine Zahl von Zügen
fault-number-of-pawns = eine Zahl von Bauern
fault-expected-files = zwei Buchstaben von Linien, wie "cg"
fault-files-meaning = der König kommt auf die erste oder die zweite
fault-expected-double-step = true, false oder die Nummer einer Reihe
fault-expected-squares = Felder wie "d4 e4", "*8", "d*" oder "d1-f3"
fault-no-squares = `{ $term }` ist keins
fault-empty-promotion = ist leer; erwartet wird mindestens der Name einer Figur

fault-expected-piece = der Name einer bekannten Figur oder eine Tabelle, die eine beschreibt
fault-expected-names = mindestens der Name einer Figur
fault-piece-twice = beschreibt `{ $name }` ein zweites Mal
fault-no-symbol = die Figur `{ $name }` hat kein `symbol`; erwartet wird ein kleiner Buchstabe
fault-one-letter = ein kleiner Buchstabe
fault-letter-white = der von Weiß, wie in Aufstellungen
fault-letter-meaning = er steht in Aufstellungen, FEN und Zügen für die Figur
fault-no-movement = die Figur `{ $name }` sagt nicht, wie sie zieht; erwartet wird `betza` oder `combines`
fault-expected-movement = Züge in Betza-Notation
fault-betza-and-combines = und `combines` sagen beide, wie die Figur zieht; erwartet wird nur eins
fault-combines-unknown = die Figur `{ $whole }` verbindet `{ $part }`, aber so heißt keine
fault-ring = die Figur `{ $name }` verbindet Figuren im Kreis
fault-becomes-unknown = die Figur `{ $piece }` wird zu `{ $name }`, aber so heißt keine
fault-changes-others = wenn { $redefined } anders zieht, dann ändert sich auch { $silent }, aus bekannten Figuren gemacht; ist das nicht gemeint, braucht jede davon ein eigenes `betza` oder `combines`
fault-expected-drawing = der Name einer Zeichnung, zwei davon mit `+` verbunden, oder ein kleines SVG aus Formen
fault-drawing-size = es hat mehr als { $most } KiB
fault-files-and-king-step = und `castling.files` sagen beide, wo der König ankommt; erwartet wird nur eins
fault-unknown-rule = verlangt { $rule }; das lässt sich nicht ausdrücken
fault-rule-hand = Figuren in der Hand
fault-rule-gating = Einsetzen beim Ziehen
fault-rule-explosions = Explosionen
fault-rule-walls = Mauern
fault-rule-setup = eine Aufstellungsphase
fault-control-characters = hat Steuerzeichen; sie entfallen
fault-draws-and-ends = `draws.{ $key }` und `ends.{ $key }` widersprechen einander; das zweite gilt
fault-unknown-drawing = die Zeichnung von `{ $piece }` nennt `{ $unknown }`, und die gibt es nicht
fault-region-empty = das Gebiet von `{ $piece }` hat für { $colour ->
    [white] Weiß
   *[black] Schwarz
} kein Feld dieses Bretts
fault-starts-outside = `{ $piece }` beginnt auf { $square }, außerhalb seines Gebiets
fault-promotion-nowhere = `promotion.squares` hat kein Feld dieses Bretts
fault-goal-too-small = `ends.goal` verlangt { $count } Figuren auf { $squares } Feldern; das geht nicht
fault-row-too-long = `ends.row` verlangt { $length } Figuren in einer Reihe; auf diesem Brett ist Platz für { $longest }
fault-drawing-part = es enthält `{ $part }`
fault-drawing-name = Namen haben kleine Buchstaben

fault-rules-no-pieces = es gibt keine Figuren; erwartet wird mindestens eine
fault-rules-too-many-pieces = es gibt { $count } Arten von Figuren; erwartet werden höchstens 26, eine für jeden Buchstaben
fault-rules-no-name = eine Figur hat keinen Namen
fault-rules-bad-letter = der Buchstabe von `{ $name }` ist `{ $letter }`; erwartet wird ein kleiner Buchstabe von a bis z
fault-rules-same-letter = `{ $first }` und `{ $second }` haben beide den Buchstaben `{ $letter }`
fault-rules-same-name = zwei Figuren heißen `{ $name }`
fault-rules-no-moves = `{ $name }` kann überhaupt nicht ziehen
fault-rules-too-many-rays = `{ $name }` hat { $rays } Zugrichtungen, mit Ziehen und Schlagen für sich gezählt; erwartet werden höchstens { $most }
fault-rules-bad-value = der Wert von `{ $name }` ist keine Zahl von Bauern, mindestens 0
fault-rules-several-royals = `{ $first }` und `{ $second }` sind beide königlich; erwartet wird eine Figur
fault-rules-no-royal = gewonnen wird durch { $win }, aber es gibt keine königliche Figur
fault-win-checkmate = Schachmatt
fault-win-king-capture = Schlagen des Königs
fault-rules-no-pawn = Doppelschritt und Umwandlung sind für Bauern, aber es gibt keinen Bauern
fault-rules-promotion-rank = Bauern wandeln sich auf Reihe { $rank } um; erwartet wird eine Reihe von 2 bis { $ranks }
fault-rules-no-promotion-choice = Bauern wandeln sich um, aber in nichts; erwartet wird mindestens eine Figur
fault-rules-same-promotion-choice = `{ $name }` steht zweimal unter dem, was Bauern werden
fault-rules-promotion-choice = Bauern können nicht `{ $name }` werden
fault-rules-becomes-itself = `{ $name }` wird zu sich selbst; erwartet wird eine andere Figur
fault-rules-becomes-king = `{ $name }` kann nicht `{ $becomes }` werden: Jede Seite hat immer genau einen König
fault-rules-over-at-start = das Spiel ist vor dem ersten Zug zu Ende: { $outcome }
fault-betza-hop-without-number = eine Linienfigur ohne Zahl, wie `gQ`
fault-rules-nowhere-to-promote = `{ $name }` wird eine andere Figur, aber es ist nicht gesagt, wo Figuren sich umwandeln
fault-rules-royals-need-checkmate = mehrere königliche Figuren einer Seite gibt es nur in Spielen, die durch Schachmatt gewonnen werden
fault-rules-triple-step-without-pawn = der Dreifachschritt ist für Bauern, die wie `fmWfcF` ziehen, aber es gibt keinen
fault-rules-unknown-promotion = die Umwandlung nennt eine Figur, die das Regelwerk nicht hat
fault-rules-unknown-progress = der Fortschritt nennt eine Figur, die das Regelwerk nicht hat
fault-rules-unknown-goal = das Ziel nennt eine Figur, die das Regelwerk nicht hat
fault-rules-unknown-extinction = das Aussterben nennt eine Figur, die das Regelwerk nicht hat
fault-rules-check-count = so viele Schachgebote gewinnen: { $count }; erwartet werden 1 bis 15
fault-rules-row-length = so viele Figuren in einer Reihe gewinnen: { $length }; erwartet werden 2 bis 16
fault-rules-no-goal = das Ziel hat keine Felder
fault-rules-castling-files = der König rochiert auf die Linien { $files }; erwartet werden zwei dieses Bretts, die linke zuerst
fault-rules-castling-without-kings = es gibt eine Rochade, aber Könige bedeuten nichts, wo nie gewonnen wird
fault-rules-no-rook-to-castle = es gibt eine Rochade, aber keinen Turm, mit dem rochiert wird
fault-rules-no-king-to-castle = es gibt eine Rochade, aber keinen König, der rochiert
fault-rules-castling-step = der König rochiert um { $step } Felder; erwartet werden 2 bis { $most }
fault-rules-castling-ambiguous = der König kann von selbst { $step } Felder auf der Reihe ziehen, und die Rochade wäre mehrdeutig
fault-rules-double-step-rank = Bauern gehen von Reihe { $rank } zwei Felder; erwartet wird eine Reihe von 1 bis { $most }
fault-rules-en-passant-without-double-step = Schlagen en passant braucht den Doppelschritt
fault-rules-start = Anfangsstellung: { $fault }
fault-rules-shuffle = Anfangsstellungen können nicht nummeriert werden: { $why }
fault-shuffle-other-half = die Reihe liegt nicht in der eigenen Hälfte
fault-shuffle-empty-rank = auf ihrer Reihe steht nichts
fault-shuffle-different-pieces = Weiß und Schwarz haben dort verschiedene Figuren
fault-shuffle-not-two-for-both-shades = von einer Art, die auf Feldern beider Farben steht, hat eine Seite nicht genau zwei
fault-shuffle-no-king-between-rooks = es sind nicht ein König und zwei Türme
fault-shuffle-count = die Figuren können so nicht aufgestellt werden, oder auf zu viele Arten

## Betza-Notation

fault-betza = Zeichen { $position }: { $problem }
fault-betza-empty = nichts zu lesen; erwartet wird eine Zugweise wie `N` oder `fmWfcF`
fault-betza-expected = erwartet wird ein Atom aus WFDANHCLZGRBKQ, ein Zusatz aus fblrvshmcpgnjie oder eine Reichweite
fault-betza-unsupported = `{ $letter }` ({ $meaning }) wird hier nicht gespielt; { $expected }
fault-betza-unknown = `{ $letter }` ist nicht bekannt; { $expected }
fault-betza-no-atom = Zusätze `{ $modifiers }` ohne ein Atom; nach ihnen wird eins aus WFDANHCLZGRBKQ erwartet
fault-betza-repeated = der Zusatz `{ $modifier }` ist wiederholt; erwartet wird er einmal je Atom
fault-betza-ambiguous = `{ $directions }` vor `{ $atom }` ist mehrdeutig; erwartet werden Atome einer Art, wie `fWfrF`
fault-betza-one-too-many = ein `{ $atom }` zu viel; erwartet wird es einmal, oder zweimal für eine Linienfigur; R, B und Q gleiten schon
fault-betza-stray-range = die Reichweite `{ $range }` gehört nicht hierher; erwartet wird sie nach einem Atom, das einmal dasteht
fault-betza-misplaced = `{ $modifier }` vor `{ $atom }`; erwartet wird es vor etwas anderem: { $expected }
fault-betza-bad-leap = `(` ohne einen Sprung; erwartet wird einer wie `(4,1)`, von höchstens 15 Feldern
fault-betza-bad-bend = `t` ohne zwei Teile; erwartet werden ein Sprung und eine Linienfigur, wie `t[FR]`
fault-betza-bad-range = die Reichweite `{ $range }`; erwartet wird 1 bis 15, oder 0 für unbegrenzt
fault-betza-again = noch einmal ziehen
fault-betza-own-pieces = eigene Figuren schlagen
fault-betza-half = die Hälfte von keiner Richtung
fault-betza-cylinder = um einen Zylinder gehen
fault-betza-circles = im Kreis gleiten
fault-betza-unloading = eine Figur absetzen
fault-betza-borrowing = Züge leihen
fault-betza-changing-range = die Reichweite unterwegs ändern
fault-betza-zigzag = im Zickzack gleiten
fault-betza-old-letter = ein alter Buchstabe, jetzt H oder Z
fault-betza-castling = Rochade
fault-betza-anywhere = überallhin springen
fault-betza-longer-leaps = weitere Sprünge
fault-betza-several-parts = Züge aus mehreren Teilen
fault-betza-blank = ein Leerzeichen
fault-betza-oblique = ein schräger Sprung wie `fhN`
fault-betza-rider = eine Linienfigur wie `pR`
fault-betza-leap = ein Sprung wie `nN`
fault-betza-passing-leap = ein Sprung über ein Feld, wie `jD`
fault-betza-taking-leap = ein Sprung, der nur schlägt, wie `fceF`
fault-betza-p-or-g = entweder `p` oder `g`
fault-betza-n-or-j = entweder `n` oder `j`

## Designs

fault-no-theme = ein Design `{ $name }` gibt es nicht; erwartet wird { $ids }
fault-expected-theme = die Kennung eines anderen Designs
fault-expected-colour = eine Farbe wie "#7fa650", oder "#7fa65080" für eine durchscheinende
fault-colour-meaning = Rot, Grün und Blau mit je zwei Ziffern
fault-number-of-colours = hat { $count ->
    [one] eine Farbe
   *[other] { $count } Farben
}; erwartet werden { $expected }

## Andere Schachprogramme

fault-engine-not-started = es kann nicht gestartet werden: { $why }
fault-engine-ended = es ist beendet
fault-engine-silent = es antwortet nicht
fault-engine-other-rules = es kennt die Regeln `{ $rules }` nicht
fault-engine-illegal = es will `{ $step }` spielen, aber das ist kein erlaubter Zug
