### Was Bildschirmleser über das Brett sagen.

board-name = Brett
board-piece = { $side ->
    [white] { $piece } weiß
   *[black] { $piece } schwarz
}
board-square = { $square } { $content }
board-empty = leer
board-hidden = verborgen
board-selected = ausgewählt
board-can-move-here = mögliches Zielfeld
board-can-be-taken = kann geschlagen werden
board-looked-at = wird betrachtet
board-could-go-here = könnte dorthin ziehen
board-pointed-at = darauf wird gezeigt
board-in-hand = in der Hand der anderen Seite
board-in-check = im Schach
board-mated = schachmatt
board-promote-to = Umwandeln in: { $piece }
