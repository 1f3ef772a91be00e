//! Writes every cue, and as much music as asked for, as WAV files into a folder.

use std::path::Path;
use std::time::Instant;

use hound::{SampleFormat, WavSpec, WavWriter};
use xxlchess_sound::{CUE_RATE, Cue, Frame, MUSIC_RATE, Music};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seconds, seed] = &arguments[..] else {
        return Err("usage: render FOLDER SECONDS_OF_MUSIC SEED".into());
    };
    let (seconds, seed): (usize, u64) = (seconds.parse()?, seed.parse()?);
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;

    for cue in Cue::ALL {
        let start = Instant::now();
        let frames = cue.render();
        let time = start.elapsed();
        println!("{:<10}{:>6} frames in {time:.1?}", cue.name(), frames.len());
        write(&folder.join(cue.name()).with_extension("wav"), CUE_RATE, &frames)?;
    }

    let mut frames = vec![Frame::ZERO; seconds * MUSIC_RATE as usize];
    let mut music = Music::new(seed);
    let start = Instant::now();
    music.fill(&mut frames);
    let time = start.elapsed();
    println!("music     {seconds:>6} seconds in {time:.1?}");
    write(&folder.join(format!("music-{seed}.wav")), MUSIC_RATE, &frames)?;
    Ok(())
}

fn write(path: &Path, sample_rate: u32, frames: &[Frame]) -> Result<(), hound::Error> {
    let spec = WavSpec {
        channels: 2,
        sample_rate,
        bits_per_sample: 32,
        sample_format: SampleFormat::Float,
    };
    let mut writer = WavWriter::create(path, spec)?;
    for frame in frames {
        writer.write_sample(frame.left)?;
        writer.write_sample(frame.right)?;
    }
    writer.finalize()
}
