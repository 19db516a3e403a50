import { pino } from 'pino';
import { settlePool } from '../apps/server/src/modules/bots/portfolio/portfolio.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { createLocalBus } from '../apps/server/src/platform/live-bus.ts';
import { createWorkRunner, newId, systemActor, systemClock } from '../apps/server/src/platform/work.ts';
import { median, printRatio } from './interleaved.ts';

const INVESTMENTS = 1_000_000;
const ROUNDS = 5;
/** Starts between two settlements on a busy minute: they are what a settlement has to sum. */
const NEW_PER_SETTLEMENT = 1_000;

/** One settlement of a bot with a million investments against a bare UPDATE of as many rows, in turns. */
export async function benchSettlement(url: string): Promise<boolean> {
  const database = openDatabase({ url, log: pino({ level: 'silent' }), maxConnections: 2 });
  const { pool } = database;
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock: systemClock });
  const portfolioId = newId();
  const poolAccountId = newId();
  // Loading and updating a million rows takes longer than the server allows its own statements.
  const owner = await pool.connect();
  await owner.query('SET statement_timeout = 0');
  await owner.query(`INSERT INTO ledger_accounts (id, kind, portfolio_id) VALUES ($1, 'bot_pool', $2)`, [
    poolAccountId,
    portfolioId,
  ]);
  await owner.query(
    `INSERT INTO bot_portfolios (id, bot_type, series, strategy_version, engine_version, parameters, symbols, pool_account_id, started_at)
     VALUES ($1, 'smartbot', 999, 'bench', 'bench', '{}', '[]', $2, now())`,
    [portfolioId, poolAccountId],
  );
  const addUnits = (count: number) =>
    owner.query(
      `INSERT INTO bot_unit_entries (portfolio_id, investment_id, transfer_id, units, nav, figures, nav_seq, created_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 100 + i % 900, 1, '{}', 1, now() FROM generate_series(1, $2::int) i`,
      [portfolioId, count],
    );
  await addUnits(INVESTMENTS);
  await owner.query(
    `CREATE TABLE bench_values AS
     SELECT i AS id, 100::numeric(20,6) AS value FROM generate_series(1, ${INVESTMENTS}) i`,
  );
  await owner.query('ALTER TABLE bench_values ADD PRIMARY KEY (id)');
  await owner.query('VACUUM ANALYZE bench_values');
  await owner.query('VACUUM ANALYZE bot_unit_entries');

  let nav = 1_000_000_000_000n;
  const settle = () => {
    nav += 1_000_000n;
    return runWork(systemActor('bench'), (work) =>
      settlePool(work, { id: portfolioId, botType: 'smartbot', poolAccountId }, nav),
    );
  };
  // The very first settlement sums everything once; the figure is about every later one.
  await settle();

  const timed = async (task: () => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await task();
    return performance.now() - started;
  };
  const settlements: number[] = [];
  const updates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await addUnits(NEW_PER_SETTLEMENT);
    settlements.push(await timed(settle));
    updates.push(await timed(() => owner.query('UPDATE bench_values SET value = value + 0.01')));
    await owner.query('VACUUM bench_values');
  }
  owner.release();
  await database.close();

  console.log(
    `\nAbrechnung (${INVESTMENTS.toLocaleString('de-DE')} Anlagen, ${NEW_PER_SETTLEMENT} neue je Abrechnung)`,
  );
  console.log(
    `  Abrechnung: ${median(settlements).toFixed(1)} ms, UPDATE von ebenso vielen Zeilen: ${median(updates).toFixed(0)} ms`,
  );
  return printRatio(
    'Abrechnung gegen UPDATE',
    median(settlements.map((ms, round) => ms / (updates[round] ?? 1))),
    { atMost: 0.02 },
  );
}
