### Das Analysebrett und die Nachbetrachtung von Partien.

analysis-title = Analyse
analysis-title-of = { $white } – { $black }
analysis-no-moves = Zieh mit beiden Seiten. Andere Züge aus einer früheren Stellung werden zu Varianten.
analysis-promote = Zur Hauptvariante machen
analysis-delete = Ab hier löschen
analysis-collapse = Variante einklappen
analysis-expand = Variante ausklappen
analysis-comment = Kommentar
analysis-comment-hint = Kommentar zu diesem Zug
analysis-sign = Zeichen { $sign }
analysis-edit = Stellung bearbeiten
analysis-hint = Hinweis
analysis-keep-puzzle = Als Aufgabe behalten
analysis-puzzle-kept = Zu deinen Aufgaben gelegt.
analysis-last = Zum Ende
analysis-save = Als PGN speichern
analysis-copy-pgn = PGN kopieren
analysis-copy-fen = FEN kopieren
analysis-play-from-here = Ab hier spielen
analysis-word-last = Ende
analysis-word-picture = Bild
analysis-word-edit = Ändern
analysis-pgn-copied = Die Partie wurde als PGN kopiert.
analysis-fen-copied = Die Stellung wurde als FEN kopiert.
analysis-not-written = Die Partie kann nicht geschrieben werden
analysis-not-pasted = Eingefügt wurde weder eine Partie noch eine Stellung

analysis-engine = Engine
analysis-engine-failed = Die Engine antwortet nicht oder kennt diese Regeln nicht.
analysis-evaluation = Bewertung
analysis-depth = Tiefe { $depth }
analysis-speed = { $millions } Mio./s
analysis-more-lines = Eine Variante mehr
analysis-fewer-lines = Eine Variante weniger
analysis-threat = Drohung

analysis-review = Diese Partie auswerten
analysis-review-again = Neu auswerten
analysis-reviewing = Wird ausgewertet … { $done } von { $all }
analysis-stop = Anhalten
analysis-tab-review = Auswertung
analysis-graph = Gewinnaussichten Zug für Zug
analysis-times = Bedenkzeit für jeden Zug
analysis-accuracy = { $percent } %
analysis-counts = { $good ->
        [one] 1 guter Zug
       *[other] { $good } gute Züge
    }, { $inaccuracies ->
        [one] 1 Ungenauigkeit
       *[other] { $inaccuracies } Ungenauigkeiten
    }, { $mistakes ->
        [one] 1 Fehler
       *[other] { $mistakes } Fehler
    }, { $blunders ->
        [one] 1 grober Fehler
       *[other] { $blunders } grobe Fehler
    }
analysis-learn = Aus Fehlern lernen
analysis-learn-short = Üben
analysis-head-good = gut
analysis-head-inaccurate = ungenau
analysis-head-mistakes = Fehler
analysis-head-blunders = grob
analysis-learn-about = Wo es schiefging, noch einmal versuchen, eine Stellung nach der anderen
analysis-grade-best = Bester Zug
analysis-grade-good = Guter Zug
analysis-grade-inaccuracy = Ungenauigkeit
analysis-grade-mistake = Fehler
analysis-grade-blunder = Grober Fehler
analysis-best = Am besten war { $best }.
analysis-show = Zeigen

analysis-mistake-of = Fehler { $number } von { $count }
analysis-find-better = { $side } am Zug. Finde einen besseren Zug als den gespielten.
analysis-better-than-arrow = { $side } am Zug. Der Pfeil zeigt, was gespielt wurde. Finde einen besseren Zug.
analysis-checking = Mal sehen …
analysis-right = Das ist ein guter Zug.
analysis-wrong = Auch das ist nicht gut. Der Pfeil zeigt, warum.
analysis-not-best = Das ist besser, aber es geht noch mehr. Der Pfeil zeigt die Antwort darauf.
analysis-solution = Der Pfeil zeigt den besten Zug.
analysis-try-again = Noch einmal
analysis-show-solution = Lösung zeigen
analysis-next-mistake = Nächster Fehler
analysis-finish = Fertig
analysis-end-practice = Zurück zur Analyse

analysis-piece-on = { $piece } auf { $square }
analysis-allows-mate = Das lässt Matt in { $moves } zu.
analysis-misses-mate = Das übersieht Matt in { $moves }.
analysis-allows-king-capture = { $moves ->
        [one] Der König kann geschlagen werden.
       *[other] Der König geht in { $moves } Zügen verloren.
    }
analysis-misses-king-capture = { $moves ->
        [one] Der gegnerische König war zu schlagen.
       *[other] Der gegnerische König war in { $moves } Zügen zu gewinnen.
    }
analysis-draws-stalemate = Das ist patt, und der Gewinn ist dahin.
analysis-draws = Das beendet die Partie remis, und es war mehr drin.
analysis-puts-en-prise = Geschlagen wird: { $piece }, und zwar von: { $by }.
analysis-bad-trade = Das nimmt { $took } und verliert dafür: { $lost }.
analysis-leaves-en-prise = Angegriffen bleibt: { $piece }, und zwar von: { $by }.
analysis-removes-guard = Nicht mehr gedeckt ist: { $piece }. Es schlägt: { $by }.
analysis-opens-line = Das öffnet den Weg für: { $by }. Das Ziel: { $piece }.
analysis-allows = Das lässt zu: { $tactic }.
analysis-misses = Das übersieht: { $tactic }.
analysis-capture = { $by } schlägt { $target }
analysis-fork = eine Gabel durch { $by }; angegriffen sind { $targets }
analysis-skewer = einen Spieß durch { $by }: hinter { $front } steht { $behind }
analysis-pin = eine Fesselung: { $target } wird gehalten von { $pinner }
analysis-discovery = einen Abzug: { $mover } macht Platz für { $attacker } gegen { $target }
analysis-takes-guard = { $guard } wird geschlagen und deckt nicht mehr: { $target }
analysis-trap = einen Angriff auf { $target } durch { $by }, gegen den nichts hilft
analysis-promotion = die Umwandlung auf { $square } von { $pawn }
analysis-line = eine Variante, die gewinnt: { $piece }
