#!/usr/bin/env python3
"""Trains the universal network, which serves every rule set, on the samples of many rule sets.

`xxlchess learn --samples FILE` writes the samples of one rule set together with the description of its pieces
and squares. A generator turns the description into the rows of the feature transformer; the rest of the
network is shared by all rule sets. Its file is what `crates/engine/src/nnue/universal.rs` reads.
"""

import argparse
import json
import random
import struct
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import train as trainer

MAGIC, VERSION = b"XXLU", 2
# The larger the board, the more a lead of one pawn may still melt: a scale in hundredths of a pawn.
SLOPE, SLOPE_A_SQUARE = 120, 2
# The last inputs of a piece, and what a piece is usually worth: as in `Description::strength`.
OTHERS, USUAL_WORTH = 16, 0.5


class RuleSet(trainer.Samples):
    """The samples of a rule set, with its description and the number of its last training sample."""

    def __init__(self, path, device, validation):
        super().__init__(path, device)
        self.path = path
        squares = self.files * self.ranks
        self.planes = self.per_bucket // squares
        self.slope = SLOPE + SLOPE_A_SQUARE * squares
        # Only active features are looked at, in one bucket of kings.
        self.active = torch.where(self.active < 0, -1, self.active % self.per_bucket)
        self.plane = torch.arange(self.planes, device=device).repeat_interleave(squares)
        self.square = torch.arange(squares, device=device).repeat(self.planes)
        self.training = len(self) - int(validation * len(self))
        _, royal, pawn, _, worth, number = self.piece_inputs[:, -OTHERS:].T[:6]
        number = number * (1 - royal) * (1 - pawn)
        average = (number * worth).sum() / number.sum() / USUAL_WORTH
        self.strength = average.clamp(0.25, 1.5).item() if number.sum() > 0 else 1.0


