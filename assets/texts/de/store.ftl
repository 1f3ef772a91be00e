### Warum etwas nicht aufbewahrt oder gefunden werden konnte.

store-name-taken = es gibt schon ein Profil mit dem Namen „{ $name }“; wähle einen anderen
store-no-profile = das Profil gibt es nicht mehr
store-no-game = die Partie gibt es nicht mehr
store-same-player = beide Seiten sind dasselbe Profil; eine solche Partie wird nicht gewertet
store-disk-full = { $place } kann nicht geschrieben werden: die Festplatte ist voll
store-read-only = { $place } kann nicht geschrieben werden: die Datei oder ihr Ordner darf nur gelesen werden
store-busy = { $place } wird von einem anderen Fenster benutzt; versuche es noch einmal
store-damaged = { $place } ist beschädigt: { $reason }
store-newer = { $place } wurde von einer neueren Version dieses Programms geschrieben
store-foreign = { $place } ist die Datenbank eines anderen Programms; erwartet wurde eine dieses Programms oder keine
store-unreadable = was aufbewahrt wurde, ist nicht lesbar: { $reason }
store-serving = { $place } wird von einem anderen Server benutzt; beende den erst
