//! What every cue must be: repeatable, short, bounded, and free of cracks.

use xxlchess_sound::{CUE_RATE, Cue, Frame};

fn seconds(frames: &[Frame]) -> f32 {
    frames.len() as f32 / CUE_RATE as f32
}

fn peak(frames: &[Frame]) -> f32 {
    frames.iter().fold(0.0, |peak: f32, frame| peak.max(frame.left.abs()).max(frame.right.abs()))
}

fn power(frames: &[Frame]) -> f32 {
    let sum: f32 = frames.iter().map(|frame| frame.left.powi(2) + frame.right.powi(2)).sum();
    sum / (2.0 * frames.len() as f32)
}

/// The strength of one frequency, by Goertzel's method.
fn strength(frames: &[Frame], frequency: f32) -> f32 {
    let turn = 2.0 * (std::f32::consts::TAU * frequency / CUE_RATE as f32).cos();
    let (last, before) = frames
        .iter()
        .fold((0.0, 0.0), |(last, before), frame| (frame.left + turn * last - before, last));
    (last * last + before * before - turn * last * before).max(0.0).sqrt()
}

#[test]
fn names_and_order_are_unique() {
    for (index, cue) in Cue::ALL.into_iter().enumerate() {
        assert_eq!(cue as usize, index);
        assert_eq!(Cue::ALL.iter().filter(|other| other.name() == cue.name()).count(), 1);
    }
}

#[test]
fn every_cue_is_the_same_each_time_and_like_no_other() {
    let first = Cue::ALL.map(Cue::render);
    let second = Cue::ALL.map(Cue::render);
    assert!(first == second);
    for (index, frames) in first.iter().enumerate() {
        assert!(first[..index].iter().all(|other| other != frames), "{}", Cue::ALL[index].name());
    }
}

#[test]
fn every_cue_is_bounded_and_centred() {
    for cue in Cue::ALL {
        let frames = cue.render();
        let name = cue.name();
        assert!(frames.iter().all(|f| f.left.is_finite() && f.right.is_finite()), "{name}");
        let peak = peak(&frames);
        assert!((0.15..=0.9).contains(&peak), "{name}: {peak}");
        let mean = frames.iter().map(|frame| frame.left + frame.right).sum::<f32>();
        assert!((mean / frames.len() as f32).abs() < 1e-4, "{name}: {mean}");
    }
}

#[test]
fn no_cue_cracks() {
    for cue in Cue::ALL {
        let frames = cue.render();
        let name = cue.name();
        assert!(peak(&frames[..2]) < 0.01, "{name} begins with a jump");
        assert!(peak(&frames[frames.len() - 2..]) < 1e-4, "{name} ends with a jump");
        let jump =
            frames.windows(2).map(|pair| (pair[1].left - pair[0].left).abs()).fold(0.0, f32::max);
        assert!(jump < 0.16, "{name}: {jump}");
    }
}

#[test]
fn cues_are_short() {
    for cue in Cue::ALL {
        let longest = match cue {
            Cue::Win | Cue::Lose | Cue::Draw => 2.2,
            Cue::Promote | Cue::Start | Cue::Notify | Cue::Check => 1.3,
            _ => 0.6,
        };
        let seconds = seconds(&cue.render());
        assert!((0.05..longest).contains(&seconds), "{}: {seconds}", cue.name());
    }
}

#[test]
fn a_capture_is_firmer_than_a_move_and_a_click_is_softer() {
    let loudness = |cue: Cue| power(&cue.render()[..CUE_RATE as usize / 12]);
    assert!(loudness(Cue::Capture) > loudness(Cue::Move));
    assert!(loudness(Cue::Click) < 0.3 * loudness(Cue::Move));
    assert!(loudness(Cue::Premove) < 0.5 * loudness(Cue::Move));
}

#[test]
fn castling_is_heard_twice() {
    let frames = Cue::Castle.render();
    let at = |seconds: f32| (seconds * CUE_RATE as f32) as usize;
    let first = power(&frames[at(0.0)..at(0.05)]);
    let gap = power(&frames[at(0.12)..at(0.148)]);
    let second = power(&frames[at(0.15)..at(0.20)]);
    assert!(first > 10.0 * gap && second > 10.0 * gap, "{first} {gap} {second}");
}

#[test]
fn check_rings_in_tune() {
    // E and then A; the half-tones beside them must be far weaker.
    let frames = Cue::Check.render();
    let rest = &frames[CUE_RATE as usize / 4..];
    for note in [659.26, 880.0] {
        let there = strength(rest, note);
        assert!(there > 4.0 * strength(rest, note * 1.0595), "{note}");
        assert!(there > 4.0 * strength(rest, note / 1.0595), "{note}");
    }
}
