// The start script as people use and abuse it: real processes, real kills, one copy of the project for each story.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { answers, copyProject, occupyPort, type ProjectCopy } from './project-copy.ts';

let project: ProjectCopy;
let port: number;

beforeEach(async () => {
  port = await freePort();
});

afterEach(async () => {
  await project.remove();
});

test('a fresh clone is built once, however it is started, ends on Ctrl+C, and starts the next time in seconds', {
  tags: ['long'],
}, async () => {
  project = copyProject({ built: false });
  const killed = project.start(port);
  await killed.says('Weboberfläche bauen …');
  await sleep(1_500);
  await killed.kill();

  // Who was killed has left half a build; of two that come after one builds anew, and the other waits and then says who runs.
  const starts = [project.start(port), project.start(port)];
  const outcome = await Promise.race(starts.map((start) => start.ended().then((code) => ({ start, code }))));
  expect(outcome.code).toBe(1);
  expect(outcome.start.output).toMatch(/läuft bereits|ist schon von einem anderen Programm belegt/);
  const winner = starts.find((start) => start !== outcome.start);
  await winner?.ready();
  // Who builds need not be who wins afterwards.
  const outputs = starts.map((start) => start.output);
  expect(outputs.filter((output) => output.includes('Weboberfläche bauen …'))).toHaveLength(1);
  // The build of the one that was killed may still be running, and is waited for as well.
  expect(outputs.some((output) => output.includes('Ein anderer Start baut gerade'))).toBe(true);
  await winner?.says(`http://localhost:${port}`);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Spielgeld');
  winner?.signal('SIGINT');
  expect(await winner?.ended()).toBe(0);
  expect(await answers(port)).toBe(false);

  const started = Date.now();
  const next = project.start(port);
  await next.ready();
  expect(Date.now() - started).toBeLessThan(10_000);
  expect(next.output).not.toContain('bauen');
  next.signal('SIGTERM');
  expect(await next.ended()).toBe(0);
});

describe('a port that is taken', () => {
  test('by another program is explained in one sentence that names a free one', async () => {
    project = copyProject({ built: true });
    const other = await occupyPort();
    const start = project.start(other.port);
    expect(await start.ended()).toBe(1);
    await other.release();
    expect(start.output.trim()).toMatch(
      /^Port \d+ ist schon von einem anderen Programm belegt; mit „PORT=\d+ npm start“ einen freien wählen\.$/,
    );
  });

  test('by ourselves is recognised, and so is the same data folder on another port', {
    tags: ['long'],
  }, async () => {
    project = copyProject({ built: true });
    const first = project.start(port);
    await first.ready();
    const same = project.start(port);
    expect(await same.ended()).toBe(1);
    expect(same.output.trim()).toMatch(
      new RegExp(`^Botdepot läuft bereits auf http://localhost:${port} \\(Prozess \\d+\\)`),
    );
    const beside = project.start(await freePort());
    expect(await beside.ended()).toBe(1);
    expect(beside.output).toContain('Botdepot läuft bereits mit dem Datenordner');
    expect(await answers(port)).toBe(true);
  });
});

test('Ctrl+C in the middle of the first start ends it without a complaint, and the next one begins anew', {
  tags: ['long'],
}, async () => {
  project = copyProject({ built: true });
  const first = project.start(port);
  await first.says('Demo wird angelegt');
  await sleep(500);
  first.signal('SIGINT');
  expect(await first.ended()).toBe(0);
  expect(first.output).not.toMatch(/"level"|terminat|ECONNRESET/);
  const second = project.start(port);
  await second.ready();
});

describe('a kill -9', { tags: ['long'] }, () => {
  test('of script and server: the next start takes over the orphaned database', async () => {
    project = copyProject({ built: true });
    const first = project.start(port);
    await first.ready();
    await first.kill();
    const second = project.start(port);
    await second.ready();
    expect(second.output).toContain(
      'Die noch laufende Datenbank eines abgebrochenen Starts wird weiterbenutzt.',
    );
    second.signal('SIGTERM');
    expect(await second.ended()).toBe(0);
  });

  test('of the script alone: the server notices and ends by itself', async () => {
    project = copyProject({ built: true });
    const first = project.start(port);
    await first.ready();
    first.signal('SIGKILL');
    await first.ended();
    await expect.poll(() => answers(port), { timeout: 20_000 }).toBe(false);
    const second = project.start(port);
    await second.ready();
  });

  test('in the middle of the first start: the next one begins anew', async () => {
    project = copyProject({ built: true });
    const first = project.start(port);
    await first.says('PostgreSQL');
    await sleep(300);
    await first.kill();
    const last = project.start(port);
    await last.ready();
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });
});
