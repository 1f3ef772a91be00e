#!/bin/sh
# A program that speaks just enough UCI, or the protocol of XBoard, to misbehave: $1 says how.
while read -r line; do
    case "$line" in
    uci) echo "id name fake"; echo "option name Hash type spin default 1 min 1 max 9"; echo uciok ;;
    isready) echo readyok ;;
    protover*) echo 'feature ping=1 usermove=1 setboard=1 done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    go*)
        case "$1" in
        illegal) echo "bestmove e2e5" ;;
        nonsense) echo "bestmove (none)" ;;
        crash) exit 3 ;;
        silent) ;;
        resign) echo resign ;;
        claim) echo '1/2-1/2 {I am tired}' ;;
        esac
        ;;
    quit) [ "$1" = silent ] || exit 0 ;;
    esac
done
# One that says nothing does not end by itself either.
[ "$1" = silent ] && sleep 1000
