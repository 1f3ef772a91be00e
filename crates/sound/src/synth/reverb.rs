//! A small room: a feedback network of delay lines that grows duller as it dies away.

use kira::Frame;

use super::LowPass;

/// How a room sounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// 1 is a living room; the echoes lie further apart in a larger one.
    pub(crate) size: f32,
    /// Seconds until the echo has fallen by 60 dB.
    pub(crate) decay: f32,
    /// Hertz above which the walls swallow more at each echo.
    pub(crate) brightness: f32,
}

/// Lengths in seconds of the delay lines in a room of size 1, without common divisors.
const DELAYS: [f32; LINES] =
    [0.011_31, 0.012_97, 0.015_13, 0.017_03, 0.018_89, 0.021_19, 0.023_69, 0.026_17];
const LINES: usize = 8;

/// Keeps the dying echo out of the range in which processors calculate slowly.
const TINY: f32 = 1e-18;

/// The echo of a room, without the direct sound.
#[derive(Clone, Debug)]
pub(crate) struct Reverb {
    lines: [Line; LINES],
}

#[derive(Clone, Debug)]
struct Line {
    samples: Vec<f32>,
    next: usize,
    gain: f32,
    wall: LowPass,
}

impl Reverb {
    /// A quiet room.
    pub(crate) fn new(room: Room, rate: f32) -> Self {
        let lines = DELAYS.map(|delay| {
            let length = ((delay * room.size * rate) as usize).max(1);
            let seconds = length as f32 / rate;
            Line {
                samples: vec![0.0; length],
                next: 0,
                gain: 10f32.powf(-3.0 * seconds / room.decay),
                wall: LowPass::new(room.brightness, rate),
            }
        });
        Self { lines }
    }

    /// The reflections while `input` is played.
    pub(crate) fn run(&mut self, input: Frame) -> Frame {
        let mut echoes = [0.0; LINES];
        for (echo, line) in echoes.iter_mut().zip(&mut self.lines) {
            *echo = line.wall.run(line.samples[line.next]) * line.gain;
        }
        // Each line feeds all others (a Householder reflection), which keeps the energy as it is.
        let shared = echoes.iter().sum::<f32>() * (2.0 / LINES as f32);
        let mut output = Frame::ZERO;
        for (index, (echo, line)) in echoes.into_iter().zip(&mut self.lines).enumerate() {
            let sign = if index & 2 == 0 { 1.0 } else { -1.0 };
            let (fed, heard) = match index % 2 {
                0 => (input.left, &mut output.left),
                _ => (input.right, &mut output.right),
            };
            line.samples[line.next] = echo - shared + fed + TINY;
            line.next = (line.next + 1) % line.samples.len();
            *heard += echo * sign;
        }
        output * 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { size: 1.0, decay: 0.5, brightness: 4000.0 };

    fn response(seconds: f32) -> Vec<Frame> {
        let mut reverb = Reverb::new(ROOM, 48_000.0);
        (0..(48_000.0 * seconds) as usize)
            .map(|index| reverb.run(Frame::from_mono(if index == 0 { 1.0 } else { 0.0 })))
            .collect()
    }

    fn energy(frames: &[Frame]) -> f32 {
        frames.iter().map(|frame| frame.left * frame.left + frame.right * frame.right).sum()
    }

    #[test]
    fn the_echo_dies_away_in_the_time_of_the_room() {
        let response = response(1.0);
        let early = energy(&response[..4800]);
        // After half a second it should have fallen by 60 dB, and the walls take a little more.
        let late = energy(&response[24_000..28_800]);
        assert!(late < early * 1e-5, "{early} {late}");
        assert!(late > 0.0);
        assert!(response.iter().all(|frame| frame.left.is_finite() && frame.right.is_finite()));
    }

    #[test]
    fn the_ears_hear_different_echoes() {
        let response = response(0.3);
        let product: f32 = response.iter().map(|frame| frame.left * frame.right).sum();
        assert!(product.abs() < 0.5 * energy(&response));
    }
}
