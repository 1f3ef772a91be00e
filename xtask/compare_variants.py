"""Compares every variant that can be expressed with Fairy-Stockfish: perft, and random positions.

The variants are those that Fairy-Stockfish has built in, or those of a `variants.ini`. The script
needs the Python package `pyffish`; `cargo xtask compare-pyffish --all` gets it and builds what it asks.
It prints one line for each variant, and what is refused with the keys that cannot be expressed.
"""

import argparse
import random
import subprocess
import sys
from typing import Callable

import pyffish

RANDOM_STARTS = {"fischerandom", "caparandom"}
LONGEST_GAME = 120  # half-moves


class Ours:
    """Our side: the example `variants` of the crate `notation`."""

    def __init__(self, program: str, ini: str | None):
        command = [program] + ([ini] if ini else [])
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, question: str) -> str:
        self.process.stdin.write(question + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"no answer to {question!r}")
        return answer.rstrip("\n")

    def section(self, name: str) -> str:
        """The variant as a section that was made of our rule set."""
        lines = [self.ask(f"{name}\tini")]
        while lines[-1] != ".":
            lines.append(self.process.stdout.readline().rstrip("\n"))
        return "\n".join(lines[:-1])

    def variants(self) -> dict[str, str]:
        self.process.stdin.write("list\n")
        found = {}
        while line := self.process.stdout.readline().rstrip("\n"):
            name, _, refusal = line.partition("\t")
            found[name] = refusal
        return found


def their_moves(name: str, fen: str, written_as: str | None = None) -> list[str]:
    """The legal moves of a variant, or by the definition of it that has another name."""
    return sorted(pyffish.legal_moves(written_as or name, fen, [], name in RANDOM_STARTS))


def their_fen(name: str, fen: str, move: str) -> str:
    return pyffish.get_fen(name, fen, [move], name in RANDOM_STARTS)


def their_perft(name: str, fen: str, depth: int) -> int:
    moves = their_moves(name, fen)
    if depth == 1:
        return len(moves)
    return sum(their_perft(name, their_fen(name, fen, move), depth - 1) for move in moves)


def first_difference(
    name: str, wanted: int, chance: random.Random, differs: Callable[[str, list[str]], str | None]
) -> str | None:
    """Plays random games until enough positions are compared; tells the first difference."""
    compared, games = 0, 0
    while compared < wanted and games < 4 * wanted:
        games += 1
        fen = pyffish.start_fen(name)
        for _ in range(LONGEST_GAME):
            theirs = their_moves(name, fen)
            if difference := differs(fen, theirs):
                return difference
            compared += 1
            if not theirs or compared >= wanted:
                break
            fen = their_fen(name, fen, chance.choice(theirs))
    return None


def only(these: list[str], those: list[str]) -> str:
    return " ".join(sorted(set(these) - set(those)))


def compare_positions(ours: Ours, name: str, wanted: int, chance: random.Random) -> str | None:
    """Compares our moves with theirs."""

    def differs(fen: str, theirs: list[str]) -> str | None:
        own = ours.ask(f"{name}\t{fen}").split()
        if own == theirs:
            return None
        return f"at {fen}: only ours [{only(own, theirs)}], only theirs [{only(theirs, own)}]"

    return first_difference(name, wanted, chance, differs)


def compare_section(ours: Ours, name: str, wanted: int, chance: random.Random) -> str | None:
    """Lets pyffish read our section, and compares its moves with those of the original."""
    text = ours.section(name)
    if text.startswith("#"):
        return text
    copy = f"xxlchess-{name}"
    pyffish.load_variant_config(text.replace(f"[{name}]", f"[{copy}]", 1))
    if copy not in pyffish.variants():
        return f"pyffish refuses the section:\n{text}"

    def differs(fen: str, original: list[str]) -> str | None:
        written = their_moves(name, fen, copy)
        if written == original:
            return None
        return f"section, at {fen}: lost [{only(original, written)}], new [{only(written, original)}]"

    return first_difference(name, wanted, chance, differs)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares variants with Fairy-Stockfish.")
    parser.add_argument("--program", required=True, help="the example `variants`")
    parser.add_argument("--ini", help="a variants.ini in place of what is built in")
    parser.add_argument("--perft-depth", type=int, default=3)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sections", action="store_true", help="compare the sections that we write instead")
    parser.add_argument("--variant", action="append", help="only this one")
    options = parser.parse_args()

    if options.ini:
        with open(options.ini, encoding="utf-8") as file:
            pyffish.load_variant_config(file.read())
    ours = Ours(options.program, options.ini)
    known = set(pyffish.variants())
    agree, differ, refused, unknown = [], [], [], []
    for name, refusal in ours.variants().items():
        if options.variant and name not in options.variant:
            continue
        if name not in known:
            unknown.append(name)
            continue
        if refusal:
            refused.append(name)
            print(f"{name}: refused: {refusal}", flush=True)
            continue
        if options.sections:
            chance = random.Random(f"{name} {options.seed}")
            difference = compare_section(ours, name, options.positions, chance)
            (differ if difference else agree).append(name)
            print(f"{name}: {difference or 'agrees'}", flush=True)
            continue
        start = pyffish.start_fen(name)
        difference = None
        counts = []
        for depth in range(1, options.perft_depth + 1):
            mine = int(ours.ask(f"{name}\tperft {depth}"))
            theirs = their_perft(name, start, depth)
            counts.append(str(mine))
            if mine != theirs:
                difference = f"perft {depth} is {mine}, theirs {theirs}"
                break
        chance = random.Random(f"{name} {options.seed}")
        more = compare_positions(ours, name, options.positions, chance)
        difference = ", ".join(filter(None, [difference, more]))
        (differ if difference else agree).append(name)
        verdict = f"DIFFERS: {difference}" if difference else "agrees"
        print(f"{name}: {verdict}; perft {' '.join(counts)}", flush=True)
    missing = sorted(known - set(ours.variants())) if not options.ini else []
    print(f"{len(agree)} agree, {len(differ)} differ, {len(refused)} refused, not described {len(missing)}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
