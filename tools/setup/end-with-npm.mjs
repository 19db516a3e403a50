// npm runs scripts through a shell. When npm is asked to end, its shell dies at once and nobody tells us: we would go on
// installing, building or serving without anybody who could stop us.
import { readFileSync } from 'node:fs';

const CHECK_MS = 500;

/** Sends ourselves a SIGTERM when npm or its shell has gone. Without npm above us it does nothing. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  // Watching alone is no reason to stay.
  timer.unref();
}

/**
 * On Linux only; elsewhere the death of the shell has to do.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    // pid (name) state ppid …
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
  } catch {
    return undefined;
  }
}
