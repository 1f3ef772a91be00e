### Die Sammlung der Partien.

library-title = Deine Partien
library-title-of = Partien von { $player }
library-search = Suche
library-search-hint = Name, Regeln, Ergebnis, Datum …
library-sort = Sortieren nach
library-by-date = Datum
library-by-title = Titel
library-by-opponent = Gegner
library-by-rules = Regeln
library-by-result = Ergebnis
library-by-turns = Länge
library-ascending = Aufsteigend
library-descending = Absteigend
library-all-rules = Alle Regeln
library-rules = Regeln
library-bin = Gelöschte Partien
library-open-file = Datei öffnen …
library-import = Importieren …
library-import-title = Partien aus einer PGN-Datei oder einer gespeicherten Partie importieren
library-importing = { $count ->
    [one] Importiere … eine Partie
   *[other] Importiere … { $count } Partien
}
library-import-stop = Anhalten
library-imported = { $count ->
    [one] Eine Partie wurde hinzugefügt.
   *[other] { $count } Partien wurden hinzugefügt.
}
library-imported-faulty = Hinzugefügt: { $count }. Fehlerhaft und ausgelassen: { $faulty }.
library-import-failed = Die Partien konnten nicht hinzugefügt werden
library-not-read = Die Partien können nicht gelesen werden
library-none = Noch keine Partien
library-none-about = Jede Partie, die du spielst, wird hier aufbewahrt. Auch PGN-Dateien können importiert werden.
library-none-found = Nichts gefunden
library-none-found-about = Versuche es mit weniger oder anderen Wörtern.
library-none-deleted = Nichts gelöscht
library-none-deleted-about = Gelöschte Partien bleiben dreißig Tage lang hier.
library-count-one = 1 Partie
library-count = { $count } Partien
library-level = Computer · { $level }
library-somebody = Unbekannt
library-moves = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
library-fog = Nebel des Krieges
library-won = Gewonnen
library-lost = Verloren
library-draw = Remis
library-unfinished = Unbeendet
library-no-winner = ½–½
library-open-game = { $game } öffnen
library-analyse-game = { $game } analysieren
library-accuracy = Genauigkeit { $white } % und { $black } %
library-rename = Umbenennen
library-rename-game = { $game } umbenennen
library-rename-title = Name der Partie
library-export-game = { $game } exportieren
library-export-title = Partie exportieren
library-exported = Gespeichert als { $file }
library-delete-game = { $game } löschen
library-restore-game = { $game } wiederherstellen
library-deleted = „{ $game }“ wurde gelöscht.
library-undo = Rückgängig
library-gone = Diese Partie gibt es nicht mehr.
library-cannot-open = Die Partie kann nicht geöffnet werden
library-title-too-long = { $count } Zeichen; erlaubt sind höchstens { $longest }
library-no-games = { $file } enthält keine Partien; erwartet wird PGN oder eine gespeicherte Partie
