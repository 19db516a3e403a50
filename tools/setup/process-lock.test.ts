import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning, noteOf, withProcessLock } from './process-lock.mjs';

let folder: string;
let path: string;
let sleepers: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-lock-'));
  path = join(folder, 'setup.lock');
  sleepers = [];
});

afterEach(async () => {
  for (const sleeper of sleepers) await end(sleeper);
  await rm(folder, { recursive: true, force: true });
});

const quickly = { pollMs: 5, onWait: () => undefined };

test('one holder at a time, and everybody gets his turn', async () => {
  let inside = 0;
  let most = 0;
  const turn = () =>
    withProcessLock(path, quickly, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((settle) => setTimeout(settle, 10));
      inside -= 1;
    });
  await Promise.all([turn(), turn(), turn(), turn()]);
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('the lock falls when the work fails', async () => {
  const failing = withProcessLock(path, quickly, () => Promise.reject(new Error('full disk')));
  await expect(failing).rejects.toThrow('full disk');
  expect(await withProcessLock(path, quickly, async () => 'done')).toBe('done');
});

test('a living holder is waited for and named once', async () => {
  const holder = sleeper();
  await writeFile(path, JSON.stringify(noteOf(pidOf(holder))));
  const named: number[] = [];
  const waiting = withProcessLock(
    path,
    { pollMs: 5, onWait: ({ pid }) => named.push(pid) },
    async () => 'done',
  );
  await new Promise((settle) => setTimeout(settle, 50));
  expect(named).toEqual([holder.pid]);
  await end(holder);
  expect(await waiting).toBe('done');
});

test('the lock of a dead process is taken over, also when its pid lives again', async () => {
  const dead = sleeper();
  const note = noteOf(pidOf(dead));
  await end(dead);
  await writeFile(path, JSON.stringify(note));
  expect(await withProcessLock(path, quickly, async () => 'done')).toBe('done');
  await writeFile(path, JSON.stringify({ ...note, pid: process.pid }));
  expect(await withProcessLock(path, quickly, async () => 'done')).toBe('done');
});

test('what a killed holder has left running is ended before the next one works', async () => {
  const dead = sleeper();
  const note = noteOf(pidOf(dead));
  await end(dead);
  const worker = sleeper();
  const workerNote = noteOf(pidOf(worker));
  await writeFile(path, JSON.stringify({ ...note, worker: workerNote }));
  await withProcessLock(path, quickly, async () => {
    expect(isRunning(workerNote)).toBe(false);
  });
});

test('a process is recognised by more than its pid', async () => {
  const note = noteOf(process.pid);
  expect(isRunning(note)).toBe(true);
  expect(isRunning({ ...note, startedAt: 'another time' })).toBe(false);
});

/** A process that does nothing, leader of its own group as everything is that the scripts start. */
function sleeper(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  sleepers.push(child);
  return child;
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('not started');
  return child.pid;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
