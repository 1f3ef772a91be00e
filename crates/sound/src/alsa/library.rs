//! The few functions of `libasound.so.2` that playing needs, found at run time, behind safe names.

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

use super::{AlsaError, RATE};

/// How much the device holds. More would delay the sounds, less would tear on a busy machine.
const BUFFER_MICROSECONDS: c_uint = 90_000;

// From ALSA's `pcm.h`; these numbers are part of its binary interface.
const STREAM_PLAYBACK: c_int = 0;
const MODE_NONBLOCK: c_int = 1;
const ACCESS_INTERLEAVED: c_int = 3;
const FORMAT_S16: c_int = if cfg!(target_endian = "little") { 2 } else { 3 };

type Handle = *mut c_void;
type ErrorHandler = unsafe extern "C" fn(*const c_char, c_int, *const c_char, c_int, *const c_char);

/// ALSA, loaded once and kept until the program ends: its plug-ins may have threads of their own.
pub(super) struct Library {
    open: unsafe extern "C" fn(*mut Handle, *const c_char, c_int, c_int) -> c_int,
    close: unsafe extern "C" fn(Handle) -> c_int,
    set_nonblock: unsafe extern "C" fn(Handle, c_int) -> c_int,
    set_params: unsafe extern "C" fn(Handle, c_int, c_int, c_uint, c_uint, c_int, c_uint) -> c_int,
    prepare: unsafe extern "C" fn(Handle) -> c_int,
    write: unsafe extern "C" fn(Handle, *const c_void, c_ulong) -> c_long,
    recover: unsafe extern "C" fn(Handle, c_int, c_int) -> c_int,
    stop: unsafe extern "C" fn(Handle) -> c_int,
    describe: unsafe extern "C" fn(c_int) -> *const c_char,
    // The functions above are valid as long as this is.
    _file: libloading::Library,
}

impl Library {
    /// The library, or why it cannot be used.
    pub(super) fn get() -> Result<&'static Self, AlsaError> {
        static LIBRARY: OnceLock<Result<Library, AlsaError>> = OnceLock::new();
        let library = LIBRARY.get_or_init(|| {
            Self::load().map_err(|error| {
                // The system's own words, which name the file or the function that is missing.
                let reason = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                AlsaError::Library(reason)
            })
        });
        library.as_ref().map_err(AlsaError::clone)
    }

    fn load() -> Result<Self, libloading::Error> {
        // SAFETY: the initialisers of ALSA have no requirements.
        let file = unsafe { libloading::Library::new("libasound.so.2") }?;
        // SAFETY: each symbol is used with the signature that ALSA's headers declare for it, but for
        // the type of the error handler; `ignore_error` says why that is sound.
        unsafe {
            if let Ok(set) =
                file.get::<unsafe extern "C" fn(ErrorHandler)>(c"snd_lib_error_set_handler")
            {
                set(ignore_error);
            }
            Ok(Self {
                open: *file.get(c"snd_pcm_open")?,
                close: *file.get(c"snd_pcm_close")?,
                set_nonblock: *file.get(c"snd_pcm_nonblock")?,
                set_params: *file.get(c"snd_pcm_set_params")?,
                prepare: *file.get(c"snd_pcm_prepare")?,
                write: *file.get(c"snd_pcm_writei")?,
                recover: *file.get(c"snd_pcm_recover")?,
                stop: *file.get(c"snd_pcm_drop")?,
                describe: *file.get(c"snd_strerror")?,
                _file: file,
            })
        }
    }

    /// A result of ALSA, where negative numbers are errors.
    fn check(&self, result: c_int) -> Result<(), AlsaError> {
        if result >= 0 {
            return Ok(());
        }
        // SAFETY: the function takes any number and returns a string that is never freed, or null.
        let text = unsafe { (self.describe)(result) };
        let reason = if text.is_null() {
            format!("error {result}")
        } else {
            // SAFETY: it is not null, and it ends with a zero as C strings do.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        };
        Err(AlsaError::Device(reason))
    }
}

/// Keeps ALSA from writing to the terminal; return values report the errors.
///
/// ALSA's type for this ends in `...`. A function that takes only the arguments before the dots may
/// stand in for it in the calling conventions of Linux, where the caller clears the arguments away.
unsafe extern "C" fn ignore_error(
    _file: *const c_char,
    _line: c_int,
    _function: *const c_char,
    _error: c_int,
    _format: *const c_char,
) {
}

/// ALSA's default device, open for playing. It is closed when this is dropped.
pub(super) struct Pcm {
    library: &'static Library,
    handle: NonNull<c_void>,
}

impl Pcm {
    /// Opens the device for pairs of 16-bit samples.
    pub(super) fn open(library: &'static Library) -> Result<Self, AlsaError> {
        let mut handle = ptr::null_mut();
        // SAFETY: both pointers are valid during the call. Without the mode, opening would wait
        // for as long as another program holds the device.
        let result = unsafe {
            (library.open)(&raw mut handle, c"default".as_ptr(), STREAM_PLAYBACK, MODE_NONBLOCK)
        };
        library.check(result)?;
        let Some(handle) = NonNull::new(handle) else {
            return Err(AlsaError::Device("ALSA opened nothing".to_owned()));
        };
        let pcm = Self { library, handle };
        // SAFETY: the handle is open. From here on, writing waits until there is room.
        library.check(unsafe { (library.set_nonblock)(handle.as_ptr(), 0) })?;
        let (channels, convert) = (2, 1);
        // SAFETY: the handle is open, and every number is one that ALSA defines.
        library.check(unsafe {
            (library.set_params)(
                handle.as_ptr(),
                FORMAT_S16,
                ACCESS_INTERLEAVED,
                channels,
                RATE,
                convert,
                BUFFER_MICROSECONDS,
            )
        })?;
        Ok(pcm)
    }

    /// Makes the device ready for writing, also after it was stopped.
    pub(super) fn prepare(&mut self) -> Result<(), AlsaError> {
        // SAFETY: the handle is open.
        self.library.check(unsafe { (self.library.prepare)(self.handle.as_ptr()) })
    }

    /// Stops the device at once; what it still holds is not played.
    pub(super) fn stop(&mut self) {
        // SAFETY: the handle is open. If it fails, the next `prepare` reports it.
        unsafe { (self.library.stop)(self.handle.as_ptr()) };
    }

    /// Writes as many pairs of samples as the device takes, waiting for room, and returns how many
    /// those were: none where it had to be set going again first.
    pub(super) fn write(&mut self, pairs: &[[i16; 2]]) -> Result<usize, AlsaError> {
        // SAFETY: the handle is open, and the memory holds as many frames as it is passed.
        let written = unsafe {
            (self.library.write)(
                self.handle.as_ptr(),
                pairs.as_ptr().cast(),
                pairs.len() as c_ulong,
            )
        };
        if let Ok(written) = usize::try_from(written) {
            return Ok(written.min(pairs.len()));
        }
        let (error, quietly) = (c_int::try_from(written).unwrap_or(c_int::MIN), 1);
        // SAFETY: the handle is open. This mends a buffer that ran empty and a suspended machine,
        // and returns all other errors as they are.
        let result = unsafe { (self.library.recover)(self.handle.as_ptr(), error, quietly) };
        self.library.check(result).map(|()| 0)
    }
}

impl Drop for Pcm {
    fn drop(&mut self) {
        // SAFETY: the handle is open and is not used again.
        unsafe { (self.library.close)(self.handle.as_ptr()) };
    }
}
