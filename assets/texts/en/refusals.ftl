### Why something was refused.

refusals-over = the game is over
refusals-not-over = the game is not over
refusals-not-in-the-rules = the rules of this game do not allow it
refusals-not-agreed = it was not agreed for this game
refusals-asked-already = it was asked already; make a move before asking again
refusals-no-offer = there is no offer to answer
refusals-nothing-to-take-back = there is no move to take back
refusals-not-your-turn = it is the other side's turn
refusals-no-claim = the position does not allow to claim a draw
refusals-too-late-to-abort = the second move has been played; resign or offer a draw
refusals-resignation-stands = the resignation stands

refusals-version = the server speaks version { $server } of the protocol, not { $client }; reload or update
refusals-greeting = expected one greeting at the start of the conversation
refusals-too-fast = too many messages; slow down
refusals-full = the server is full; try again later
refusals-too-many-rooms = too many games at once; leave one first
refusals-no-room = there is no such game, or the code is wrong
refusals-room-full = the game has two players already; you can watch it
refusals-own-room = you are in this game already
refusals-not-in-room = you are not in this game
refusals-not-a-player = only players of this game can do that
refusals-still-waiting = the other player may still come back; wait { $milliseconds } ms more
refusals-transfer = this link was used already, was revoked or is too old; make a new one
refusals-no-player = there is no player of this name
refusals-banned = you are banned from this server
refusals-muted = you are muted on this server
refusals-stopping = the server is being stopped; games go on when it is back
refusals-failed = the server could not do it; try again

refusals-address-host = expected an address such as 192.168.1.7:{ $port }, found { $found }
refusals-address-scheme = expected http or https, found { $found }
refusals-address-port = expected a port from 1 to 65535, found { $found }

refusals-name-empty = the name is empty; expected 1 to { $longest } characters
refusals-name-too-long = the name has { $count } characters; expected { $longest } at most
refusals-name-unseen = the name has the character { $character }, which cannot be shown

refusals-no-file = there is no such file
refusals-image-kind = it is not a PNG or JPEG picture
refusals-image-size = it is too large; expected at most { $pixels } by { $pixels } pixels
refusals-image-damaged = it is damaged: { $reason }

refusals-paused = the game is paused
refusals-other-turn = the game is at another turn
refusals-illegal = the piece cannot go there
refusals-not-begun = the game has not begun
refusals-under-fog = under fog no draw can be claimed
refusals-player-is-here = the other player is here
refusals-network-games = your network has as many games on this server as it may; end one first
refusals-game-memory = this game has used up the memory that the server gives; wait a little
refusals-player-memory = the games of the player who created this one have used up the memory that the server gives; wait a little
refusals-network-memory = the games from one network have used up the memory that the server gives; wait a little
refusals-server-memory = all games together have used up the memory that the server gives; wait a little
refusals-blocked = at most { $most } players are blocked
refusals-invitation = expected a link with a game behind #

refusals-no-permission = you may not open or change it
refusals-storage-full = there is no space left to keep it
refusals-read-only = nothing can be written there
refusals-no-file-name = no file can have such a name
refusals-is-folder = it is a folder
refusals-no-text = it is not a text that can be read
refusals-port-in-use = another program uses this port

refusals-malformed = a message could not be understood ({ $reason })
refusals-options = this game cannot be created ({ $reason })

refusals-image-unwritten = the picture cannot be written: { $reason }
refusals-sprite = The picture of the { $piece } cannot be used: { $reason }
refusals-sprite-svg = it is not an SVG that can be drawn ({ $reason })
refusals-sprite-png = it is not a PNG that can be read ({ $reason })
refusals-sprite-size = it is { $width } by { $height } pixels; expected at most { $most } by { $most }
refusals-sprite-blank = nothing can be seen in it

refusals-cannot-listen = it cannot listen at { $address }: { $reason }
refusals-no-thread = the system gives no thread: { $reason }

refusals-wire-untried = No connection can be opened here ({ $reason }).
refusals-wire-unanswered = No connection came about ({ $reason }).
refusals-wire-broken = The connection broke off ({ $reason }).
