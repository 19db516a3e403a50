import { HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import {
  cancelDeposit,
  cancelWithdrawal,
  ownAddress,
  requestDeposit,
  requestWithdrawal,
} from '../../apps/server/src/modules/wallet/index.ts';
import type { BotsFixture } from '../../apps/server/test/bots/bots-fixture.ts';
import { personActor } from '../../apps/server/test/server-fixture.ts';
import type { People } from './people.ts';
import { ROWS_NAMED, type Thing } from './placeholders.ts';

/** The newest first, those that can still be decided on before the others. */
const NEWEST: Record<Exclude<Thing, 'user'>, string> = {
  deposit: `SELECT id FROM crypto_deposits ORDER BY status = 'pending' DESC, created_at DESC`,
  withdrawal: `SELECT id FROM crypto_withdrawals ORDER BY status = 'pending' DESC, created_at DESC`,
  transfer: 'SELECT id FROM ledger_transfers ORDER BY seq DESC',
  investment: `SELECT id FROM bot_investments ORDER BY status = 'active' DESC, started_at DESC`,
  notification: 'SELECT id FROM user_notifications ORDER BY created_at DESC',
  chat: `SELECT id FROM support_chats ORDER BY status <> 'resolved' DESC, created_at DESC`,
  note: 'SELECT id FROM support_notes ORDER BY created_at DESC',
  approval: `SELECT id FROM approval_requests ORDER BY status = 'pending' DESC, requested_at DESC`,
  run: 'SELECT id FROM reconciliation_runs ORDER BY started_at DESC',
  event: 'SELECT id FROM trading_events ORDER BY starts_at DESC',
  session: 'SELECT id FROM auth_sessions ORDER BY created_at DESC',
};

/** Open requests of one kind that somebody keeps, so that there is room for those that are asked for next. */
const OPEN_KEPT = 8;
const CANCELS = { crypto_deposits: cancelDeposit, crypto_withdrawals: cancelWithdrawal };

const fullMinute = (timeMs: number) => new Date(Math.floor(timeMs / MINUTE_MS) * MINUTE_MS).toISOString();

/** From this amount on a withdrawal needs two admins. */
export const THRESHOLD = '1000';
const ABOVE_THRESHOLD = '1000.50';

/** Rows that ids can name. */
export function createStock(bots: BotsFixture, people: People) {
  const ids = new Map<string, string[]>();
  const { pool } = bots.database;

  async function request({ userId }: { userId: string }): Promise<void> {
    const actor = personActor('user', userId);
    await bots.runWork(actor, (work) =>
      requestDeposit(work, { userId, amountUsd: '20', cryptoCurrency: 'BTC' }),
    );
    const withdrawalAddress = ownAddress('BTC', userId);
    for (const amountUsd of ['10', ABOVE_THRESHOLD])
      await bots
        .runWork(actor, (work) =>
          requestWithdrawal(work, { userId, amountUsd, cryptoCurrency: 'BTC', withdrawalAddress }),
        )
        // Somebody may have spent everything.
        .catch(() => undefined);
  }

  /** Takes back all but the newest of everybody's. */
  async function makeRoom(): Promise<void> {
    for (const [table, cancel] of Object.entries(CANCELS)) {
      const { rows } = await pool.query<{ id: string; userId: string }>(
        `SELECT id, user_id AS "userId" FROM (
           SELECT id, user_id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id) AS place
           FROM ${table} WHERE status = 'pending') AS open
         WHERE place > ${OPEN_KEPT}`,
      );
      for (const row of rows)
        await bots.runWork<unknown>(personActor('user', row.userId), (work) => cancel(work, row));
    }
  }

  return {
    /** Adds requests to decide on, and looks which rows there are now. */
    async fill(): Promise<void> {
      await makeRoom();
      for (const customer of people.customers()) await request(customer);
      await Promise.all(
        Object.entries(NEWEST).map(async ([thing, newest]) => {
          const { rows } = await pool.query<{ id: string }>(`${newest} LIMIT ${ROWS_NAMED}`);
          ids.set(
            thing,
            rows.map(({ id }) => id),
          );
        }),
      );
    },
    /** A row's id; of what there is none yet, some id. */
    resolve(thing: string, which: string): string | undefined {
      // The later clock: rules about time ask the machine's as well.
      if (thing === 'time')
        return fullMinute(Math.max(Date.now(), bots.clock.now().getTime()) + Number(which) * HOUR_MS);
      const named = ids.get(thing);
      if (named === undefined) return undefined;
      return named[Number(which) % Math.max(named.length, 1)] ?? '0193a5b2-7c4e-7a11-8f00-1234567890ab';
    },
  };
}
