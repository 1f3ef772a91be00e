//! What the music must be: endless, repeatable, quiet, in tune, and seamless.

use xxlchess_sound::{Frame, MUSIC_RATE, Music};

fn music(seed: u64, seconds: usize) -> Vec<Frame> {
    let mut frames = vec![Frame::ZERO; seconds * MUSIC_RATE as usize];
    Music::new(seed).fill(&mut frames);
    frames
}

fn decibels(frames: &[Frame]) -> f32 {
    let sum: f32 = frames.iter().map(|frame| frame.left.powi(2) + frame.right.powi(2)).sum();
    10.0 * (sum / (2.0 * frames.len() as f32)).log10()
}

#[test]
fn the_seed_decides_everything() {
    let first = music(5, 12);
    assert!(first == music(5, 12));
    assert!(first != music(6, 12));
}

#[test]
fn portions_make_no_difference() {
    let whole = music(3, 12);
    let mut again = vec![Frame::ZERO; whole.len()];
    let mut stream = Music::new(3);
    let mut rest = &mut again[..];
    for size in [1, 7, 64, 63, 128, 1000, 513].into_iter().cycle() {
        let (portion, after) = rest.split_at_mut(size.min(rest.len()));
        stream.fill(portion);
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    assert!(whole == again);
}

#[test]
fn it_is_quiet_bounded_and_never_cracks() {
    for seed in 0..3 {
        let frames = music(seed, 60);
        let body = &frames[15 * MUSIC_RATE as usize..];
        let loudness = decibels(body);
        assert!((-29.0..-23.0).contains(&loudness), "seed {seed}: {loudness} dB");
        for frame in &frames {
            assert!(frame.left.abs() < 0.6 && frame.right.abs() < 0.6, "seed {seed}");
        }
        let mean = frames.iter().map(|frame| frame.left).sum::<f32>() / frames.len() as f32;
        assert!(mean.abs() < 1e-4, "seed {seed}: {mean}");
        let jump =
            frames.windows(2).map(|pair| (pair[1].left - pair[0].left).abs()).fold(0.0, f32::max);
        assert!(jump < 0.09, "seed {seed}: {jump}");
        assert!(frames[0].left.abs() < 1e-4, "seed {seed} begins with a jump");
    }
}

#[test]
fn it_never_stops_and_never_swells() {
    let frames = music(9, 200);
    for (index, part) in frames.chunks(20 * MUSIC_RATE as usize).enumerate().skip(1) {
        let loudness = decibels(part);
        assert!((-33.0..-21.0).contains(&loudness), "part {index}: {loudness} dB");
    }
}

#[test]
fn it_moves_on() {
    // No half minute sounds like the next: their spectra, in half-tones, differ.
    let frames = music(2, 150);
    let colours: Vec<Vec<f32>> =
        frames.chunks(30 * MUSIC_RATE as usize).map(|part| half_tones(&part[..1 << 18])).collect();
    for pair in colours.windows(2) {
        let common: f32 = pair[0].iter().zip(&pair[1]).map(|(one, other)| one.min(*other)).sum();
        assert!(common < 0.93, "{common}");
    }
}

/// The share of each of two octaves of half-tones from A of 220 Hz.
fn half_tones(frames: &[Frame]) -> Vec<f32> {
    let strength = |number: i32| {
        let frequency = 220.0 * (number as f64 / 12.0).exp2();
        let turn = 2.0 * (std::f64::consts::TAU * frequency / f64::from(MUSIC_RATE)).cos();
        let (last, before) = frames.iter().fold((0.0, 0.0), |(last, before), frame| {
            (f64::from(frame.left + frame.right) + turn * last - before, last)
        });
        (last * last + before * before - turn * last * before).max(0.0).sqrt() as f32
    };
    let strengths: Vec<f32> = (0..24).map(strength).collect();
    let sum: f32 = strengths.iter().sum();
    strengths.iter().map(|strength| strength / sum).collect()
}
