#!/usr/bin/env python3
"""Trains the NNUE network of one rule set on a file of samples, on a GPU if there is one.

`xxlchess learn --samples FILE` writes the samples. The network has one feature transformer that both
sides share, squared clipped ReLU, and one row of output weights for each output bucket. Its file is
what `crates/engine/src/nnue/network.rs` reads.
"""

import argparse
import json
import struct
import sys
import time

import numpy as np
import torch

SAMPLES_MAGIC, SAMPLES_VERSION = b"XXLS", 2
NETWORK_MAGIC, NETWORK_VERSION = b"XXLN", 2
# One, in a whole-number activation and in an output weight; and what an output of one means, in
# hundredths of a pawn.
ACTIVATION_ONE, WEIGHT_ONE, OUTPUT_SCALE = 255, 512, 400
# No weight is larger. The program refuses networks whose sums could overflow all the same.
LARGEST_WEIGHT = 2.0
SAMPLES_HEADER = struct.Struct("<4sIQI8H")
NETWORK_HEADER = struct.Struct("<4sIQI6H")
# Validation errors of different runs can be compared, so this part of their target is fixed.
VALIDATION_SCORE_PART = 0.7


class Samples:
    """A file of samples, as tensors on a device."""

    def __init__(self, path, device):
        with open(path, "rb") as file:
            header = file.read(SAMPLES_HEADER.size)
            if len(header) < SAMPLES_HEADER.size or header[:4] != SAMPLES_MAGIC:
                sys.exit(f"{path}: it is no file of samples")
            (_, version, self.fingerprint, self.per_bucket, self.king_buckets, self.output_buckets,
             self.slots, self.files, self.ranks, *inputs) = SAMPLES_HEADER.unpack(header)
            if version != SAMPLES_VERSION:
                sys.exit(f"{path}: version {version} of the format; expected {SAMPLES_VERSION}")
            # The description of the rules, which the universal network reads.
            squares = self.files * self.ranks
            planes = self.per_bucket // squares
            rows = [np.fromfile(file, "<f4", count * size).reshape(count, size)
                    for count, size in zip([planes, squares, self.per_bucket], inputs)]
            self.piece_inputs, self.square_inputs, self.place_inputs = (
                torch.from_numpy(each).to(device) for each in rows)
            record = np.dtype([
                ("score", "<i2"), ("base", "<i2"), ("result", "u1"), ("bucket", "u1"),
                ("active", "<u2", (2, self.slots)),
            ])
            rows = np.fromfile(file, dtype=record)
        if len(rows) < 100:
            sys.exit(f"{path}: {len(rows)} samples are too few; expected at least 100")
        self.score = torch.from_numpy(rows["score"].astype(np.float32)).to(device)
        self.base = torch.from_numpy(rows["base"].astype(np.float32)).to(device)
        self.result = torch.from_numpy(rows["result"].astype(np.float32) / 2).to(device)
        self.bucket = torch.from_numpy(rows["bucket"].astype(np.int64)).to(device)
        # Read with a sign, a missing feature is -1.
        self.active = torch.from_numpy(rows["active"].view(np.int16).copy()).to(device)
        self.device = device

    def __len__(self):
        return len(self.score)

    def fit_slope(self):
        """The scale in hundredths of a pawn at which scores predict results best."""
        part = slice(0, None, max(1, len(self) // 1_000_000))
        score, result = self.score[part], self.result[part]
        error = lambda slope: (torch.sigmoid(score / slope) - result).square().mean().item()
        return min((20.0 * n for n in range(4, 40)), key=error)

    def target(self, index, slope, score_part):
        """What the network should say: search score and result of the game, mixed."""
        score = torch.sigmoid(self.score[index] / slope)
        return score_part * score + (1 - score_part) * self.result[index]


class Network(torch.nn.Module):
    """Feature transformer, squared clipped ReLU, output weights."""

    def __init__(self, samples, options):
        super().__init__()
        self.samples_shape = (samples.files, samples.ranks)
        self.per_bucket, self.output_buckets = samples.per_bucket, samples.output_buckets
        self.start_pieces = samples.slots
        self.king_buckets, self.width = options.king_buckets, options.width
        self.is_correction = options.correction
        planes = samples.per_bucket // (samples.files * samples.ranks)
        reach = 0.5 / samples.slots**0.5
        shared = torch.rand(planes, samples.ranks, samples.files, self.width) * 2 * reach - reach
        zeros = lambda *shape: torch.nn.Parameter(torch.zeros(*shape, self.width))
        # A row is a sum of parts which many rows share, so that rare features learn from others.
        self.shared = torch.nn.Parameter(shared)
        self.by_bucket = zeros(self.king_buckets, planes, samples.ranks, samples.files)
        self.by_plane = zeros(planes, 1, 1)
        self.by_rank = zeros(planes, samples.ranks, 1)
        self.by_file = zeros(planes, 1, samples.files)
        self.bias = torch.nn.Parameter(torch.full((self.width,), 0.2))
        reach = 1 / (2 * self.width) ** 0.5
        outputs = (torch.rand(self.output_buckets, 2 * self.width) * 2 - 1) * reach
        self.outputs = torch.nn.Parameter(outputs)
        self.output_bias = torch.nn.Parameter(torch.zeros(self.output_buckets))
        if options.start:
            self.read(options.start, samples.fingerprint)

    @torch.no_grad()
    def read(self, path, fingerprint):
        """Takes the weights of a network of the same dimensions, to train it further."""
        with open(path, "rb") as file:
            header = NETWORK_HEADER.unpack(file.read(NETWORK_HEADER.size))
            expected = (NETWORK_MAGIC, NETWORK_VERSION, fingerprint, self.per_bucket,
                        self.king_buckets, self.output_buckets, self.width)
            if header[:7] != expected:
                sys.exit(f"{path}: it was made for other rules or has other dimensions")
            self.is_correction = bool(header[8])
            # What the buckets share is where there is but one; else they keep what is their own.
            rows = self.shared if self.king_buckets == 1 else self.by_bucket
            self.shared.zero_()
            for weights, kind, one in (
                (rows, "<i2", ACTIVATION_ONE), (self.bias, "<i2", ACTIVATION_ONE),
                (self.outputs, "<i2", WEIGHT_ONE),
                (self.output_bias, "<i4", ACTIVATION_ONE * WEIGHT_ONE),
            ):
                whole = np.fromfile(file, kind, weights.numel()).astype(np.float32)
                weights.copy_(torch.from_numpy(whole / one).reshape(weights.shape))

    def feature_rows(self):
        """One row of weights for each feature, kept where whole numbers can hold them."""
        rows = self.shared + self.by_plane + self.by_rank + self.by_file
        if self.king_buckets > 1:
            rows = rows + self.by_bucket
        return rows.reshape(-1, self.width).clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)

    def forward(self, samples, index):
        """Evaluations in hundredths of a pawn."""
        active = samples.active[index]
        batch, count = len(active), self.king_buckets * self.per_bucket
        feature = active.reshape(2 * batch, -1).long()
        present = (feature >= 0).float()
        feature = feature.clamp(min=0)
        if self.king_buckets == 1:
            feature = feature % self.per_bucket
        if active.is_cuda:
            hot = torch.zeros(2 * batch, count, device=active.device)
            sums = hot.scatter_add_(1, feature, present) @ self.feature_rows()
        else:
            # Without a GPU, it is quicker to add up rows than to multiply with a large sparse matrix.
            sums = torch.nn.functional.embedding_bag(
                feature, self.feature_rows(), mode="sum", per_sample_weights=present)
        sums = sums + self.bias
        hidden = sums.clamp(0, 1).square().reshape(batch, 2 * self.width)
        # All buckets are worked out and one is taken: cheaper than gathering rows of weights.
        outputs = hidden @ self.outputs.T + self.output_bias
        output = outputs.gather(1, samples.bucket[index][:, None])[:, 0] * OUTPUT_SCALE
        return output + samples.base[index] if self.is_correction else output

    @torch.no_grad()
    def write(self, path, fingerprint):
        """Writes the network in whole numbers."""
        whole = lambda tensor, one: torch.round(tensor * one).cpu().numpy()
        header = NETWORK_HEADER.pack(
            NETWORK_MAGIC, NETWORK_VERSION, fingerprint, self.per_bucket, self.king_buckets,
            self.output_buckets, self.width, self.start_pieces, int(self.is_correction), 0,
        )
        with open(path, "wb") as file:
            file.write(header)
            file.write(whole(self.feature_rows(), ACTIVATION_ONE).astype("<i2").tobytes())
            file.write(whole(self.bias, ACTIVATION_ONE).astype("<i2").tobytes())
            file.write(whole(self.outputs, WEIGHT_ONE).astype("<i2").tobytes())
            file.write(whole(self.output_bias, ACTIVATION_ONE * WEIGHT_ONE).astype("<i4").tobytes())


@torch.no_grad()
def validate(network, samples, indices, slope, batch):
    """The mean square error on samples that are not trained on."""
    total = 0.0
    for index in indices.split(batch):
        miss = torch.sigmoid(network(samples, index) / slope)
        miss -= samples.target(index, slope, VALIDATION_SCORE_PART)
        total += miss.square().sum().item()
    return total / max(1, len(indices))


def train(samples, options, log=print):
    """Trains a network; returns it with the loss of each epoch."""
    torch.manual_seed(options.seed)
    device = samples.device
    slope = options.slope or samples.fit_slope()
    # Games lie one after the other, so that the last samples are of other games than the first.
    kept_apart = min(len(samples) // 10, options.validation)
    training = torch.arange(len(samples) - kept_apart, device=device)
    checking = torch.arange(len(samples) - kept_apart, len(samples), device=device)
    network = Network(samples, options).to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    batches = max(1, len(training) // options.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.rate, total_steps=options.epochs * batches, pct_start=0.1,
        final_div_factor=100,
    )
    log(f"{len(training)} samples, {kept_apart} kept apart, slope {slope:.0f}, {device}")
    curve, begin = [], time.time()
    for epoch in range(options.epochs):
        order = training[torch.randperm(len(training), device=device)]
        loss_sum = torch.zeros((), device=device)
        for number in range(batches):
            index = order[number * options.batch : (number + 1) * options.batch]
            chance = torch.sigmoid(network(samples, index) / slope)
            loss = (chance - samples.target(index, slope, options.score_part)).square().mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                network.outputs.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
            loss_sum += loss.detach()
        trained = loss_sum.item() / batches
        checked = validate(network, samples, checking, slope, options.batch)
        curve.append({"epoch": epoch + 1, "training": trained, "validation": checked})
        seconds = time.time() - begin
        log(f"epoch {epoch + 1}: loss {trained:.6f}, validation {checked:.6f}, {seconds:.0f} s")
    return network, curve


def write(network, curve, samples, options):
    """Writes a network and, if that was asked for, the curve of its training."""
    network.write(options.out, samples.fingerprint)
    if options.curve:
        with open(options.curve, "w") as file:
            json.dump(curve, file, indent=1)


def parser():
    """The command line."""
    result = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = result.add_argument
    add("samples", help="the file of samples")
    add("--out", required=True, help="where the network is written to")
    add("--curve", help="write the loss of each epoch to this JSON file")
    add("--correction", action="store_true", help="train a correction of the hand-written evaluation")
    add("--start", help="train this network further, of the same dimensions")
    add("--width", type=int, default=256, help="numbers in the accumulator of each side")
    add("--king-buckets", type=int, default=1, choices=[1, 4])
    add("--epochs", type=int, default=6)
    add("--batch", type=int, default=16384)
    add("--rate", type=float, default=0.001, help="the highest learning rate")
    add("--decay", type=float, default=0.01, help="weight decay")
    add("--score-part", type=float, default=0.7, help="part of the search score in the target")
    add("--slope", type=float, default=0, help="hundredths of a pawn; fitted if left out")
    add("--validation", type=int, default=200_000, help="the most samples that are kept apart")
    add("--seed", type=int, default=1)
    return result


def main():
    options = parser().parse_args()
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    samples = Samples(options.samples, device)
    network, curve = train(samples, options, lambda line: print(line, flush=True))
    write(network, curve, samples, options)


if __name__ == "__main__":
    main()
