#!/usr/bin/env python3
"""Trains a teacher on samples, and with its help a network, for which more positions are labelled.

The teacher is a residual network of convolutions. It is far too slow to play, but learns more from the same
games. It then labels the samples and positions without a score (`xxlchess learn --variations`), and
the network of `train.py` learns from these labels. It needs a GPU.
"""

import argparse
import math
import time

import torch
from torch import nn
from torch.nn import functional

import train as trainer

# Of the samples' own targets, this part is the score of the search.
SCORE_PART = 0.9
LABEL_BATCH = 8192


class Block(nn.Module):
    """Two convolutions whose result is scaled and shifted by what the whole board says."""

    def __init__(self, channels):
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
            nn.ReLU(), nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )
        self.squeeze = nn.Linear(channels, channels // 4)
        self.excite = nn.Linear(channels // 4, 2 * channels)

    def forward(self, board):
        change = self.convolutions(board)
        scale, shift = self.excite(self.squeeze(change.mean((2, 3))).relu()).chunk(2, 1)
        change = change * scale.sigmoid()[:, :, None, None] + shift[:, :, None, None]
        return functional.relu(board + change)


class Teacher(nn.Module):
    """A correction of the hand-written evaluation, from the board as the side to move sees it."""

    def __init__(self, samples, channels, blocks):
        super().__init__()
        self.size = (samples.ranks, samples.files)
        squares = samples.ranks * samples.files
        self.planes = samples.per_bucket // squares
        self.first = nn.Sequential(
            nn.Conv2d(self.planes + 1, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))
        self.by_square = nn.Parameter(torch.zeros(1, channels, *self.size))
        self.blocks = nn.Sequential(*[Block(channels) for _ in range(blocks)])
        self.head = nn.Sequential(
            nn.Conv2d(channels, 16, 1), nn.BatchNorm2d(16), nn.ReLU(), nn.Flatten(),
            nn.Linear(16 * squares, 128), nn.ReLU(), nn.Dropout(0.1), nn.Linear(128, 1))
        nn.init.zeros_(self.head[-1].weight)

    def board(self, samples, index, mirrored):
        """A plane for each kind of piece, and one that is full, so that edges are seen."""
        feature = samples.active[index, 0].long()
        present = (feature >= 0).to(torch.bfloat16)
        feature = feature.clamp(min=0) % samples.per_bucket
        board = torch.zeros(len(index), samples.per_bucket, device=feature.device, dtype=torch.bfloat16)
        board = board.scatter_add_(1, feature, present).view(-1, self.planes, *self.size)
        if mirrored is not None:
            board = torch.where(mirrored[:, None, None, None], board.flip(3), board)
        board = torch.cat([board, torch.ones_like(board[:, :1])], 1)
        return board.contiguous(memory_format=torch.channels_last)

    def forward(self, samples, index, mirrored=None):
        """Evaluations in hundredths of a pawn."""
        with torch.autocast(samples.device, torch.bfloat16):
            board = functional.relu(self.first(self.board(samples, index, mirrored)) + self.by_square)
            output = self.head(self.blocks(board))[:, 0]
        return output.float() * trainer.OUTPUT_SCALE + samples.base[index]

    @torch.no_grad()
    def measure_norms(self, samples, count):
        """Measures the statistics of all normalisations afresh, with the weights as they are now."""
        norms = [module for module in self.modules() if isinstance(module, nn.BatchNorm2d)]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None
        for _ in range(60):
            index = torch.randint(count, (min(LABEL_BATCH, count),), device=samples.device)
            self(samples, index, torch.rand(len(index), device=samples.device) < 0.5)

    @torch.no_grad()
    def evaluate(self, samples, index):
        self.eval()
        return torch.cat([self(samples, part) for part in index.split(LABEL_BATCH)])


def split(samples, most):
    """How many samples are trained on, and those that are kept apart."""
    kept_apart = min(len(samples) // 10, most)
    count = len(samples) - kept_apart
    return count, torch.arange(count, len(samples), device=samples.device)


def error(output, samples, index, slope):
    """The mean square error on samples that are not trained on."""
    miss = torch.sigmoid(output / slope) - samples.target(index, slope, trainer.VALIDATION_SCORE_PART)
    return miss.square().mean().item()


def train_teacher(samples, slope, options, log):
    """Trains the teacher for some epochs or some seconds, whichever end first."""
    torch.manual_seed(options.seed)
    device = samples.device
    count, checking = split(samples, options.validation)
    teacher = Teacher(samples, options.channels, options.blocks).to(device)
    teacher = teacher.to(memory_format=torch.channels_last)
    parameters = list(teacher.parameters())
    optimizer = torch.optim.AdamW([
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": 0.05},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ])
    steps = options.teacher_epochs * count // options.teacher_batch
    begin, step, order = time.time(), 0, torch.empty(0, dtype=torch.long, device=device)
    while (done := max(step / steps, (time.time() - begin) / options.seconds)) < 1:
        # The rate rises quickly and falls like a cosine.
        rate = done / 0.05 if done < 0.05 else (1 + math.cos(math.pi * (done - 0.05) / 0.95)) / 2 + 0.005
        for group in optimizer.param_groups:
            group["lr"] = options.teacher_rate * rate
        if len(order) < options.teacher_batch:
            order = torch.randperm(count, device=device)
        index, order = order[: options.teacher_batch], order[options.teacher_batch :]
        mirrored = torch.rand(len(index), device=device) < 0.5
        chance = torch.sigmoid(teacher(samples, index, mirrored) / slope)
        loss = (chance - samples.target(index, slope, SCORE_PART)).square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        step += 1
    teacher.measure_norms(samples, count)
    checked = error(teacher.evaluate(samples, checking), samples, checking, slope)
    epochs, seconds = step * options.teacher_batch / count, time.time() - begin
    log(f"teacher: validation {checked:.6f} after {epochs:.1f} epochs, {seconds:.0f} s")
    return teacher


class LabelledSamples:
    """Samples followed by positions without a score, all with the teacher's labels."""

    def __init__(self, samples, others, teacher, slope, own_part):
        for name in ("fingerprint", "per_bucket", "output_buckets", "slots", "files", "ranks", "device"):
            setattr(self, name, getattr(samples, name))
        for name in ("score", "result", "base", "bucket", "active"):
            parts = [getattr(part, name) for part in [samples, *others]]
            setattr(self, name, torch.cat(parts))
        everything = torch.arange(len(self), device=self.device)
        self.label = torch.sigmoid(teacher.evaluate(self, everything) / slope)
        own = trainer.Samples.target(samples, everything[: len(samples)], slope, SCORE_PART)
        self.label[: len(samples)] += own_part * (own - self.label[: len(samples)])

    def __len__(self):
        return len(self.base)


def train_network(samples, count, checking, slope, options, log):
    """Trains the network that plays on all labels but those of the samples kept apart."""
    torch.manual_seed(options.seed)
    device = samples.device
    network = trainer.Network(samples, options).to(device)
    training = torch.arange(len(samples), device=device)
    training = training[(training < count) | (training > checking[-1])]
    batches = max(1, len(training) // options.batch)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, options.rate, total_steps=options.epochs * batches, pct_start=0.1,
        final_div_factor=100,
    )
    curve = []
    for epoch in range(options.epochs):
        order = training[torch.randperm(len(training), device=device)]
        loss_sum = torch.zeros((), device=device)
        for number in range(batches):
            index = order[number * options.batch : (number + 1) * options.batch]
            chance = torch.sigmoid(network(samples, index) / slope)
            loss = (chance - samples.label[index]).square().mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            with torch.no_grad():
                network.outputs.clamp_(-trainer.LARGEST_WEIGHT, trainer.LARGEST_WEIGHT)
            loss_sum += loss.detach()
        with torch.no_grad():
            output = torch.cat([network(samples, part) for part in checking.split(options.batch)])
        checked = error(output, samples, checking, slope)
        curve.append({"epoch": epoch + 1, "training": loss_sum.item() / batches, "validation": checked})
        log(f"epoch {epoch + 1}: loss {curve[-1]['training']:.6f}, validation {checked:.6f}")
    return network, curve


def parser():
    """The command line: that of `train.py` and more."""
    result = trainer.parser()
    result.description = __doc__.splitlines()[0]
    result.set_defaults(epochs=5, width=512)
    add = result.add_argument
    add("--variations", nargs="*", default=[], help="files of positions without a score")
    add("--own-part", type=float, default=0.3, help="part of a sample's own target in its label")
    add("--channels", type=int, default=128, help="width of the teacher")
    add("--blocks", type=int, default=8, help="depth of the teacher")
    add("--teacher-epochs", type=int, default=6)
    add("--teacher-batch", type=int, default=4096)
    add("--teacher-rate", type=float, default=0.002)
    add("--seconds", type=float, default=math.inf, help="the most that the teacher is trained")
    return result


def main():
    options = parser().parse_args()
    log = lambda line: print(line, flush=True)
    torch.set_float32_matmul_precision("high")
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    samples = trainer.Samples(options.samples, device)
    slope = options.slope or samples.fit_slope()
    teacher = train_teacher(samples, slope, options, log)
    others = [trainer.Samples(path, device) for path in options.variations]
    labelled = LabelledSamples(samples, others, teacher, slope, options.own_part)
    # The errors on samples kept apart are measured by their own targets.
    labelled.target = lambda index, *rest: trainer.Samples.target(labelled, index, *rest)
    count, checking = split(samples, options.validation)
    log(f"{len(labelled)} labels, slope {slope:.0f}, {device}")
    network, curve = train_network(labelled, count, checking, slope, options, log)
    trainer.write(network, curve, samples, options)


if __name__ == "__main__":
    main()
