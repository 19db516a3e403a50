// Preloaded into the server (`node --import`). The server runs in a session of its own, so that Ctrl+C does not reach it
// twice; when the start script disappears without a word (kill -9, closed terminal), it must still end gracefully.

if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep the process alive.
  process.channel.unref();
}
