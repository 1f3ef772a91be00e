### Playing over the network.

network-title = Play over the network
network-name = Your name
network-name-hint = Name
network-name-wrong = A name has 1 to 24 letters.

network-find = Servers on this network
network-searching = Looking for servers…
network-searching-about = Whoever hosts a game on the same network appears here by itself.
network-visited = Visited before
network-forget = Forget { $server }
network-enter = Enter
network-address = Address or invitation
network-address-about = Type where the server is, or paste the link that you were sent.
network-address-hint = 192.168.1.7:8064
network-connect = Connect
network-host = Host on this computer
network-host-about = Others on your network join with this program or in a browser, with nothing to install.
network-host-about-no-page = Others on your network join with this program. It has no web page inside, so a browser will not do.
network-host-start = Start hosting
network-host-starting = Starting…
network-host-stop = Stop hosting
network-host-failed = The server could not be started: { $reason }
network-host-on = Your computer is hosting
network-host-on-about = Others open this address in a browser, or scan the code:
network-host-no-page = This program was built without the web page, so others need it too. They find your computer in the list of servers, or enter this address:
network-host-name = { $player }’s computer

network-connecting = Connecting to { $server }…
network-unreachable = { $server } cannot be reached
network-unreachable-about = The program keeps trying. Is the address right, and does the server run?
network-wrong-version = { $server } runs another version of the program
network-wrong-version-about = Update both to the same version. In a browser, load the page again.
network-try-now = Try now
network-leave-server = Leave
network-lost = Connection lost – reconnecting…
network-renamed = Somebody else has this name; here you are called { $name }.
network-refused = The server says: { $reason }
network-not-kept = The server’s key could not be kept: { $reason }

network-lobby = Games on { $server }
network-create = New game
network-own = Your games
network-open = Waiting for an opponent
network-running = Being played
network-no-games = Nobody is playing here yet
network-no-games-about = Make a game, and invite somebody with its link.
network-quick = Quick game
network-seeking = Looking for an opponent…
network-search-hint = Player or rules
network-more-games = More games
network-join = Join
network-watch = Watch
network-go-on = Go on
network-game-of = { $players }, { $terms }
network-anyone = Anyone
network-level = Computer, level { $level }
network-rated = Rated
network-fog = Fog
network-no-take-backs = No take-backs
network-no-clock = No clock
network-each-turn = { $time } a turn
network-watching = { $count } watching
network-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
network-latency = { $milliseconds } ms
network-ranking = Ranking
network-ranking-of = Ranking on { $server }
network-ranking-none-about = Rated games between people, and against the server’s computer, count.

network-create-title = A new game
network-rules = Rules
network-rules-file = From a file…
network-rules-file-title = Rules, a layout, a position or a config to play by
network-rules-file-games = There are several games in the file; expected one.
network-rules-file-about = From a file of yours. The server and the others get it with the game.
network-rules-file-unrated = From a file of yours, with a start of its own, so that it is not rated.
network-opponent = Opponent
network-opponent-anyone = Anyone
network-opponent-level = The server’s computer
network-level-name = Level { $level }
network-visibility = Who can join
network-visible = Everybody
network-hidden = With the link only
network-hidden-about = It is in no list.
network-rated-about = Counts for the ratings on this server
network-take-backs = Take-backs
network-take-backs-about = If the other side agrees
network-fog-about = Each side sees only what its pieces can reach
network-delay = Spectators see it later by
network-delay-none = Not later
network-delay-text = { $seconds } s
network-create-yes = Make the game

network-waiting = Waiting for an opponent
network-waiting-about = Send this link to somebody, or let a phone scan the code.
network-waiting-no-page = They open the link in this program; it was built without the web page.
network-copy-link = Copy the link
network-link-copied = The link is copied
network-own-game = This is your own game: another window of yours is you as well. It waits for somebody else; to play against yourself, choose another profile in one of the windows.
network-waiting-cancel = Cancel the game
network-paused = The game goes on when both players are back
network-unsaved = Not saved yet: the server cannot reach its storage
network-away = { $player } is reconnecting…
network-away-short = reconnecting…
network-away-claim-in = { $player } is reconnecting… You can claim the win in { $seconds } s
network-claim = Claim the win
network-draw-by = { $player } offers a draw
network-draw-own = You offered a draw
network-take-back-by = { $player } asks to take a move back
network-take-back-own = You asked to take a move back
network-rematch = Rematch
network-rematch-asked = Rematch offered
network-rematch-by = { $player } wants a rematch
network-lobby-back = To the games
network-rating-change = { $player } { $points }
network-spectating = You are watching
network-provisional = { $rating }?
network-fog-hidden = Under fog you see the game when it is over.
network-fog-view = See it as { $player } does
network-show-view = Let spectators see your view
network-nobody = Nobody yet

network-ask-take-back = Ask to take a move back (Ctrl+Z)
network-abort = Break the game off
network-live = Show each other’s hands
network-leave = Leave (M)
network-chat = Chat
network-chat-hint = Say something…
network-chat-empty = Say hello!
network-chat-send = Send
network-chat-mute = Mute { $player }
network-chat-unmute = Listen to { $player } again
network-chat-unread = Chat, { $count } new
network-chat-wrong = A line has 200 letters at most.

network-you = You on this server
network-you-about = No account and no password: this device has a key by which the server knows you.
network-transfer = Take your name along
network-transfer-about = Open this link on another device, or scan the code there: name, ratings and games are then on both. It works once, for ten minutes. Keep it to yourself.
network-transfer-make = Make a link
network-transfer-again = Make a new link
network-transfer-over = This link is too old; make a new one.
network-transfer-take = Play as somebody else?
network-transfer-take-about = With this link you play on { $server } as on the device that it comes from. What you were called there until now is left behind.
network-transfer-take-yes = Take the name
network-taken-along = Here you are { $name } from now on.
network-devices-revoke = Sign other devices out
network-devices-revoke-about = If a device or a link is lost: nobody but this device can play as you then.
network-devices-revoked = { $count ->
    [0] No other device was signed in; no link is valid any more.
    [one] One other device is signed out.
   *[other] { $count } other devices are signed out.
}
network-blocked = Blocked
network-blocked-about = You are not paired with them, and they cannot join your games.
network-block = Block { $player }
network-unblock = Do not block { $player } any more
network-block-done = { $player } is blocked
network-report = Report { $player }
network-report-what = What did they do?
network-report-yes = Report
network-report-wrong = Say it in 1 to 200 letters.
network-report-done = The operator of the server is told
