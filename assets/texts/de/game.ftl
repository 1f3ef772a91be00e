### Was die Spielenden über die Partie erfahren. `$who` ist you, white oder black.

game-check = Schach!
game-defend-your-king = Du musst deinen König schützen!
game-no-move = { $who ->
    [you] Du hast keinen Zug
    [white] Weiß hat keinen Zug
   *[black] Schwarz hat keinen Zug
}
game-turn-passed = { $who ->
    [you] Zeit abgelaufen – dein Zug verfällt
    [white] Zeit abgelaufen – der Zug von Weiß verfällt
   *[black] Zeit abgelaufen – der Zug von Schwarz verfällt
}
game-draw-offered = { $who ->
    [you] Du hast Remis angeboten
    [white] Weiß bietet Remis an
   *[black] Schwarz bietet Remis an
}
game-draw-declined = { $who ->
    [you] Du hast das Remis abgelehnt
    [white] Weiß hat das Remis abgelehnt
   *[black] Schwarz hat das Remis abgelehnt
}
game-take-back-asked = { $who ->
    [you] Du möchtest einen Zug zurücknehmen
    [white] Weiß möchte einen Zug zurücknehmen
   *[black] Schwarz möchte einen Zug zurücknehmen
}
game-hand-over = { $side ->
    [white] Weiß, du bist am Zug
   *[black] Schwarz, du bist am Zug
}

game-aborted = Die Partie wurde abgebrochen
game-resigned = Du hast aufgegeben
game-left = Du hast verloren, weil du die Partie verlassen hast
game-abandoned = { $who ->
    [you] Du hast gewonnen
    [white] Weiß hat gewonnen
   *[black] Schwarz hat gewonnen
} – { $loser ->
    [white] Weiß hat die Partie verlassen
   *[black] Schwarz hat die Partie verlassen
}
game-won = { $who ->
    [you] Du hast
    [white] Weiß hat
   *[black] Schwarz hat
} { $reason ->
    [checkmate] durch Schachmatt
    [king-capture] durch Schlagen des Königs
    [time] auf Zeit
    [resignation] durch Aufgabe
    [stalemate] durch Patt
    [threefold-repetition] durch dreifache Stellungswiederholung
    [perpetual-check] durch Dauerschach
    [perpetual-chase] durch Dauerverfolgung
    [fifty-moves] nach der 50-Züge-Regel
    [insufficient-material] wegen zu wenig Material
    [check-count] durch Schachgebote
    [goal] durch Erreichen des Ziels
    [extinction] durch Auslöschung
    [agreement] durch Vereinbarung
   *[abandonment] durch Verlassen der Partie
} gewonnen
game-lost = Du hast { $reason ->
    [checkmate] durch Schachmatt
    [king-capture] durch Schlagen des Königs
    [time] auf Zeit
    [resignation] durch Aufgabe
    [stalemate] durch Patt
    [threefold-repetition] durch dreifache Stellungswiederholung
    [perpetual-check] durch Dauerschach
    [perpetual-chase] durch Dauerverfolgung
    [fifty-moves] nach der 50-Züge-Regel
    [insufficient-material] wegen zu wenig Material
    [check-count] durch Schachgebote
    [goal] durch Erreichen des Ziels
    [extinction] durch Auslöschung
    [agreement] durch Vereinbarung
   *[abandonment] durch Verlassen der Partie
} verloren
game-drawn = { $reason ->
    [stalemate] Patt – remis
    [threefold-repetition] Dreifache Stellungswiederholung – remis
    [perpetual-check] Dauerschach – remis
    [perpetual-chase] Dauerverfolgung – remis
    [fifty-moves] 50-Züge-Regel – remis
    [insufficient-material] Zu wenig Material – remis
    [goal] Beide haben das Ziel erreicht – remis
    [extinction] Auslöschung – remis
    [agreement] Remis vereinbart
    [time] Zeit abgelaufen – remis
   *[other] Remis
}
