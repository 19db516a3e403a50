import { createHash } from 'node:crypto';
import { DomainError, type ErrorCode, isKept } from '@botdepot/contract';
import { eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { sendWithCommit, type Tx } from './database.ts';
import { idempotencyKeys } from './platform.schema.ts';
import type { Actor, Work, WorkRunner } from './work.ts';

type Outcome = { ok: true; result: unknown } | { ok: false; code: ErrorCode; data: unknown };

/**
 * Runs a money command exactly once per user and key, in one transaction: insert the key (a parallel duplicate waits
 * here until this one has committed), run the rule in a savepoint, store its outcome. The same key and body answer
 * with the stored outcome again, business rejections included; the same key with another body is refused.
 *
 * `input` is the parsed input: two spellings of one request are one request. `T` must survive JSON.
 */
export async function runIdempotent<T>(
  runWork: WorkRunner,
  actor: Actor,
  command: { operation: string; key: string | undefined; input: unknown },
  rule: (work: Work) => Promise<T>,
): Promise<T> {
  const key = z.uuid().safeParse(command.key);
  if (!key.success || actor.userId === null) throw DomainError.of('IDEMPOTENCY_KEY_REQUIRED');
  const userId = actor.userId;
  const requestHash = hashOf(command.operation, command.input);

  const outcome = await runWork(actor, async (work): Promise<Outcome> => {
    const { $client } = work.tx;
    const [inserted] = await Promise.all([
      $client.query({
        name: 'take-key',
        text: `INSERT INTO idempotency_keys (user_id, key, operation, request_hash, created_at)
          VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        values: [userId, key.data, command.operation, requestHash, work.now],
      }),
      $client.query('SAVEPOINT rule'),
    ]);
    if (inserted.rowCount === 0) {
      const { rows } = await $client.query<{ request_hash: string; outcome: Outcome }>(
        'SELECT request_hash, outcome FROM idempotency_keys WHERE user_id = $1 AND key = $2',
        [userId, key.data],
      );
      const [stored] = rows;
      if (stored?.request_hash !== requestHash) throw DomainError.of('IDEMPOTENCY_KEY_REUSED');
      return stored.outcome;
    }

    let fresh: Outcome;
    try {
      fresh = { ok: true, result: await rule(work) };
    } catch (error) {
      if (!(error instanceof DomainError) || isForgotten(error, actor)) throw error;
      await $client.query('ROLLBACK TO SAVEPOINT rule');
      fresh = { ok: false, code: error.code, data: error.data };
    }
    sendWithCommit(work.tx, {
      name: 'keep-outcome',
      text: 'UPDATE idempotency_keys SET outcome = $3, names = $4 WHERE user_id = $1 AND key = $2',
      values: [userId, key.data, JSON.stringify(fresh), actor.role === 'admin' ? namesIn(fresh) : null],
    });
    return fresh;
  });

  if (!outcome.ok) throw DomainError.restored(outcome.code, outcome.data);
  // Stored results came from this very operation: the hash covers its name.
  return outcome.result as T;
}

/**
 * Whether an answer is not kept. Somebody's own closed account is one of these, because nothing is written about who is gone,
 * and it stays closed: the same command is answered alike. An admin's refusal is kept; the address that it named may have
 * another owner by the time it is repeated.
 */
function isForgotten({ code }: DomainError, { role }: Actor): boolean {
  return !isKept(code) || (code === 'ACCOUNT_CLOSED' && role !== 'admin');
}

/** Whether this user has sent a command with one of these keys before. */
export async function isKeyKnown(tx: Tx, userId: string, keys: readonly string[]): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    'SELECT FROM idempotency_keys WHERE user_id = $1 AND key = ANY($2::uuid[]) LIMIT 1',
    [userId, keys],
  );
  return rowCount === 1;
}

/** Forgets keys made before `before`. Anyone who repeats a command after that runs it again. */
export async function deleteOldIdempotencyKeys(tx: Tx, before: Date): Promise<void> {
  await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

/** Forgets every key of a user. Outcomes repeat what the user asked for, and name nobody else unless an admin asked. */
export async function deleteIdempotencyKeys(tx: Tx, userId: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

/** The answer of a command whose outcome told of somebody who is gone. */
const ERASED: Outcome = { ok: false, code: 'ACCOUNT_CLOSED', data: null };

/**
 * Takes out of what admins' commands have answered whatever names one of these: users, by id or address, or what is theirs,
 * such as a withdrawal with the reason of its rejection. The keys stay, so a command that is repeated is refused and books
 * nothing. Locks the rows in the order of their keys.
 * @param names in any case.
 */
export async function eraseOutcomesNaming(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.$client.query(
    `UPDATE idempotency_keys SET outcome = $2, names = NULL WHERE (user_id, key) IN (
       SELECT user_id, key FROM idempotency_keys WHERE names && $1 AND names IS NOT NULL
       ORDER BY user_id, key FOR UPDATE)`,
    [names.map((name) => name.toLowerCase()), JSON.stringify(ERASED)],
  );
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[^\s@]+@[^\s@]+$/i;

/** Every text of a JSON value that is an id or an address and nothing else, in lower case. */
function namesIn(value: unknown): string[] {
  const names = new Set<string>();
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'string' && NAME.test(inner)) names.add(inner.toLowerCase());
    return inner;
  });
  return [...names];
}

function hashOf(operation: string, input: unknown): string {
  return createHash('sha256').update(operation).update('\n').update(canonicalJson(input)).digest('hex');
}

/** JSON with sorted keys, so that the order in which a client writes its fields does not matter. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
