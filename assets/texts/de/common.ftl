### Wörter, die überall im Programm vorkommen.

common-language-name = Deutsch

common-program = XXL Chess
common-back = Zurück
common-cancel = Abbrechen
common-close = Schließen
common-copy = Kopieren
common-copied = Kopiert
common-save = Speichern
common-open = Öffnen
common-white = Weiß
common-black = Schwarz
common-computer = Computer
common-worth-one = einen Bauern wert
common-worth = etwa { $value } Bauern wert
common-changed-rules = { $rules }, geändert
common-settings = Einstellungen
common-mute = Ton ausschalten
common-unmute = Ton einschalten
common-themes = Designs
common-decimal-separator = ,
