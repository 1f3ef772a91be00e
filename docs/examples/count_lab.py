"""Lengths of games and scores of first moves, from the games.jsonl of a laboratory; see docs/xxl-study.md."""

import json, statistics, sys

games = [json.loads(line) for line in open(sys.argv[1])][1:]
even = [game for game in games if game["number"] % 2 == 0]
points = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
lengths = sorted(game["plies"] / 2 for game in even)
print("lengths:", [lengths[len(lengths) * tenths // 10] for tenths in (1, 5, 9)])
common = statistics.mean(points[game["result"]] for game in even)
squares = 0
firsts = {game["first"] for game in even}
for first in firsts:
    scores = [points[game["result"]] for game in even if game["first"] == first]
    wider = scores + [0, 0, 1, 1]
    variance = statistics.pvariance(wider) / len(wider)
    squares += (statistics.mean(scores) - common) ** 2 / variance
print("sum of squares:", round(squares), "degrees of freedom:", len(firsts) - 1)
