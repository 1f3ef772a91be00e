### Spielen über das Netzwerk.

network-title = Über das Netzwerk spielen
network-name = Dein Name
network-name-hint = Name
network-name-wrong = Ein Name hat 1 bis 24 Zeichen.

network-find = Server in diesem Netzwerk
network-searching = Suche nach Servern …
network-searching-about = Wer im selben Netzwerk eine Partie anbietet, erscheint hier von selbst.
network-visited = Schon besucht
network-forget = { $server } vergessen
network-enter = Betreten
network-address = Adresse oder Einladung
network-address-about = Gib ein, wo der Server ist, oder füge den Link ein, den du bekommen hast.
network-address-hint = 192.168.1.7:8064
network-connect = Verbinden
network-host-game = { $game } im Netz
network-host-game-about = Biete es auf diesem Computer an, oder geh zu einem Server. Dann bekommst du einen Link für deine Freunde.
network-host = Auf diesem Computer anbieten
network-host-about = Andere in deinem Netzwerk spielen mit diesem Programm oder im Browser mit, ohne etwas zu installieren.
network-host-about-no-page = Andere in deinem Netzwerk spielen mit diesem Programm mit. Es enthält keine Webseite, deshalb genügt kein Browser.
network-host-start = Server starten
network-host-starting = Wird gestartet …
network-host-stop = Server beenden
network-host-failed = Der Server konnte nicht gestartet werden: { $reason }
network-host-on = Dein Computer ist der Server
network-host-on-about = Andere öffnen diese Adresse im Browser oder scannen den Code:
network-host-no-page = Dieses Programm wurde ohne die Webseite gebaut, deshalb brauchen die anderen es auch. Sie finden deinen Computer in der Liste der Server oder geben diese Adresse ein:
network-host-name = Computer von { $player }

network-connecting = Verbinde mit { $server } …
network-unreachable = { $server } ist nicht erreichbar
network-unreachable-about = Das Programm versucht es weiter. Stimmt die Adresse, und läuft der Server?
network-wrong-version = Auf { $server } läuft eine andere Version des Programms
network-wrong-version-about = Aktualisiere beide auf dieselbe Version. Im Browser lade die Seite neu.
network-try-now = Jetzt versuchen
network-leave-server = Verlassen
network-lost = Verbindung verloren – wird wiederhergestellt …
network-renamed = Jemand anders heißt schon so; hier heißt du { $name }.
network-refused = Der Server sagt: { $reason }
network-not-kept = Der Schlüssel des Servers konnte nicht gespeichert werden: { $reason }

network-lobby = Partien auf { $server }
network-create = Neue Partie
network-own = Deine Partien
network-open = Wartet auf einen Gegner
network-running = Wird gespielt
network-over = Eben beendet
network-no-games = Hier spielt noch niemand
network-no-games-about = Lege eine Partie an und lade jemanden mit ihrem Link ein.
network-quick = Schnelle Partie
network-seeking = Ein Gegner wird gesucht …
network-search-hint = Spieler oder Regeln
network-more-games = Weitere Partien
network-join = Mitspielen
network-watch = Zuschauen
network-look = Ansehen
network-go-on = Weiter
network-game-of = { $players }, { $terms }
network-anyone = Beliebig
network-level = Computer, Stufe { $level }
network-rated = Gewertet
network-fog = Nebel
network-no-take-backs = Ohne Zurücknehmen
network-no-clock = Ohne Uhr
network-each-turn = { $time } je Zug
network-watching = { $count ->
    [one] 1 schaut zu
   *[other] { $count } schauen zu
}
network-moves = { $count ->
    [one] 1 Zug
   *[other] { $count } Züge
}
network-latency = { $milliseconds } ms
network-ranking = Rangliste
network-ranking-of = Rangliste auf { $server }
network-ranking-none-about = Es zählen gewertete Partien untereinander und gegen den Computer des Servers.

network-create-title = Eine neue Partie
network-rules = Regeln
network-rules-file = Aus einer Datei …
network-rules-file-title = Regeln, Aufstellung, Stellung oder Konfiguration, nach der gespielt wird
network-rules-file-games = In der Datei sind mehrere Partien; erwartet wird eine.
network-rules-file-about = Aus einer Datei von dir. Der Server und die anderen bekommen sie mit der Partie, die nicht gewertet wird.
network-opponent = Gegner
network-opponent-anyone = Beliebig
network-opponent-level = Computer des Servers
network-level-name = Stufe { $level }
network-visibility = Wer mitspielen kann
network-visible = Alle
network-hidden = Nur mit dem Link
network-hidden-about = Sie steht in keiner Liste.
network-rated-about = Zählt für die Wertungen auf diesem Server
network-take-backs = Züge zurücknehmen
network-take-backs-about = Wenn die andere Seite zustimmt
network-fog-about = Jede Seite sieht nur, was ihre Figuren erreichen
network-delay = Zuschauende sehen sie später um
network-delay-none = Nicht später
network-delay-text = { $seconds } s
network-create-yes = Partie anlegen