class Universal(nn.Module):
    """The generator of rows, and bias and output weights that all rule sets share."""

    def __init__(self, inputs, options):
        super().__init__()
        pieces, squares, places = inputs
        hidden, row, width = options.hidden, options.row, options.width
        self.sizes = (pieces, squares, places, hidden, row, width)
        self.piece = nn.ModuleList([nn.Linear(pieces, hidden), nn.Linear(hidden, row)])
        self.square = nn.ModuleList([nn.Linear(squares, hidden), nn.Linear(hidden, row)])
        self.place = nn.Linear(places, row)
        self.row = nn.Linear(row, width)
        self.bias = nn.Parameter(torch.full((width,), 0.2))
        self.outputs = nn.Parameter((torch.rand(8, width) * 2 - 1) / (2 * width) ** 0.5)
        with torch.no_grad():
            self.row.weight.mul_(0.3)
            self.row.bias.zero_()
        if options.start:
            self.read(options.start)

    def layers(self):
        """The layers of the generator, in the order of the file."""
        return [*self.piece, *self.square, self.place, self.row]

    def rows(self, sets):
        """The rows of some rule sets, one after the other."""
        tower = lambda layers, inputs: layers[1](functional.relu(layers[0](inputs)))
        piece = tower(self.piece, torch.cat([each.piece_inputs for each in sets]))
        square = tower(self.square, torch.cat([each.square_inputs for each in sets]))
        planes, squares, first_plane, first_square = [], [], 0, 0
        for each in sets:
            planes.append(each.plane + first_plane)
            squares.append(each.square + first_square)
            first_plane += each.planes
            first_square += each.files * each.ranks
        place = self.place(torch.cat([each.place_inputs for each in sets]))
        hidden = functional.relu(piece[torch.cat(planes)] + square[torch.cat(squares)] + place)
        limit = trainer.LARGEST_WEIGHT
        return self.row(hidden).clamp(-limit, limit)

    def forward(self, sets, indices):
        """Evaluations in hundredths of a pawn of the samples with these indices of each rule set."""
        rows = self.rows(sets)
        # The last row stands for no feature.
        rows = torch.cat([rows, torch.zeros_like(rows[:1])])
        slots = max(each.slots for each in sets)
        features, buckets, bases, strengths, first = [], [], [], [], 0
        for each, index in zip(sets, indices):
            active = each.active[index].reshape(2 * len(index), -1).long()
            active = torch.where(active < 0, len(rows) - 1, active + first)
            features.append(functional.pad(active, (0, slots - each.slots), value=len(rows) - 1))
            buckets.append(each.bucket[index])
            bases.append(each.base[index])
            strengths.append(torch.full_like(bases[-1], each.strength * trainer.OUTPUT_SCALE))
            first += each.planes * each.files * each.ranks
        feature = torch.cat(features)
        hot = torch.zeros(len(feature), len(rows), device=rows.device).scatter_(1, feature, 1.0)
        sums = hot @ rows + self.bias
        own, other = sums.clamp(0, 1).square().reshape(len(sums) // 2, 2, -1).unbind(1)
        # What counts for a side counts as much against the other, so the turn makes no difference.
        outputs = (own - other) @ self.outputs.T
        output = outputs.gather(1, torch.cat(buckets)[:, None])[:, 0] * torch.cat(strengths)
        return output + torch.cat(bases)

    @torch.no_grad()
    def read(self, path):
        """Takes the weights of a network of the same dimensions, to train it further."""

        def halves(file, shape):
            bits = np.fromfile(file, "<u2", shape.numel()).astype(np.uint32) << 16
            return torch.from_numpy(bits.view(np.float32)).reshape(shape)

        with open(path, "rb") as file:
            header = struct.unpack("<4sI8H", file.read(24))
            if header != (MAGIC, VERSION, *self.sizes, len(self.outputs), 0):
                sys.exit(f"{path}: it is no universal network of these dimensions")
            for layer in self.layers():
                layer.weight.copy_(halves(file, layer.weight.T.shape).T)
                layer.bias.copy_(halves(file, layer.bias.shape))
            for weights, one in ((self.bias, trainer.ACTIVATION_ONE), (self.outputs, trainer.WEIGHT_ONE)):
                whole = np.fromfile(file, "<i2", weights.numel()).astype(np.float32)
                weights.copy_(torch.from_numpy(whole / one).reshape(weights.shape))

    @torch.no_grad()
    def write(self, path):
        """Writes the network: the generator as halves of floats, the rest in whole numbers."""

        def halves(tensor):
            bits = tensor.detach().float().cpu().contiguous().numpy().view(np.uint32)
            return ((bits + 0x8000) >> 16).astype("<u2").tobytes()

        whole = lambda tensor, one: torch.round(tensor * one).cpu().numpy()
        with open(path, "wb") as file:
            file.write(struct.pack("<4sI8H", MAGIC, VERSION, *self.sizes, len(self.outputs), 0))
            for layer in self.layers():
                file.write(halves(layer.weight.T) + halves(layer.bias))
            file.write(whole(self.bias, trainer.ACTIVATION_ONE).astype("<i2").tobytes())
            file.write(whole(self.outputs, trainer.WEIGHT_ONE).astype("<i2").tobytes())


@torch.no_grad()
def errors(network, sets, first, batch=16384):
    """The mean errors of the hand-written evaluation and of the network, from these samples on."""
    totals = np.zeros(2)
    for each in sets:
        sums, count = torch.zeros(2, device=each.device), 0
        for index in torch.arange(first(each), len(each), device=each.device).split(batch):
            target = each.target(index, each.slope, trainer.VALIDATION_SCORE_PART)
            for n, score in enumerate([each.base[index], network([each], [index])]):
                sums[n] += (torch.sigmoid(score / each.slope) - target).square().sum()
            count += len(index)
        totals += (sums / max(1, count)).cpu().numpy()
    return totals / max(1, len(sets))


def train(sets, unseen, options, log=print):
    """Trains a network; returns it with its errors over time."""
    torch.manual_seed(options.seed)
    rng = random.Random(options.seed)
    first = sets[0]
    inputs = [first.piece_inputs.shape[1], first.square_inputs.shape[1], first.place_inputs.shape[1]]
    network = Universal(inputs, options).to(first.device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    weights = [each.training**0.5 for each in sets]
    curve, begin, step, share = [], time.time(), 0, options.batch // options.at_once
    while True:
        done = max(step / options.steps, (time.time() - begin) / options.seconds)
        if done >= 1 or step % 2000 == 0:
            seen = errors(network, sets[:: max(1, len(sets) // 60)], lambda each: each.training)
            new = errors(network, unseen, lambda each: 0)
            curve.append({"step": step, "seconds": time.time() - begin, "seen": seen.tolist(), "unseen": new.tolist()})
            log(f"{step}: {time.time() - begin:.0f} s, seen {seen[1]:.5f} ({seen[1] / seen[0]:.4f} of hand-written), unseen {new[1]:.5f} ({new[1] / new[0]:.4f})")
        if done >= 1:
            return network, curve
        for group in optimizer.param_groups:
            warm = min(1, (step + 1) / 500)
            group["lr"] = options.rate * warm * (0.01 + 0.99 * (0.5 + 0.5 * np.cos(np.pi * done)))
        chosen = rng.choices(sets, weights, k=options.at_once)
        indices = [torch.randint(0, each.training, (share,), device=first.device) for each in chosen]
        slopes = torch.cat([torch.full((share,), float(each.slope), device=first.device) for each in chosen])
        targets = [each.target(index, each.slope, options.score_part) for each, index in zip(chosen, indices)]
        chance = torch.sigmoid(network(chosen, indices) / slopes)
        loss = (chance - torch.cat(targets)).square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            # Strong pieces make them larger.
            largest = trainer.LARGEST_WEIGHT / 1.5
            network.outputs.clamp_(-largest, largest)
        step += 1


def parser():
    """The command line."""
    result = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = result.add_argument
    add("samples", nargs="+", help="the files of samples, one a rule set")
    add("--out", required=True, help="where the network is written to")
    add("--curve", help="write the errors over time to this JSON file")
    add("--unseen", type=float, default=0.08, help="part of the rule sets that is kept apart")
    add("--validation", type=float, default=0.05, help="part of each rule set's samples that is kept apart")
    add("--hidden", type=int, default=256, help="hidden numbers for a piece and for a square")
    add("--row", type=int, default=128, help="numbers from which a row is made")
    add("--width", type=int, default=256, help="numbers in the accumulator of each side")
    add("--start", help="train this network further, of the same dimensions")
    add("--steps", type=int, default=60_000)
    add("--seconds", type=float, default=1e9, help="train no longer than this")
    add("--batch", type=int, default=8192)
    add("--at-once", type=int, default=8, help="rule sets in a batch")
    add("--rate", type=float, default=0.001, help="the highest learning rate")
    add("--decay", type=float, default=0.01, help="weight decay")
    add("--score-part", type=float, default=0.9, help="part of the search score in the target")
    add("--seed", type=int, default=1)
    return result


def main():
    options = parser().parse_args()
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    sets = [RuleSet(path, device, options.validation) for path in options.samples]
    random.Random(options.seed).shuffle(sets)
    kept = int(options.unseen * len(sets))
    unseen, sets = sets[:kept], sets[kept:]
    log = lambda line: print(line, flush=True)
    log(f"{len(sets)} rule sets, {sum(map(len, sets))} samples; {kept} rule sets kept apart; {device}")
    network, curve = train(sets, unseen, options, log)
    network.write(options.out)
    if options.curve:
        with open(options.curve, "w") as file:
            json.dump(curve, file, indent=1)


if __name__ == "__main__":
    main()
