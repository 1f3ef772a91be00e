#!/usr/bin/env python3
"""Writes random rule sets, on which the universal network learns what pieces and boards are like.

The same seed gives the same files. Boards have 6 to 16 files and ranks, three to seven kinds of pieces besides
kings and pawns; some pieces are usual ones, the others are combinations of leaps, slides and rides.
`xxlchess validate` says which files the rules refuse; `xxlchess self-play` plays by the rest.
"""

import argparse
import pathlib
import random

USUAL = {
    "rook": "R", "knight": "N", "bishop": "B", "queen": "Q", "archbishop": "BN", "chancellor": "RN",
    "amazon": "QN", "camel": "C", "general": "KN", "fers": "F", "wazir": "W", "elephant": "A",
    "mann": "K", "silver": "FfW", "gold": "WfF",
}
# Cannons, grasshoppers, lame leapers, bent riders.
UNUSUAL = ["mRcpR", "mBcpB", "pR", "pB", "gQ", "nN", "nA", "nD", "nC", "t[FR]", "t[WB]", "mQcN", "mNcQ"]
LEAPS = ["W", "F", "D", "A", "N", "C", "H", "G", "Z"]
LETTERS = "abcdefghijlmnoqrstuvwxyz"


def betza(rng):
    """The movement of a random piece."""
    parts = set()
    for _ in range(rng.choice([1, 1, 2, 2, 2, 3])):
        kind = rng.random()
        if kind < 0.5:
            parts.add(rng.choice(LEAPS))
        elif kind < 0.72:
            parts.add(rng.choice(["R", "B"]))
        elif kind < 0.85:
            parts.add(rng.choice(["W", "F"]) + str(rng.randint(2, 4)))
        elif kind < 0.93:
            parts.add(rng.choice(["NN", "DD", "AA", "N2", "D2", "CC"]))
        else:
            parts.add(rng.choice(["mR", "cR", "mB", "cB", "fR", "fB", "mN", "cN", "fN", "fsW", "fF"]))
    if "R" in parts:
        parts.discard("W")
    if "B" in parts:
        parts.discard("F")
    # An atom is written once, so that nobody reads a leap and a ride as one.
    return "".join({part.lstrip("mcfs")[0]: part for part in sorted(parts)}.values())


def pieces(rng):
    """Names and movements of the pieces besides kings and pawns."""
    result, unusual = {}, rng.random() < 0.15
    share = rng.choice([0.2, 0.5, 0.8])
    for letter in LETTERS[: rng.randint(3, 7)]:
        if unusual and rng.random() < 0.4:
            movement = rng.choice(UNUSUAL)
        elif rng.random() < share:
            # Rooks, knights, bishops and queens are the most usual.
            movement = rng.choice(list(USUAL.values())[: rng.choice([4, 4, len(USUAL)])])
        else:
            movement = betza(rng)
        if movement not in result.values():
            result[letter] = movement
    return result


def back_rank(rng, letters, files):
    """A row of pieces, mostly the same on both wings, with the king near the middle."""
    half = [rng.choice(letters) for _ in range((files - 1) // 2)]
    row = half + ["k"] + half[::-1]
    while len(row) < files:
        row.insert(len(half), rng.choice(letters))
    return "".join(row)


def rule_set(rng):
    """The text of a rule set's file."""
    files, ranks = rng.randint(6, 16), rng.randint(6, 16)
    if rng.random() < 0.45:
        files, ranks = rng.choice([(8, 8), (8, 8), (10, 8), (10, 10), (12, 10), (12, 12), (14, 14), (9, 10)])
    kinds = pieces(rng)
    letters = list(kinds)
    first = back_rank(rng, letters, files)
    second = back_rank(rng, letters, files).replace("k", letters[0]) if ranks >= 10 and rng.random() < 0.2 else ""
    white = ["P" * files] + ([second.upper()] if second else []) + [first.upper()]
    black = [row.lower() for row in reversed(white)]
    rows = black + [str(files)] * (ranks - 2 * len(white)) + white
    last = ranks if rng.random() < 0.7 else max(len(white) + 2, ranks // 2 + 1)
    strong = sorted(letters, key=lambda letter: -len(kinds[letter]))[: rng.choice([1, 2, len(letters)])]
    choices = ", ".join(f'"piece-{letter}"' for letter in strong)
    lines = [
        f'board = "{files}x{ranks}"',
        f'start = "{"/".join(rows)} w - - 0 1"',
        f'win = "{"king-capture" if rng.random() < 0.08 else "checkmate"}"',
        f'double_step = {"true" if ranks >= 8 and not second and rng.random() < 0.8 else "false"}',
        f"promotion = {{ rank = {last}, choices = [{choices}] }}",
        '[[pieces]]\nname = "king"\nsymbol = "k"\nbetza = "K"\nrole = "royal"',
        '[[pieces]]\nname = "pawn"\nsymbol = "p"\nbetza = "fmWfcF"\nrole = "pawn"\nvalue = 1',
    ]
    for letter, movement in kinds.items():
        lines.append(f'[[pieces]]\nname = "piece-{letter}"\nsymbol = "{letter}"\nbetza = "{movement}"')
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="where the files are written to")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(options.seed)
    for number in range(options.count):
        (options.folder / f"random-{options.seed}-{number:04}.toml").write_text(rule_set(rng))


if __name__ == "__main__":
    main()
