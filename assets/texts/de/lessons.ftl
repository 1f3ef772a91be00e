### Lektionen für jede Figur.

lessons-title = Die Figuren lernen
lessons-about = In zehn Minuten von null zur ersten Partie
lessons-begin = Beginnen
lessons-learn = { $piece } lernen
lessons-lesson = { $number }: { $stars } von 3
lessons-none = Zu dieser Figur gibt es keine Lektion.
lessons-stars = Bringe die Figur zu jedem Stern.
lessons-ways = Ein Pfeil ist ein Weg, den andere Figuren versperren können; ein Kreis ist ein Sprung, den nichts aufhält.
lessons-captures = Schlage alles, und stehe nie, wo du geschlagen werden kannst.
lessons-mate = Setze in einem Zug matt.
lessons-moves = Bisher { $made ->
        [one] 1 Zug
       *[other] { $made } Züge
    }; { $fewest } ist am besten
lessons-taken = Dort kann die Figur geschlagen werden. Versuch es noch einmal!
lessons-no-mate = Das ist kein Matt. Versuch es noch einmal!
lessons-done = { $stars ->
        [3] Mit den wenigsten Zügen geschafft: drei Sterne!
        [2] Geschafft: zwei Sterne. Es geht kürzer.
       *[other] Geschafft: ein Stern. Es geht kürzer.
    }
lessons-next = Weiter
lessons-again = Noch einmal
lessons-all-done = Jetzt kennst du alle Figuren.
lessons-star-on = Stern auf { $square }
