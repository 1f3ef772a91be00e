### Warum etwas abgelehnt wurde.

refusals-over = die Partie ist zu Ende
refusals-not-over = die Partie ist noch nicht zu Ende
refusals-not-in-the-rules = die Regeln dieser Partie erlauben es nicht
refusals-not-agreed = es wurde für diese Partie nicht vereinbart
refusals-asked-already = danach wurde schon gefragt; mach erst einen Zug
refusals-no-offer = es gibt kein Angebot, auf das du antworten könntest
refusals-nothing-to-take-back = es gibt keinen Zug, der zurückgenommen werden könnte
refusals-not-your-turn = die andere Seite ist am Zug
refusals-no-claim = in dieser Stellung kann kein Remis beansprucht werden
refusals-too-late-to-abort = der zweite Zug ist gespielt; gib auf oder biete Remis an
refusals-resignation-stands = die Aufgabe lässt sich nicht mehr zurücknehmen

refusals-version = der Server spricht Version { $server } des Protokolls, nicht { $client }; lade die Seite neu oder aktualisiere das Programm
refusals-greeting = am Anfang der Verbindung wurde genau eine Begrüßung erwartet
refusals-too-fast = zu viele Nachrichten; etwas langsamer, bitte
refusals-full = der Server ist voll; versuche es später noch einmal
refusals-too-many-rooms = zu viele Partien auf einmal; verlasse erst eine
refusals-no-room = diese Partie gibt es nicht, oder der Code ist falsch
refusals-room-full = die Partie hat schon zwei Spielende; du kannst zuschauen
refusals-own-room = du bist schon in dieser Partie
refusals-not-in-room = du bist nicht in dieser Partie
refusals-not-a-player = das kann nur, wer die Partie spielt
refusals-still-waiting = die andere Seite kann noch zurückkommen; warte noch { $milliseconds } ms
refusals-transfer = dieser Link wurde schon benutzt, widerrufen oder ist zu alt; erzeuge einen neuen
refusals-no-player = es gibt niemanden mit diesem Namen
refusals-banned = du bist von diesem Server ausgeschlossen
refusals-muted = du bist auf diesem Server stummgeschaltet
refusals-stopping = der Server wird beendet; die Partien gehen weiter, wenn er zurück ist
refusals-failed = der Server konnte das nicht ausführen; versuche es noch einmal

refusals-address-host = erwartet wurde eine Adresse wie 192.168.1.7:{ $port }, gefunden { $found }
refusals-address-scheme = erwartet wurde http oder https, gefunden { $found }
refusals-address-port = erwartet wurde ein Port von 1 bis 65535, gefunden { $found }

refusals-name-empty = der Name ist leer; erwartet werden 1 bis { $longest } Zeichen
refusals-name-too-long = der Name hat { $count } Zeichen; erlaubt sind höchstens { $longest }
refusals-name-unseen = der Name enthält das Zeichen { $character }, das nicht angezeigt werden kann

refusals-no-file = diese Datei gibt es nicht
refusals-image-kind = es ist kein PNG- oder JPEG-Bild
refusals-image-size = es ist zu groß; erlaubt sind höchstens { $pixels } × { $pixels } Pixel
refusals-image-damaged = es ist beschädigt: { $reason }

refusals-paused = die Partie ruht
refusals-other-turn = die Partie ist bei einem anderen Zug
refusals-illegal = die Figur kann nicht dorthin ziehen
refusals-not-begun = die Partie hat noch nicht begonnen
refusals-under-fog = im Nebel kann kein Remis beansprucht werden
refusals-player-is-here = die andere Seite ist da
refusals-network-games = aus deinem Netz laufen auf diesem Server schon so viele Partien wie erlaubt; beende erst eine
refusals-game-memory = diese Partie hat den Speicher verbraucht, den der Server ihr gibt; warte ein wenig
refusals-player-memory = die Partien dessen, der diese angelegt hat, haben den Speicher verbraucht, den der Server gibt; warte ein wenig
refusals-network-memory = die Partien aus einem Netz haben den Speicher verbraucht, den der Server gibt; warte ein wenig
refusals-server-memory = alle Partien zusammen haben den Speicher verbraucht, den der Server gibt; warte ein wenig
refusals-blocked = höchstens { $most } Spielende können blockiert werden
refusals-invitation = erwartet wurde ein Link mit einer Partie hinter #

refusals-no-permission = du darfst es nicht öffnen oder ändern
refusals-storage-full = es ist kein Platz mehr, um es aufzubewahren
refusals-read-only = dort kann nichts geschrieben werden
refusals-no-file-name = so kann keine Datei heißen
refusals-is-folder = es ist ein Ordner
refusals-no-text = es ist kein lesbarer Text
refusals-port-in-use = ein anderes Programm benutzt diesen Port

refusals-malformed = eine Nachricht war nicht verständlich ({ $reason })
refusals-options = diese Partie kann nicht angelegt werden ({ $reason })

refusals-image-unwritten = das Bild kann nicht geschrieben werden: { $reason }
refusals-sprite = Das Bild für { $piece } kann nicht verwendet werden: { $reason }
refusals-sprite-svg = es ist kein SVG, das gezeichnet werden kann ({ $reason })
refusals-sprite-png = es ist kein lesbares PNG ({ $reason })
refusals-sprite-size = es hat { $width } × { $height } Pixel; erlaubt sind höchstens { $most } × { $most }
refusals-sprite-blank = darin ist nichts zu sehen

refusals-cannot-listen = an der Adresse { $address } kann er nicht erreichbar sein: { $reason }
refusals-no-thread = das System stellt keinen Thread bereit: { $reason }

refusals-wire-untried = Hier lässt sich keine Verbindung öffnen ({ $reason }).
refusals-wire-unanswered = Es kam keine Verbindung zustande ({ $reason }).
refusals-wire-broken = Die Verbindung ist abgerissen ({ $reason }).
