//! A rate for the bytes that a connection sends, whatever they are: also for parts of WebSocket
//! messages that never become a message.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::limits::{Bucket, Rate};

/// A stream that is read no faster than its rate allows.
pub(crate) struct Throttled<S> {
    stream: S,
    begun: Instant,
    bucket: Bucket,
    /// When reading goes on, if it has to wait.
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> Throttled<S> {
    pub(crate) fn new(stream: S, rate: Rate) -> Throttled<S> {
        let bucket = Bucket::new(rate, Duration::ZERO);
        Throttled { stream, begun: Instant::now(), bucket, pause: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Throttled<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        loop {
            if let Some(pause) = &mut this.pause {
                ready!(pause.as_mut().poll(context));
                this.pause = None;
            }
            match this.bucket.debt(this.begun.elapsed()) {
                Some(wait) => this.pause = Some(Box::pin(sleep(wait))),
                None => break,
            }
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        this.bucket.charge(buffer.filled().len() - before, this.begun.elapsed());
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Throttled<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    #[tokio::test]
    async fn no_more_is_read_than_the_rate_allows() {
        // Empty continuation frames, as a client sends them: six bytes each, and never a message.
        let frames = [0x00, 0x80, 1, 2, 3, 4].repeat(1000);
        let rate = Rate { per_second: 0.001, burst: 600.0 };
        let mut stream = Throttled::new(&frames[..], rate);
        let (mut read, mut bytes) = (0, [0; 60]);
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut stream).poll_read(&mut context, &mut buffer) {
                Poll::Ready(done) => done.expect("a slice can be read"),
                Poll::Pending => break,
            }
            read += buffer.filled().len();
        }
        assert_eq!(read, 660, "the burst, and one read beyond it");
    }
}