network-waiting = Warten auf einen Gegner
network-waiting-about = Schicke jemandem diesen Link oder lass ein Handy den Code scannen.
network-waiting-no-page = Der Link wird in diesem Programm geöffnet; es wurde ohne die Webseite gebaut.
network-copy-link = Link kopieren
network-link-copied = Der Link ist kopiert
network-own-game = Das ist deine eigene Partie: Auch in einem zweiten Fenster bist du dieselbe Person. Sie wartet auf jemand anderen; um gegen dich selbst zu spielen, wähle in einem der Fenster ein anderes Profil.
network-waiting-cancel = Partie abbrechen
network-paused = Die Partie geht weiter, wenn beide zurück sind
network-unsaved = Noch nicht gespeichert: Der Server erreicht seinen Speicher nicht
network-away = { $player } verbindet sich neu …
network-away-short = verbindet sich neu …
network-away-claim-in = { $player } verbindet sich neu … In { $seconds } s kannst du den Sieg beanspruchen
network-claim = Sieg beanspruchen
network-draw-by = { $player } bietet Remis an
network-draw-own = Du hast Remis angeboten
network-take-back-by = { $player } möchte einen Zug zurücknehmen
network-take-back-own = Du möchtest einen Zug zurücknehmen
network-rematch = Revanche
network-rematch-asked = Revanche angeboten
network-rematch-by = { $player } möchte eine Revanche
network-lobby-back = Zu den Partien
network-rating-change = { $player } { $points }
network-spectating = Du schaust zu
network-provisional = { $rating }?
network-fog-hidden = Unter Nebel siehst du die Partie, wenn sie zu Ende ist.
network-fog-view = Mit den Augen von { $player } sehen
network-show-view = Zuschauende deine Sicht sehen lassen
network-nobody = Noch niemand

network-ask-take-back = Um Zurücknehmen bitten (Strg+Z)
network-abort = Partie abbrechen
network-live = Einander die Hände zeigen
network-leave = Verlassen (M)
network-chat = Chat
network-chat-hint = Sag etwas …
network-chat-empty = Sag hallo!
network-chat-send = Senden
network-chat-mute = { $player } stummschalten
network-chat-unmute = { $player } wieder zuhören
network-chat-unread = Chat, { $count } neu
network-chat-wrong = Eine Zeile hat höchstens 200 Zeichen.

network-you = Du auf diesem Server
network-you-about = Kein Konto und kein Passwort: Dieses Gerät hat einen Schlüssel, an dem der Server dich erkennt.
network-transfer = Namen mitnehmen
network-transfer-about = Öffne diesen Link auf einem anderen Gerät oder scanne dort den Code: Name, Wertungen und Partien sind dann auf beiden. Er gilt einmal und zehn Minuten lang. Behalte ihn für dich.
network-transfer-make = Link erzeugen
network-transfer-again = Neuen Link erzeugen
network-transfer-over = Dieser Link ist zu alt; erzeuge einen neuen.
network-transfer-take = Als jemand anders spielen?
network-transfer-take-about = Mit diesem Link spielst du auf { $server } wie auf dem Gerät, von dem er kommt. Wie du dort bisher hießt, bleibt zurück.
network-transfer-take-yes = Namen übernehmen
network-taken-along = Hier bist du ab jetzt { $name }.
network-devices-revoke = Andere Geräte abmelden
network-devices-revoke-about = Wenn ein Gerät oder ein Link verloren ging: Danach kann nur noch dieses Gerät für dich spielen.
network-devices-revoked = { $count ->
    [0] Kein anderes Gerät war angemeldet; kein Link gilt mehr.
    [one] Ein anderes Gerät ist abgemeldet.
   *[other] { $count } andere Geräte sind abgemeldet.
}
network-blocked = Blockiert
network-blocked-about = Du wirst nicht mit ihnen zusammengebracht, und sie kommen nicht in deine Partien.
network-block = { $player } blockieren
network-unblock = { $player } nicht mehr blockieren
network-block-done = { $player } ist blockiert
network-report = { $player } melden
network-report-what = Was ist geschehen?
network-report-yes = Melden
network-report-wrong = Sag es in 1 bis 200 Zeichen.
network-report-done = Der Betreiber des Servers erfährt es
