// A lock between processes for installing and building. The lock file names its holder; a dead holder's lock is taken over.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ pid: number, startedAt: string }} ProcessNote
 * @typedef {(pid: number) => void} NoteWorker
 */

/**
 * Runs `work` while no other process holds `path`. Waits for a living holder as long as it takes.
 *
 * `work` notes the program it starts (the leader of a process group). When the holder is killed, that program runs on and
 * would write into what the next holder makes; the next holder ends it first.
 * @template T
 * @param {string} path
 * @param {{ onWait: (holder: ProcessNote) => void, pollMs?: number }} options `onWait` is called once
 * @param {(noteWorker: NoteWorker) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProcessLock(path, { onWait, pollMs = 250 }, work) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let told = false;
  while (!tryLock(path)) {
    const holder = readNote(path);
    if (holder !== undefined && !told) {
      onWait(holder);
      told = true;
    }
    await sleep(pollMs);
  }
  try {
    return await work((pid) => write(path, { ...noteOf(process.pid), worker: noteOf(pid) }));
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Replaces the file at once, never leaving half of it.
 * @param {string} path
 * @param {object} content
 */
function write(path, content) {
  const draft = draftOf(path);
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  renameSync(draft, path);
}

/** @param {string} path */
function draftOf(path) {
  return `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** @param {string} path */
function tryLock(path) {
  const draft = draftOf(path);
  writeFileSync(draft, JSON.stringify(noteOf(process.pid)), { mode: 0o600 });
  try {
    // A hard link fails when the name exists and shows the content at once: nobody ever reads half a lock.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeIfStale(path);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Two processes may find the same dead holder, and the slower must not remove the lock the faster one has taken by then:
 * the file is moved away first, looked at again and put back when it turns out to be a living one's.
 * @param {string} path
 */
function removeIfStale(path) {
  const holder = readNote(path);
  if (holder === undefined || isRunning(holder)) return;
  // Until the program has gone the lock stays where it is; the next round sees.
  if (isNote(holder.worker) && isRunning(holder.worker)) return endGroup(holder.worker.pid);
  const aside = draftOf(path);
  try {
    renameSync(path, aside);
    const moved = readNote(aside);
    if (moved !== undefined && isRunning(moved)) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * What identifies a process beyond its pid, which is reused after a reboot or in a restarted container.
 * @param {number} pid
 * @returns {ProcessNote}
 */
export function noteOf(pid) {
  return { pid, startedAt: startOf(pid) };
}

/**
 * Whether exactly the noted process still lives.
 * @param {ProcessNote} note
 */
export function isRunning(note) {
  try {
    process.kill(note.pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  return startOf(note.pid) === note.startedAt;
}

/**
 * A note written by `noteOf`, with whatever else the file holds.
 * @param {string} path
 * @returns {ProcessNote & Record<string, unknown> | undefined} undefined when the file is missing or damaged
 */
export function readNote(path) {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8'));
    return isNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {any} value
 * @returns {value is ProcessNote}
 */
function isNote(value) {
  return Number.isInteger(value?.pid) && typeof value.startedAt === 'string';
}

/** @param {number} leader */
function endGroup(leader) {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/**
 * Linux: boot id and ticks since boot; elsewhere the start time in seconds. Empty for a dead process and for a zombie.
 * @param {number} pid
 */
function startOf(pid) {
  if (process.platform === 'win32') return 'unknown';
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  }
  try {
    // pid (name) state ppid …; the name may contain spaces and parentheses. The start is field 22.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    if (fields[0] === 'Z') return '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${fields[19]}`;
  } catch {
    return '';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
