### Der Stellungseditor.

editor-title = Stellungseditor
editor-rules = Regeln
editor-hand = Figuren bewegen
editor-eraser = Figuren entfernen
editor-start = Ausgangsstellung
editor-clear = Brett leeren
editor-piece = { $side } { $piece }
editor-turn = Seite am Zug
editor-to-move = { $side } am Zug
editor-castling = Türme, die rochieren dürfen
editor-en-passant = En passant
editor-no-en-passant = Kein Bauer ist eben vorbeigezogen
editor-en-passant-on = Eben zog ein Bauer über { $square }

editor-is-sound = Diese Stellung kann gespielt werden.
editor-is-over = Hier ist die Partie zu Ende.
editor-no-king = { $side } hat keinen König.
editor-several-kings = { $side } hat { $count } Könige; es muss einer sein.
editor-off-board = { $square } ist nicht auf diesem Brett.
editor-too-many = Auf dem Brett stehen zu viele weitreichende Figuren.
editor-in-check = { $side } steht im Schach, ist aber nicht am Zug.
editor-last-rank = Der Bauer auf { $square } steht auf seiner letzten Reihe.
editor-castling-ignored = Der Turm auf { $square } kann nicht rochieren.
editor-en-passant-ignored = Über { $square } kann kein Bauer gezogen sein.

editor-play = Von hier spielen
editor-analyse = Analysieren
editor-host = Im Netz spielen
editor-save-layout = Als Aufstellung speichern
editor-puzzle = Als eigene Aufgabe
editor-goal = Ziel
editor-text = Text zur Aufgabe
editor-text-hint = Text
editor-keep-puzzle = Als Aufgabe behalten
editor-own-rules = Nur Aufgaben nach mitgelieferten Regeln können behalten werden.
editor-not-pasted = Das Eingefügte ist keine Stellung nach diesen Regeln
