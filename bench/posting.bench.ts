import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import {
  approveDeposit,
  HOUSE_ACCOUNTS,
  ownAddress,
  postTransfer,
  requestDeposit,
  requestWithdrawal,
} from '../apps/server/src/modules/wallet/index.ts';
import { openDatabase, type Tx } from '../apps/server/src/platform/database.ts';
import { runIdempotent } from '../apps/server/src/platform/idempotency.ts';
import { createLocalBus } from '../apps/server/src/platform/live-bus.ts';
import {
  type Actor,
  createWorkRunner,
  newId,
  systemActor,
  systemClock,
  type Work,
} from '../apps/server/src/platform/work.ts';
import { compareRates, printRatio } from './interleaved.ts';

const LANES = 8;
/** So many that nobody has more open withdrawals than may be. */
const CUSTOMERS = 6_000;

/** One posting, one posting on a hot account, and the whole money command, against a bare one-row INSERT commit. */
export async function benchPosting(url: string): Promise<boolean> {
  const database = openDatabase({ url, log: pino({ level: 'silent' }), maxConnections: LANES });
  const clients = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock: systemClock });
  const admin: Actor = {
    role: 'admin',
    adminField: 'all',
    userId: newId(),
    sessionId: newId(),
    authenticatedAt: new Date(),
    hasSecondFactor: true,
    requestId: newId(),
  };
  const customers: (Actor & { userId: string })[] = [];
  const fund = async () => {
    while (customers.length < CUSTOMERS) {
      const actor: Actor & { userId: string } = {
        role: 'user',
        adminField: null,
        userId: newId(),
        sessionId: newId(),
        authenticatedAt: new Date(),
        hasSecondFactor: true,
        requestId: newId(),
      };
      const deposit = await runWork(actor, (work) =>
        requestDeposit(work, { userId: actor.userId, amountUsd: '1000000', cryptoCurrency: 'USDT' }),
      );
      await runWork(admin, (work) => approveDeposit(work, { id: deposit.id }));
      customers.push(actor);
    }
  };
  await Promise.all(Array.from({ length: LANES }, fund));
  await database.pool.query(
    'CREATE TABLE bench_rows (id uuid PRIMARY KEY, amount numeric(20,6), created_at timestamptz)',
  );
  let turn = 0;
  const nextCustomer = () => customers[turn++ % customers.length] ?? customers[0]!;

  const credit = (lane: number, userId: string) => {
    // A single statement is its own transaction: one round trip, committed.
    const work: Work = {
      tx: drizzle(clients[lane]!) as unknown as Tx,
      now: new Date(),
      clock: systemClock,
      actor: systemActor('bench'),
      hintUser: () => undefined,
      hintCustomers: () => undefined,
      hintAdmins: () => undefined,
    };
    return postTransfer(work, {
      kind: 'wallet_corrected',
      referenceId: newId(),
      description: 'Bench',
      customer: { userId, available: 1_000_000n, reserved: 0n },
      counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -1_000_000n }],
    });
  };

  const rates = await compareRates(
    [
      {
        name: 'eine Zeile einfügen (Grundlinie)',
        task: async (lane) => {
          await clients[lane]?.query('INSERT INTO bench_rows VALUES ($1, $2, $3)', [
            newId(),
            '1.00',
            new Date(),
          ]);
        },
      },
      { name: 'eine Buchung', task: async (lane) => void (await credit(lane, nextCustomer().userId)) },
      {
        name: 'eine Buchung, ein heißes Konto',
        task: async (lane) => void (await credit(lane, customers[0]!.userId)),
      },
      {
        name: 'ganzer Geldbefehl (Auszahlung beantragen)',
        task: async () => {
          const actor = nextCustomer();
          const input = {
            amountUsd: '0.01',
            cryptoCurrency: 'USDT' as const,
            withdrawalAddress: ownAddress('USDT', actor.userId),
          };
          await runIdempotent(runWork, actor, { operation: 'bench', key: newId(), input }, (work) =>
            requestWithdrawal(work, { ...input, userId: actor.userId }),
          );
        },
      },
    ],
    { lanes: LANES, rounds: 7, sliceMs: 1500 },
  );
  await Promise.all(clients.map((client) => client.end()));
  await database.close();

  console.log(`\nBuchen (pg, ${LANES} Verbindungen, verschränkt gemessen)`);
  for (const { name, perSecond, ratio } of rates)
    console.log(`  ${name}: ${perSecond.toFixed(0)}/s, Verhältnis ${ratio.toFixed(3)}`);
  return [
    printRatio('eine Buchung', rates[1]?.ratio ?? 0, { atLeast: 0.35 }),
    printRatio('eine Buchung, ein heißes Konto', rates[2]?.ratio ?? 0, { atLeast: 0.15 }),
    printRatio('ganzer Geldbefehl', rates[3]?.ratio ?? 0, { atLeast: 0.1 }),
  ].every(Boolean);
}
