// What every strike is followed by: count what it hit, repeat everything, look into the books.
import type pg from 'pg';
import { findViolations } from './checker.ts';
import { findWrongEffects } from './effects.ts';
import type { Answer, Operation } from './operations.ts';
import { didStrike, type Entry, type OperationsLedger, type Strike } from './operations-ledger.ts';
import { findProductViolations } from './product-checks.ts';
import { replay } from './replay.ts';
import type { World } from './world.ts';

export type Aftermath = {
  struck: boolean;
  faults: string[];
  figures: Record<string, string | number>;
};

/**
 * @param send reaches a server that is well again.
 * @param earlier what was examined before and may have decided on the same subjects.
 */
export async function examine(
  world: World,
  ledger: OperationsLedger,
  send: (operation: Operation) => Promise<Answer | null>,
  earlier: readonly Entry[] = [],
): Promise<Aftermath> {
  const strike = await measureStrike(world.sql, ledger);
  const deviations = await replay(ledger, send);
  const faults = [
    ...deviations,
    ...(await findWrongEffects(world.sql, [...earlier, ...ledger.entries()])),
    ...(await findViolations(world.sql)),
    ...(await findProductViolations(world.database.url)),
    ...findLoggedErrors(world),
  ];
  const settled = ledger.entries().flatMap((entry) => (entry.settled ? [entry.settled.status] : []));
  return {
    struck: didStrike(strike),
    faults,
    figures: {
      gesendet: ledger.entries().length,
      bestätigt: strike.acknowledged,
      ungewiss: strike.unknown,
      'davon ohne Antwort': ledger.in('unknown').filter(({ answer }) => !answer).length,
      'davon gebucht': strike.committedUnknown,
      'am Ende getan': settled.filter((status) => status < 300).length,
      'am Ende abgelehnt': settled.filter((status) => status >= 400).length,
    },
  };
}

/** Before anything is repeated: how much of what nobody heard back of is in the database. */
async function measureStrike(sql: pg.Pool, ledger: OperationsLedger): Promise<Strike> {
  const unknown = ledger.in('unknown');
  const { rows } = await sql.query<{ count: string }>(
    'SELECT count(*) AS count FROM idempotency_keys WHERE key = ANY($1::uuid[]) AND outcome IS NOT NULL',
    [unknown.map(({ operation }) => operation.key)],
  );
  return {
    acknowledged: ledger.in('acknowledged').length,
    unknown: unknown.length,
    committedUnknown: Number(rows[0]?.count),
  };
}

/** The database was away: that is what the drill does. As an unexpected failure of a request it is one all the same. */
const AWAY =
  /57P0|ECONNREFUSED|ECONNRESET|EPIPE|terminat|read timeout|timeout exceeded|recovery|shutting down|starting up/i;
const UNEXPECTED = /^unexpected failure/;

/** An error in the log is something that nobody foresaw, whatever the books say. */
export function findLoggedErrors({ servers }: Pick<World, 'servers'>): string[] {
  return servers.flatMap((server) =>
    [...server.errors()]
      .filter(([message, { cause }]) => UNEXPECTED.test(message) || !AWAY.test(cause))
      .map(([message, { count, cause }]) => `Protokoll: ${count}× ${message} ${cause}`),
  );
}
