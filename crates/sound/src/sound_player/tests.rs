//! The player in front of a device that only remembers what it was given.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use kira::backend::{Backend, Renderer};

use super::*;
use crate::mixer::{KiraMixer, Output};

/// A device in memory: the test takes from it what a loudspeaker would play.
#[derive(Clone, Default)]
struct Tape {
    renderer: Arc<Mutex<Option<Renderer>>>,
    failure: Arc<Mutex<Option<String>>>,
}

impl Backend for Tape {
    type Settings = Tape;
    type Error = Infallible;

    fn setup(tape: Tape, _: usize) -> Result<(Self, u32), Infallible> {
        Ok((tape, CUE_RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Infallible> {
        *self.renderer.lock().expect("no panic") = Some(renderer);
        Ok(())
    }
}

impl Output for Tape {
    fn failure(&self) -> Option<String> {
        self.failure.lock().expect("no panic").clone()
    }
}

impl Tape {
    fn player(&self) -> SoundPlayer {
        let tape = self.clone();
        SoundPlayer::with(Some(Box::new(move |levels| {
            KiraMixer::<Tape>::open(tape.clone(), 1, levels)
        })))
    }

    fn is_open(&self) -> bool {
        self.renderer.lock().expect("no panic").is_some()
    }

    /// The loudest sample within a time in seconds.
    fn listen(&self, seconds: f32) -> f32 {
        let mut renderer = self.renderer.lock().expect("no panic");
        let renderer = renderer.as_mut().expect("the device is open");
        let mut loudest = 0.0;
        for _ in 0..(seconds * 100.0) as usize {
            let mut samples = [0.0f32; 2 * CUE_RATE as usize / 100];
            renderer.on_start_processing();
            renderer.process(&mut samples, 2);
            loudest = samples.iter().fold(loudest, |peak: f32, sample| peak.max(sample.abs()));
        }
        loudest
    }
}

#[test]
fn the_device_is_opened_by_the_first_sound_and_falls_silent_after_it() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.set_sound_volume(Volume::FULL);
    assert!(!tape.is_open());
    player.play(Cue::Move);
    let peak = tape.listen(0.5);
    assert!((0.4..=0.65).contains(&peak), "{peak}");
    assert_eq!(tape.listen(0.2), 0.0);
}

#[test]
fn a_kind_of_sounds_can_be_turned_off() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.set_kinds(SoundKind::ALL.map(|kind| kind != SoundKind::Buttons));
    player.play(Cue::Click);
    player.play_all([Cue::Refused, Cue::Premove]);
    assert!(!tape.is_open());
    player.play(Cue::Move);
    assert!(tape.is_open());
}

#[test]
fn ringing_sounds_of_one_moment_do_not_pile_up() {
    let peak = |cues: &[Cue]| {
        let tape = Tape::default();
        let mut player = tape.player();
        player.set_sound_volume(Volume::FULL);
        player.play_all(cues.iter().copied());
        tape.listen(2.0)
    };
    let alone = peak(&[Cue::Win]);
    let together = peak(&[Cue::Check, Cue::LowTime, Cue::Win, Cue::Promote, Cue::Notify]);
    assert_eq!(alone, together);
    assert!(peak(&[Cue::Capture, Cue::Win]) >= alone, "a piece is still heard");
}

#[test]
fn sounds_can_be_turned_off_and_down() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.set_sounds(false);
    player.play(Cue::Capture);
    assert!(!tape.is_open());

    player.set_sounds(true);
    player.set_sound_volume(Volume::percent(50));
    player.play(Cue::Check);
    // A quarter of the amplitude with which the cue was made.
    let peak = tape.listen(1.5);
    assert!((0.10..0.16).contains(&peak), "{peak}");
}

#[test]
fn turning_the_sounds_off_silences_what_is_playing() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.play(Cue::Win);
    assert!(tape.listen(0.5) > 0.1);
    player.play(Cue::Win);
    player.set_sounds(false);
    tape.listen(0.1);
    assert_eq!(tape.listen(3.0), 0.0);
    player.play(Cue::Win);
    assert_eq!(tape.listen(0.5), 0.0);
    player.set_sounds(true);
    player.play(Cue::Win);
    assert!(tape.listen(3.0) > 0.1);
}

#[test]
fn music_fades_out_and_rests() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.set_music(true);
    assert!(tape.listen(6.0) > 0.01);
    player.set_music(false);
    assert!(tape.listen(2.1) > 0.0);
    assert_eq!(tape.listen(1.0), 0.0);
    // Off and on again before the device has looked.
    player.set_music(true);
    player.set_music(false);
    assert_eq!(tape.listen(1.0), 0.0);
    player.set_music(true);
    assert!(tape.listen(3.0) > 0.005);
}

#[test]
fn a_device_that_goes_away_leaves_word_and_is_tried_again_when_asked() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.play(Cue::Click);
    assert_eq!(player.failure(), None);
    *tape.failure.lock().expect("no panic") = Some("unplugged".to_owned());
    assert_eq!(player.failure(), Some("unplugged"));
    *tape.failure.lock().expect("no panic") = None;
    player.play(Cue::Click);
    assert_eq!(player.failure(), Some("unplugged"));
    player.set_sounds(true);
    player.play(Cue::Move);
    assert_eq!(player.failure(), None);
    assert!(tape.listen(0.2) > 0.1);
}

#[test]
fn without_a_device_nothing_is_made() {
    let mut attempts = 0;
    let (count, counted) = std::sync::mpsc::channel();
    let mut player = SoundPlayer::with(Some(Box::new(move |_| {
        let _ = count.send(());
        Err("no device".into())
    })));
    for cue in Cue::ALL.into_iter().cycle().take(1000) {
        player.play(cue);
    }
    player.set_music_volume(Volume::FULL);
    while counted.try_recv().is_ok() {
        attempts += 1;
    }
    assert_eq!(attempts, 1);
    assert_eq!(player.failure(), Some("no device"));
    assert!(player.made.iter().all(Option::is_none));
}

#[test]
fn a_silent_player_does_nothing_at_all() {
    let mut player = SoundPlayer::silent();
    player.set_music(true);
    Cue::ALL.into_iter().for_each(|cue| player.play(cue));
    assert_eq!(player.failure(), None);
    assert!(player.made.iter().all(Option::is_none));
}

#[test]
fn nothing_opens_before_a_browser_allows_it() {
    let tape = Tape::default();
    let mut player = tape.player();
    player.allowed = false;
    player.set_music(true);
    player.play(Cue::Start);
    assert!(!tape.is_open());
    player.user_acted();
    assert!(tape.is_open());
    assert!(tape.listen(5.0) > 0.005);
}

#[test]
fn too_many_sounds_at_once_are_left_out() {
    let tape = Tape::default();
    let mut player = tape.player();
    for _ in 0..1000 {
        player.play(Cue::Click);
    }
    assert!(tape.listen(1.0) > 0.0);
    assert_eq!(tape.listen(0.1), 0.0);
    player.play(Cue::Move);
    assert!(tape.listen(0.3) > 0.1);
}
