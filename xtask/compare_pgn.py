"""Random games with nested variations, written by python-chess, come back equal from `xxlchess convert`."""

import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.engine
import chess.pgn
import chess.svg

WORDS = ["good", "!?", "±", "é", "1.", "1-0", "*", ";", "%x", "$5", "(see", "game)", '"q"', "\\", "--", "..."]
# What a comment holds besides words: clocks, evaluations and drawn shapes, in any order.
COMMAND = re.compile(r"\[%[^\]]*\]")
COLOURS = ["green", "red", "yellow", "blue"]


def words(rng):
    return " ".join(rng.choices(WORDS, k=rng.randint(1, 6)))


def shapes(rng):
    squares = [(rng.randrange(64), rng.randrange(64)) for _ in range(rng.randint(1, 3))]
    return [chess.svg.Arrow(tail, head, color=rng.choice(COLOURS)) for tail, head in squares]


def annotate(node, rng):
    """Gives some nodes what PGN can say about a move."""
    if rng.random() < 0.2:
        node.comment = words(rng)
    if rng.random() < 0.2:
        node.nags = set(rng.sample([1, 2, 3, 4, 5, 6, 10, 14, 16, 18, 146], rng.randint(1, 2)))
    if rng.random() < 0.1:
        node.set_clock(rng.randrange(72_000) / 10)
    if rng.random() < 0.1:
        score = chess.engine.Mate(rng.randint(1, 9)) if rng.random() < 0.2 else chess.engine.Cp(rng.randint(-999, 999))
        node.set_eval(chess.engine.PovScore(score, chess.WHITE), rng.randint(1, 30))
    if rng.random() < 0.1:
        node.set_arrows(shapes(rng))


def grow(node, rng, length, depth):
    """Adds a line of random moves, and lines in place of some of them."""
    for _ in range(length):
        moves = list(node.board().legal_moves)
        if not moves:
            return
        rng.shuffle(moves)
        others = rng.randint(1, 2) if depth < 4 and rng.random() < 0.25 else 0
        main = node.add_variation(moves[0])
        annotate(main, rng)
        for move in moves[1 : 1 + others]:
            branch = node.add_variation(move)
            annotate(branch, rng)
            if rng.random() < 0.3:
                branch.starting_comment = words(rng)
            grow(branch, rng, rng.randint(0, 6), depth + 1)
        node = main


def make(rng, number):
    game = chess.pgn.Game()
    game.headers["Event"] = f"python-chess {number}"
    if rng.random() < 0.2:
        game.comment = words(rng)
    grow(game, rng, rng.randint(1, 40), 0)
    return game


def tree(node):
    """A game as nested lists: move, glyphs, comments and what they hold, then its continuations."""
    texts = [" ".join(COMMAND.sub(" ", text).split()) for text in (node.starting_comment, node.comment)]
    held = sorted(" ".join(command.split()) for command in COMMAND.findall(node.comment))
    move = str(getattr(node, "move", None))
    return [move, sorted(node.nags), texts + held, [tree(child) for child in node.variations]]


def difference(old, new):
    """The first node that differs, in both trees."""
    below = [difference(*pair) for pair in zip(old[3], new[3])] if len(old[3]) == len(new[3]) else [(old, new)]
    return (old[:3], new[:3]) if old[:3] != new[:3] else next(filter(None, below), None)


def count(nodes):
    return sum(1 + count(node[3]) for node in nodes)


def read(path):
    with open(path, encoding="utf-8") as file:
        games = iter(lambda: chess.pgn.read_game(file), None)
        return [(game.headers["Event"], tree(game), game.errors) for game in games]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    sys.setrecursionlimit(10_000)
    with tempfile.TemporaryDirectory() as folder:
        written, converted = Path(folder, "written.pgn"), Path(folder, "converted.pgn")
        with open(written, "w", encoding="utf-8") as file:
            for number in range(options.games):
                print(make(rng, number), file=file, end="\n\n")
        command = [options.program, "convert", "--rules", "standard", str(written), str(converted)]
        subprocess.run(command, check=True)
        before, after = read(written), read(converted)
    if len(before) != options.games or len(after) != options.games:
        sys.exit(f"{options.games} games were made, {len(before)} read and {len(after)} converted")
    for old, new in zip(before, after):
        if old != new:
            sys.exit(f"{old[0]} is not the same:\n{difference(old[1], new[1])}")
    moves = sum(count(game[1][3]) for game in before)
    print(f"{options.games} games with {moves} moves came back equal")


if __name__ == "__main__":
    main()
