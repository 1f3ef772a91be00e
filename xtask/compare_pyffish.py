"""Compares the legal moves of xxlchess with those of Fairy-Stockfish, in random games.

Both programs play the same games. At every position they must agree on the legal moves, on
check, on where the pieces stand and on who may still castle; xxlchess must agree twice, once
as it came to the position by moves and once as it reads the position from a FEN. The numbers
of perft are compared as well. The script needs the Python package `pyffish`;
`cargo xtask compare-pyffish` gets it and builds the program.

A variant is one entry in VARIANTS.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pyffish

LONGEST_GAME = 200  # half-moves


@dataclass(frozen=True)
class Variant:
    """One game as both programs know it."""

    rules: str  # what our --rules takes: an id or a path
    ffish: str  # the name Fairy-Stockfish has for it
    height: int
    king_file: str
    perft: list[int]  # from the start position, depth 1 first
    midgame: str  # where every second game begins, with all castlings at hand
    ini: str = ""  # the definition, where Fairy-Stockfish has none of its own


# Fairy-Stockfish writes castling as the king's step and a promotion with a small letter, as
# we do. Its double-step rank for Black does not follow the board's height and has to be given.
TWELVE_BY_TEN = """
[xxl12x10]
maxRank = 10
maxFile = l
pieceToCharTable = -
pawn = p
knight = n
bishop = b
rook = r
queen = q
king = k
archbishop = h
chancellor = e
amazon = a
customPiece1 = c:C
customPiece2 = g:NK
startFen = rnbhcgakebnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBHCGAKEBNR w KQkq - 0 1
promotionRegionWhite = *6 *7 *8 *9 *10
promotionRegionBlack = *5 *4 *3 *2 *1
promotionPieceTypes = q
mandatoryPawnPromotion = true
doubleStepRegionWhite = *2
doubleStepRegionBlack = *9
enPassantRegion = -
castling = true
castlingKingFile = h
castlingKingsideFile = j
castlingQueensideFile = f
castlingRookKingsideFile = l
castlingRookQueensideFile = a
stalemateValue = draw
nFoldRule = 0
nMoveRule = 0
"""

VARIANTS = {
    "twelve-by-ten": Variant(
        rules="rulesets/examples/twelve-by-ten.toml",
        ffish="xxl12x10",
        height=10,
        king_file="h",
        perft=[38, 1_444, 63_666, 2_792_610],
        midgame="r6k3r/pppp1ppppp1p/4p5p1/2cg1na1e3/12/12/"
        "2CG1NA1E3/4P5P1/PPPP1PPPPP1P/R6K3R w KQkq - 0 1",
        ini=TWELVE_BY_TEN,
    ),
    "standard": Variant(
        rules="standard",
        ffish="chess",
        height=8,
        king_file="e",
        perft=[20, 400, 8_902, 197_281],
        midgame="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
}


def split(move: str) -> tuple[str, int, str, int, str]:
    """The parts of a UCI move: file and rank, file and rank, and what a pawn becomes."""
    parts = re.fullmatch(r"([a-p])(\d+)([a-p])(\d+)([a-z]?)", move)
    if parts is None:
        raise Disagreement(f"`{move}` is not a move as UCI writes it")
    file, rank, to_file, to_rank, promotion = parts.groups()
    return file, int(rank), to_file, int(to_rank), promotion


class Disagreement(Exception):
    """The two programs differ; the text says where and in what."""


class Referee:
    """Our side: one `xxlchess referee`, spoken to in lines of JSON."""

    def __init__(self, program: str, variant: Variant):
        self.variant = variant
        self.process = subprocess.Popen(
            [program, "referee", "--rules", variant.rules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def __enter__(self) -> "Referee":
        return self

    def __exit__(self, *_) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=10)

    def ask(self, cmd: str, **fields) -> dict:
        request = json.dumps({"cmd": cmd, **fields})
        try:
            self.process.stdin.write(request + "\n")
        except BrokenPipeError:
            pass  # the missing answer tells
        answer = self.process.stdout.readline()
        if not answer:
            raise Disagreement(f"the referee ended instead of answering {request}")
        answer = json.loads(answer)
        if "error" in answer:
            raise Disagreement(f"the referee answered {request} with: {answer['error']}")
        return answer

    def legal_moves(self) -> set[str]:
        return set(self.ask("legal_moves")["moves"])

    def is_in_check(self, side: str) -> bool:
        return self.ask("is_in_check", side=side)["result"]

    def move(self, move: str) -> None:
        """Plays a UCI move; the referee counts x to the right and y downward from the top."""
        file, rank, to_file, to_rank, promotion = split(move)
        fields = {
            "x": ord(file) - ord("a"),
            "y": self.variant.height - rank,
            "dest_x": ord(to_file) - ord("a"),
            "dest_y": self.variant.height - to_rank,
        }
        if promotion:
            fields["promotion"] = promotion
        if self.ask("move", **fields)["result"] is not True:
            raise Disagreement(f"the referee refuses {move}, which it has listed as legal")


def essence(variant: Variant, fen: str) -> tuple[str, str, str]:
    """What a FEN must have in common: pieces, turn, and the sides to which one may castle.

    We may name the file of a rook where they name a side.
    """
    pieces, turn, castling = fen.split()[:3]
    sides = set()
    for letter in castling.replace("-", ""):
        if letter.lower() not in "kq":
            side = "q" if letter.lower() < variant.king_file else "k"
            letter = side.upper() if letter.isupper() else side
        sides.add(letter)
    return pieces, turn, "".join(sorted(sides))


def difference(ours: set[str], theirs: set[str]) -> str:
    only_ours = " ".join(sorted(ours - theirs)) or "none"
    only_theirs = " ".join(sorted(theirs - ours)) or "none"
    return f"moves only xxlchess has: {only_ours}; only Fairy-Stockfish: {only_theirs}"


def is_castling(move: str, fen: str) -> bool:
    """Only a castling king goes two files."""
    file, rank, to_file, *_ = split(move)
    return abs(ord(to_file) - ord(file)) == 2 and king_square(fen) == f"{file}{rank}"


def king_square(fen: str) -> str:
    """Where the king of the side to move stands."""
    pieces, turn = fen.split()[:2]
    king = "K" if turn == "w" else "k"
    rows = pieces.split("/")
    for number, row in enumerate(rows):
        cells = re.sub(r"\d+", lambda run: "." * int(run.group()), row)
        if king in cells:
            return chr(ord("a") + cells.index(king)) + str(len(rows) - number)
    return ""


def compare_position(
    variant: Variant, fen: str, played: Referee, reading: Referee, tally: Counter
) -> list[str]:
    """Compares one position; returns the moves to go on with."""
    theirs = set(pyffish.legal_moves(variant.ffish, fen, []))
    board = played.ask("board")
    if essence(variant, board["fen"]) != essence(variant, fen):
        raise Disagreement(f"xxlchess stands at {board['fen']}")

    if theirs and board["result"] is not None:  # a draw that we declare by ourselves
        tally["draws by rule"] += 1
        return []
    if not theirs and board["result"] is None:
        raise Disagreement("Fairy-Stockfish has no legal moves, but for xxlchess the game goes on")

    reading.ask("new", fen=fen)
    side = "white" if fen.split()[1] == "w" else "black"
    check = pyffish.gives_check(variant.ffish, fen, [])
    for referee, how in ((played, "by moves"), (reading, "from the FEN")):
        ours = referee.legal_moves()
        if ours != theirs:
            raise Disagreement(f"{difference(ours, theirs)} ({how})")
        if referee.is_in_check(side) != check:
            who = "Fairy-Stockfish" if check else "xxlchess"
            raise Disagreement(f"only {who} sees {side} in check ({how})")

    tally["positions"] += 1
    tally["moves"] += len(theirs)
    tally["checks"] += check
    tally["mates"] += check and not theirs
    tally["stalemates"] += not check and not theirs
    tally["promotions"] += sum(move[-1].isalpha() for move in theirs)
    tally["castlings"] += sum(is_castling(move, fen) for move in theirs)
    return sorted(theirs)


def choose(moves: list[str], fen: str, chance: random.Random) -> str:
    """Any move; but castling, which is rare in random games, whenever a coin says so."""
    castlings = [move for move in moves if is_castling(move, fen)]
    if castlings and chance.random() < 0.5:
        return chance.choice(castlings)
    return chance.choice(moves)


def play(
    variant: Variant,
    start: str | None,
    played: Referee,
    reading: Referee,
    chance: random.Random,
    tally: Counter,
) -> None:
    """Plays one random game, from the start array or a FEN, and compares every position."""
    played.ask("new", **({"fen": start} if start else {}))
    fen = start or pyffish.start_fen(variant.ffish)
    line = []
    try:
        for _ in range(LONGEST_GAME):
            moves = compare_position(variant, fen, played, reading, tally)
            if not moves:
                break
            move = choose(moves, fen, chance)
            played.move(move)
            line.append(move)
            fen = pyffish.get_fen(variant.ffish, fen, [move])
    except Disagreement as found:
        raise Disagreement(f"{found}\n  at {fen}\n  after {' '.join(line) or 'no moves'}") from None


def their_perft(variant: Variant, fen: str, depth: int) -> int:
    moves = pyffish.legal_moves(variant.ffish, fen, [])
    if depth == 1:
        return len(moves)
    after = (pyffish.get_fen(variant.ffish, fen, [move]) for move in moves)
    return sum(their_perft(variant, fen, depth - 1) for fen in after)


def our_perft(program: str, variant: Variant, depth: int) -> int:
    command = [program, "perft", "--rules", variant.rules, "--depth", str(depth)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    nodes = re.search(r"^nodes (\d+)\s*\Z", output, re.MULTILINE)
    if nodes is None:
        raise Disagreement(f"the last line of `{' '.join(command)}` is not `nodes N`")
    return int(nodes.group(1))


def compare_perft(program: str, variant: Variant, their_depth: int) -> None:
    """Holds both programs against the table; theirs is slow through Python, so less deep."""
    start = pyffish.start_fen(variant.ffish)
    for depth, expected in enumerate(variant.perft, start=1):
        found = {"xxlchess": our_perft(program, variant, depth)}
        if depth <= their_depth:
            found["Fairy-Stockfish"] = their_perft(variant, start, depth)
        for who, nodes in found.items():
            if nodes != expected:
                raise Disagreement(f"perft {depth} is {expected}, but {nodes} for {who}")


def compare(name: str, options: argparse.Namespace) -> None:
    variant = VARIANTS[name]
    if variant.ini:
        pyffish.load_variant_config(variant.ini)
    if variant.ffish not in pyffish.variants():
        raise Disagreement("this build of pyffish lacks large boards")

    compare_perft(options.program, variant, options.perft_depth)
    print(f"{name}: perft agrees: {', '.join(map(str, variant.perft))}", flush=True)

    tally = Counter()
    with Referee(options.program, variant) as played, Referee(options.program, variant) as reading:
        for game in range(options.games):
            chance = random.Random(f"{name} {options.seed} {game}")
            start = variant.midgame if game % 2 else None
            try:
                play(variant, start, played, reading, chance, tally)
            except Disagreement as found:
                raise Disagreement(f"game {game} of seed {options.seed}: {found}") from None
    counts = ", ".join(f"{what} {count}" for what, count in tally.items() if count)
    print(f"{name}: {options.games} games agree: {counts}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares xxlchess with Fairy-Stockfish.")
    parser.add_argument("--program", required=True, help="the xxlchess program")
    parser.add_argument("--games", type=int, default=25, help="random games for each variant (25)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (1)")
    parser.add_argument("--perft-depth", type=int, default=2, help="their depth of perft (2)")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only this one")
    options = parser.parse_args()

    failed = False
    for name in options.variant or VARIANTS:
        try:
            compare(name, options)
        except Disagreement as found:
            print(f"{name}: DISAGREEMENT: {found}", file=sys.stderr)
            failed = True
        except (OSError, subprocess.CalledProcessError) as error:
            reason = getattr(error, "stderr", None) or error
            print(f"{name}: xxlchess cannot be asked: {reason}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
