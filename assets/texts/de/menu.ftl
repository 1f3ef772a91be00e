### Das Startmenü.

menu-greeting = Lust auf eine Partie?
menu-motto = Ein Brett mit 14 × 14 Feldern und elf Figurenarten – oder klassisches Schach.
menu-computer = Gegen den Computer
menu-computer-about = Von sanft bis gnadenlos
menu-two-players = Zu zweit
menu-two-players-about = Abwechselnd an diesem Bildschirm
menu-watch = Zuschauen
menu-watch-about = Computer gegen Computer
menu-fog = Nebel des Krieges
menu-fog-about = Sieh nur, was deine Figuren sehen
menu-puzzles = Aufgaben
menu-puzzles-about = { $solved } von { $total } gelöst
menu-network = Netzwerk
menu-network-about = Miteinander spielen, nah und fern
menu-games = Deine Partien
menu-games-about = Ansehen, weiterspielen, öffnen
menu-open-title = Partie, Stellung oder Regeln öffnen
menu-rules = Regeln lernen
menu-rules-about = Wie jede Figur zieht, in Bildern
menu-continue-game = Weiter
menu-last-game = Deine Partie: { $rules }
menu-last-game-about = Zug { $number } · { $side } am Zug
menu-left-games-kept = { $count ->
    [one] Eine unbeendete Partie ist jetzt unter deinen Partien.
   *[other] { $count } unbeendete Partien sind jetzt unter deinen Partien.
}
menu-left-game-gone = Diese Partie geht in einem anderen Fenster weiter.
menu-reconnect = Wieder verbinden
menu-host-again = Wieder anbieten
menu-game-waits = Deine Partie auf { $host } geht weiter, sobald der Server wieder da ist.
menu-piece-heading = Eine Figur zum Kennenlernen
menu-piece-to-know = Eine Figur zum Kennenlernen: { $piece }
menu-demo = Eine Partie zwischen zwei Stufen
menu-quick-level = Stufe
menu-quick-no-clock = ohne Uhr
menu-quick-turn = { $seconds } s pro Zug
menu-quick-minutes = { $minutes } min + { $increment } s
menu-quick-seconds = { $seconds } s + { $increment } s
menu-analysis = Analysebrett
menu-quick-play = Spielen
menu-puzzles-title = Aufgaben
menu-puzzles-intro = Jeder falsche Zug wird beantwortet. Was gelöst ist, bleibt gelöst.
menu-puzzles-solved = { $solved } von { $total } gelöst
menu-puzzle = Aufgabe { $number }
menu-puzzle-next = Weiter
menu-puzzles-start = Anfangen
menu-puzzles-open = Eigene öffnen …
menu-goal-mate = Matt in { $moves }
menu-goal-win = Gewinnen
menu-goal-draw = Remis erreichen
menu-goal-capture = Auf { $square } schlagen

menu-puzzles-first-steps = Erste Schritte
menu-puzzles-xxl = Das große Brett
menu-puzzles-standard = Klassisches Schach
menu-puzzles-own = Deine eigenen Aufgaben
menu-puzzle-rating = Deine Aufgabenwertung ist { $rating }, nach { $tried ->
        [one] 1 Aufgabe
       *[other] { $tried } Aufgaben
    }.
menu-puzzle-rated = { $goal } · { $rating }
menu-puzzle-themes = Themen
menu-theme-long-mate = Matt in { $moves } oder mehr
menu-theme-fork = Gabel
menu-theme-pin = Fesselung oder Spieß
menu-theme-promotion = Umwandlung
menu-theme-quiet = Stiller Zug
menu-theme-material = Figur gewinnen
menu-theme-draw = Remis retten
menu-puzzles-forget = Diese Aufgabe löschen
