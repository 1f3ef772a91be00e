//! Plays every cue, then music for some seconds, then rests; for trying a device out.

use std::thread;
use std::time::Duration;

use xxlchess_sound::{Cue, SoundPlayer, Volume};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [music, rest] = &arguments[..] else {
        return Err("usage: listen SECONDS_OF_MUSIC SECONDS_OF_REST".into());
    };
    let (music, rest) = (Duration::from_secs(music.parse()?), Duration::from_secs(rest.parse()?));

    let mut player = SoundPlayer::new();
    player.set_sound_volume(Volume::FULL);
    player.set_music_volume(Volume::FULL);
    for cue in Cue::ALL {
        player.play(cue);
        thread::sleep(Duration::from_secs_f32(cue.render().len() as f32 / 48_000.0 + 0.3));
        println!("{:<10}{}", cue.name(), player.failure().unwrap_or("played"));
    }
    player.set_music(true);
    thread::sleep(music);
    println!("music     {}", player.failure().unwrap_or("played"));
    player.set_music(false);
    thread::sleep(rest);
    Ok(())
}
