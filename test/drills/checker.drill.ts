// Who watches the watchers: each guarantee is broken once on purpose, and the examination must notice that very one.
import { findViolations } from './checker.ts';
import type { Drill } from './drill.ts';
import { findWrongEffects } from './effects.ts';
import { sendOperation } from './http-client.ts';
import { runUnderLoad } from './load.ts';
import type { Operation } from './operations.ts';
import type { OperationsLedger } from './operations-ledger.ts';
import { createPlan } from './plan.ts';
import { findProductViolations } from './product-checks.ts';
import { replay } from './replay.ts';
import type { Preload } from './server-process.ts';
import { openWorld, type World } from './world.ts';

const FEW = { customers: 4, admins: 3 };
/** So many people on so few wallets and requests that decisions meet. */
const AT_ONCE = 100;
const OPERATIONS = 400;

type Expectation = { broken: string; by: string; pattern: RegExp; found: readonly string[] };

export const checker: Drill = {
  name: 'checker',
  title: 'die Prüfung selbst: ohne Sperren, ohne CHECK, ohne Schlüssel muss sie rot werden',
  async run({ seed, note }) {
    const expectations = [
      ...(await inWorld(seed, [], breakTheTables)),
      ...(await inWorld(seed, ['remove-locks'], async (world, ledger) => {
        const found = [
          ...(await findViolations(world.sql)),
          ...(await findWrongEffects(world.sql, ledger.entries())),
        ];
        const product = await findProductViolations(world.database.url);
        const broken = 'Sperren';
        return [
          { broken, by: 'Übung', pattern: /decided once|credited once|paid or released|entschieden/, found },
          { broken, by: 'Produkt', pattern: /booked|audited|sum|reserved/, found: product },
        ];
      })),
    ];
    const faults: string[] = [];
    for (const { broken, by, pattern, found } of expectations) {
      const line = found.find((text) => pattern.test(text));
      note(`ohne ${broken} (${by}): ${line?.slice(0, 150) ?? 'nichts bemerkt'}`);
      if (line === undefined)
        faults.push(`ohne ${broken} bemerkt ${by} nichts von ${pattern}: ${found.slice(0, 3).join(' | ')}`);
    }
    return { figures: { Verletzungen: expectations.length }, faults, struck: true };
  },
};

/** In a world in which everybody is well, first nothing may be found; then one guarantee after the other goes. */
async function breakTheTables(
  world: World,
  ledger: OperationsLedger,
  send: (operation: Operation) => ReturnType<typeof sendOperation>,
): Promise<Expectation[]> {
  const { sql, database, people } = world;
  const well = [
    ...(await replay(ledger, send)),
    ...(await findWrongEffects(sql, ledger.entries())),
    ...(await findViolations(sql)),
    ...(await findProductViolations(database.url)),
  ];
  if (well.length > 0)
    throw new Error(`not well before anything was broken: ${well.slice(0, 3).join(' | ')}`);

  await sql.query('DELETE FROM idempotency_keys');
  const deviations = await replay(ledger, send);
  const effects = await findWrongEffects(sql, ledger.entries());

  await sql.query('ALTER TABLE user_wallets DROP CONSTRAINT user_wallets_available_not_negative');
  const [victim] = people.customers;
  await sql.query(
    `SELECT post_transfer(gen_random_uuid(), 'wallet_corrected', $1, gen_random_uuid(), 'Übung ohne CHECK', NULL, now(),
       -(SELECT usd_balance + 1 FROM user_wallets WHERE user_id = $1), 0,
       ARRAY['00000000-0000-7000-8000-000000000004'::uuid],
       ARRAY[(SELECT usd_balance + 1 FROM user_wallets WHERE user_id = $1)])`,
    [victim?.userId],
  );
  return [
    { broken: 'Schlüssel', by: 'Wiederholung', pattern: /erst 2\d\d .*, dann/, found: deviations },
    { broken: 'Schlüssel', by: 'Wirkungen', pattern: /2 Wirkungen statt 1/, found: effects },
    { broken: 'CHECK', by: 'Übung', pattern: /is below zero/, found: await findViolations(sql) },
    {
      broken: 'CHECK',
      by: 'Produkt',
      pattern: /customers-not-negative/,
      found: await findProductViolations(database.url),
    },
  ];
}

async function inWorld(
  seed: number,
  preloads: readonly Preload[],
  examine: (
    world: World,
    ledger: OperationsLedger,
    send: (operation: Operation) => ReturnType<typeof sendOperation>,
  ) => Promise<Expectation[]>,
): Promise<Expectation[]> {
  const world = await openWorld({ preloads, ...FEW });
  try {
    const [server] = world.servers;
    if (!server) throw new Error('there is one');
    const send = (operation: Operation) => sendOperation(server.port, operation);
    const ledger = await runUnderLoad({
      plan: createPlan(seed, world.people),
      send,
      atOnce: AT_ONCE,
      strikeAfter: OPERATIONS,
      strike: async () => undefined,
    });
    return await examine(world, ledger, send);
  } finally {
    await world.close();
  }
}
