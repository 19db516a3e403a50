// The disk with the tables is full; PostgreSQL's log of changes lies elsewhere, as operators put it. A full log ends
// PostgreSQL itself, and that is what `kill-postgres` is about.
import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examine } from './aftermath.ts';
import type { Drill } from './drill.ts';
import { sendAs, sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import { createPlan } from './plan.ts';
import { openWorld } from './world.ts';

const run = promisify(execFile);
const SIZE = '256m';
const AT_ONCE = 60;
const STRIKE_AFTER = 400;
/** Free space within the tables' pages is used up by some, the rest finds none. */
const AFTERWARDS = 900;

export const diskFull: Drill = {
  name: 'disk-full',
  title: 'die Platte mit den Tabellen ist voll',
  async run({ seed }) {
    const folder = await mkdtemp(join(tmpdir(), 'botdepot-drill-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder]);
    } catch {
      await rm(folder, { recursive: true });
      return { notRun: 'ein kleines Dateisystem einzuhängen ist hier nicht erlaubt' };
    }
    const ballast = join(folder, 'ballast');
    const world = await openWorld({ databaseDir: join(folder, 'database'), logElsewhere: true }).catch(
      async (error: unknown) => {
        await unmount(folder);
        throw error;
      },
    );
    try {
      const { people, servers } = world;
      const [server] = servers;
      if (!server) throw new Error('there is one');
      const pid = server.pid();
      const faults: string[] = [];
      const readEverything = async (when: string) => {
        for (const person of people.customers)
          for (const path of ['/api/wallet', '/api/wallet/transactions', '/api/notifications']) {
            const { status } = await sendAs(server.port, person, { method: 'GET', path });
            if (status !== 200) faults.push(`${when}: ${path} antwortet ${status}`);
          }
      };
      const ledger = await runUnderLoad({
        plan: createPlan(seed, people),
        send: (operation) => sendOperation(server.port, operation),
        atOnce: AT_ONCE,
        strikeAfter: STRIKE_AFTER,
        afterwards: AFTERWARDS,
        strike: () => fill(ballast),
      });
      await readEverything('bei voller Platte');
      const readyMeanwhile = (await server.readiness())?.status ?? 0;
      await rm(ballast);
      const roomAt = performance.now();
      await server.untilReady();
      const healedAfter = Math.round(performance.now() - roomAt);
      await readEverything('danach');
      const unclear = ledger
        .in('unknown')
        .filter(({ answer }) => answer?.status !== 503)
        .map(
          ({ operation, answer }) =>
            `${operation.kind}: ${answer?.status ?? 'keine Antwort'} ${answer?.body.slice(0, 100)}`,
        );
      const found = await examine(world, ledger, (operation) => sendOperation(server.port, operation));
      if (!server.isRunning() || server.pid() !== pid)
        faults.push('der Server ist ein anderer Prozess als zuvor');
      return {
        // Nothing is committed without an answer here; what strikes is that it was refused.
        struck: ledger.in('unknown').some(({ answer }) => answer?.status === 503),
        faults: [...faults, ...unclear, ...found.faults],
        figures: {
          ...found.figures,
          'klar abgewiesen (503)': ledger.in('unknown').length - unclear.length,
          '/ready bei voller Platte': readyMeanwhile,
          'geheilt nach ms': healedAfter,
        },
      };
    } finally {
      await rm(ballast, { force: true });
      await world.close();
      await unmount(folder);
    }
  },
};

/** Until nothing fits any more: first by the megabyte, then by the page. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) while (await fits(file, Buffer.alloc(size)));
  } finally {
    await file.close();
  }
}

async function fits(file: FileHandle, block: Buffer): Promise<boolean> {
  try {
    return (await file.write(block)).bytesWritten === block.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

async function unmount(folder: string): Promise<void> {
  await run('umount', [folder]);
  await rm(folder, { recursive: true });
}
