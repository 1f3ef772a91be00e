"""Plays a random game through the referee of xxlchess and prints what happened.

    python3 referee_client.py [PROGRAM [RULES [SEED]]]

PROGRAM is `xxlchess` unless given, RULES an id or a file, `king-capture` unless given.
"""

import json
import random
import subprocess
import sys

LONGEST_GAME = 400  # moves of either side


class Referee:
    """Asks one thing at a time: a request is a line, and so is its answer."""

    def __init__(self, program, rules):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([program, "referee", "--rules", rules], text=True, **pipes)

    def ask(self, cmd, **fields):
        print(json.dumps({"cmd": cmd, **fields}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": "the referee has gone"}
        if "error" in answer:
            sys.exit(answer["error"])
        return answer


def main(program="xxlchess", rules="king-capture", seed="1"):
    dice, referee = random.Random(int(seed)), Referee(program, rules)
    for _ in range(LONGEST_GAME):
        moves = referee.ask("legal_moves")["moves"]
        if referee.ask("board")["result"] or not moves:
            break
        move = dice.choice(moves)
        assert referee.ask("move", move=move)["result"], move
    for record in referee.ask("history")["history"]:
        if record["type"] == "move":
            print("{side} moves ({x}, {y}) to ({dest_x}, {dest_y})".format(**record))
        elif record["type"] == "draw":
            print("draw by", record["reason"])
        else:
            print(record["side"], "is in check" if record["type"] == "check" else "wins")
    print("result:", json.dumps(referee.ask("board")["result"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
