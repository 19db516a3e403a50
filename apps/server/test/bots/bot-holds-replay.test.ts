// What an operator did to a bot is part of its record: a replay of the live run and the sealed record follow from it.
import { MINUTE_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../src/modules/bots/backtests/worker-pool.ts';
import { pauseBot, resumeBot } from '../../src/modules/bots/operation/pauses.ts';
import { listEmails } from '../../src/modules/identity/index.ts';
import { liveReplayStrategies } from '../markets/live-replay-strategies.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { createSealer, sealedEntries, sealedLines, verifyLines } from './track-record-fixture.ts';

const people = { listEmails };
const MIDNIGHT = '2026-03-03T00:00:00.000Z';
const WORKER = new URL('../markets/live-replay-worker.ts', import.meta.url);
const REASON = 'Kurse werden geprüft';
const BACK = 'Kurse stimmen';

let fixture: BotsFixture;
let pool: WorkerPool;
let sealer: ReturnType<typeof createSealer>;

const query = async <T extends Record<string, unknown>>(text: string): Promise<T[]> =>
  (await fixture.database.pool.query<T>(text)).rows;
const replay = () =>
  pool.run(
    { kind: 'live-replay', botType: 'smartbot', now: fixture.clock.now().getTime() },
    { signal: new AbortController().signal, timeoutMs: 120_000, whenLost: 'UNAVAILABLE' },
  );
const hold = () =>
  fixture.runWork(fixture.admin, (work) =>
    pauseBot(work, { people, strategies: fixture.strategies }, { botType: 'smartbot', reason: REASON }),
  );
const release = () =>
  fixture.runWork(fixture.admin, (work) =>
    resumeBot(work, { people }, { botType: 'smartbot', reason: BACK }),
  );

/**
 * Over midnight: a hold of some minutes, another that lasts from before midnight until after it, with a market that is shut
 * when it begins, a restart, minutes that nobody watched, and a bar that is not written.
 */
beforeAll(async () => {
  fixture = await createBotsFixture({ strategies: liveReplayStrategies, seed: 5 });
  fixture.clock.set(new Date(Date.parse(MIDNIGHT) - 50 * MINUTE_MS));
  sealer = createSealer(fixture, fixture.database);
  await fixture.run(18);
  await hold();
  await fixture.run(6);
  await release();
  await fixture.run(13);
  fixture.shut.add('BTC/USD');
  fixture.silent.add('ETH/USD');
  await fixture.tick();
  await hold();
  await fixture.run(3);
  fixture.shut.clear();
  fixture.silent.clear();
  await fixture.run(2);
  await fixture.restart();
  for (let minute = 0; minute < 4; minute++) await fixture.closeMinute({ tell: false });
  await fixture.run(10);
  await release();
  const old = fixture.term();
  await fixture.takeOver();
  await expect(fixture.closeMinute({ with: old })).rejects.toThrow('leadership');
  await fixture.run(20);
  await sealer.seal(fixture.term());
  pool = createWorkerPool({
    entry: WORKER,
    start: { databaseUrl: fixture.url },
    size: 1,
    waitingLimit: 5,
    log: pino({ level: 'silent' }),
  });
}, 240_000);
afterAll(async () => {
  await pool?.stop();
  await fixture?.close();
});

describe('the replay of a live run with holds', () => {
  it('holds and lets go at the same bars, and gives exactly its fills and its NAV', async () => {
    const made = await replay();
    const [sold] = await query<{ count: number }>(
      `SELECT count(*)::int FROM bot_fills WHERE reason = 'operator-pause'`,
    );
    expect(sold?.count).toBeGreaterThan(10);
    expect(made.actualFills).toBeGreaterThan(100);
    expect(made).toMatchObject({ expectedFills: made.actualFills, differingFills: 0 });
    expect(made.expectedReturn).toBe(made.actualReturn);
    expect(made.bars).toBe(
      (
        await query(
          "SELECT FROM bot_nav n JOIN bots b ON b.current_portfolio_id = n.portfolio_id WHERE b.bot_type = 'smartbot'",
        )
      ).length,
    );
  });

  it('names them, with what the operator wrote', async () => {
    const { deviations } = await replay();
    const named = deviations.filter(({ title }) => title.startsWith('Vom Betreiber'));
    expect(named.map(({ title }) => title)).toEqual([
      'Vom Betreiber angehalten',
      'Vom Betreiber fortgesetzt',
      'Vom Betreiber angehalten',
      'Vom Betreiber fortgesetzt',
    ]);
    expect(named[0]?.text).toContain(REASON);
    expect(named[1]?.text).toContain(BACK);
  });

  it('that begins within a hold goes on being held', async () => {
    const change = async (statement: string) =>
      fixture.database.transaction(async ({ $client }) => {
        await $client.query('ALTER TABLE bot_state_snapshots DISABLE TRIGGER USER');
        const { rowCount } = await $client.query(statement);
        expect(rowCount).toBeGreaterThan(0);
        await $client.query('ALTER TABLE bot_state_snapshots ENABLE TRIGGER USER');
      });
    const before = `WHERE next_bar_at < '${MIDNIGHT}'`;
    await change(`UPDATE bot_state_snapshots SET strategy_version = strategy_version || '-old' ${before}`);
    try {
      const made = await replay();
      expect(Date.parse(made.from ?? '')).toBeGreaterThanOrEqual(Date.parse(MIDNIGHT));
      expect(made).toMatchObject({ expectedFills: made.actualFills, differingFills: 0 });
      expect(made.actualFills).toBeGreaterThan(10);
      expect(made.expectedReturn).toBe(made.actualReturn);
      const [held] = await query<{ held: number | null }>(
        `SELECT (s.state ->> 'heldSince')::float8 AS held FROM bot_state_snapshots s
         JOIN bots b ON b.current_portfolio_id = s.portfolio_id
         WHERE b.bot_type = 'smartbot' AND s.next_bar_at >= '${MIDNIGHT}' ORDER BY s.next_bar_at LIMIT 1`,
      );
      expect(held?.held).toBeGreaterThan(0);
    } finally {
      await change(
        `UPDATE bot_state_snapshots SET strategy_version = replace(strategy_version, '-old', '') ${before}`,
      );
    }
  });
});

describe('the sealed record of a bot that was held', () => {
  it('is confirmed from its fills, and says in codes when it was held', async () => {
    const verdict = verifyLines(await sealedLines(fixture.database));
    expect(verdict).toMatchObject({ deviation: null, series: 1 });
    const bars = (await sealedEntries(fixture.database)).filter((entry) => entry.kind === 'bar');
    expect(bars.flatMap(({ fills }) => fills).map(({ reason }) => reason)).toContain('operator-pause');
    const events = bars.flatMap(({ events: all }) => all).filter(({ code }) => code === 'operator-pause');
    expect(events).toHaveLength(4);
    expect(events.map(({ figures }) => figures.until === null)).toEqual([true, false, true, false]);
    expect(JSON.stringify(events)).not.toContain('Kurse');
  });
});
