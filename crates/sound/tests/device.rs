//! The player with whatever device the machine has, or none.

use xxlchess_sound::{Cue, SoundPlayer, Volume};

/// So low that nothing can be heard, yet the device is opened.
const INAUDIBLE: Volume = Volume::percent(1);

#[test]
fn a_player_can_be_made_used_and_dropped_anywhere() {
    for _ in 0..3 {
        let mut player = SoundPlayer::new();
        player.set_sound_volume(INAUDIBLE);
        player.set_music_volume(INAUDIBLE);
        player.user_acted();
        Cue::ALL.into_iter().for_each(|cue| player.play(cue));
        player.set_music(true);
        player.set_sounds(false);
        player.set_sounds(true);
        if let Some(reason) = player.failure() {
            assert!(reason.contains("sound") || reason.contains("audio"), "{reason}");
        }
    }
}
