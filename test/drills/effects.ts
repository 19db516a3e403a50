// Whether every operation had exactly the effect that was answered: found by its amount or its tag, never by its key's row.
import type pg from 'pg';
import { isDone, type OperationKind } from './operations.ts';
import type { Entry } from './operations-ledger.ts';
import { tagOf } from './plan.ts';

type Counted = { key: string; effects: number };

/** For operations that make something: how often it exists, by customer and amount (never used twice) or by tag. */
const MADE: Partial<Record<OperationKind, string>> = {
  'deposit.request': `
    SELECT o.key, count(d.id) AS effects FROM operations o
    LEFT JOIN crypto_deposits d ON d.user_id = o.user_id AND d.amount_usd = o.amount GROUP BY o.key`,
  'withdrawal.request': `
    SELECT o.key, count(t.id) AS effects FROM operations o
    LEFT JOIN crypto_withdrawals w ON w.user_id = o.user_id AND w.amount_usd = o.amount
    LEFT JOIN ledger_transfers t ON t.reference_id = w.id AND t.kind = 'withdrawal_requested' GROUP BY o.key`,
  'bot.start': `
    SELECT o.key, count(t.id) AS effects FROM operations o
    LEFT JOIN bot_investments i ON i.user_id = o.user_id AND i.usd_initial_amount = o.amount
    LEFT JOIN ledger_transfers t ON t.reference_id = i.id AND t.kind = 'bot_started' GROUP BY o.key`,
  'own_bot.start': `
    SELECT o.key, count(t.id) AS effects FROM operations o
    LEFT JOIN own_bot_orders b ON b.user_id = o.user_id AND b.amount = o.amount
    LEFT JOIN ledger_transfers t ON t.reference_id = b.id AND t.kind = 'own_bot_ordered' GROUP BY o.key`,
  'wallet.correct': `
    SELECT o.key, count(t.id) AS effects FROM operations o
    LEFT JOIN ledger_transfers t ON t.kind = 'wallet_corrected' AND t.description = o.tag GROUP BY o.key`,
  'bot.return': `
    SELECT o.key, count(t.id) AS effects FROM operations o
    LEFT JOIN bot_manual_records m ON m.reason = o.tag
    LEFT JOIN ledger_transfers t ON t.id = m.transfer_id GROUP BY o.key`,
};

/** For decisions: how often the log says that this one was taken on this subject. */
const ACTIONS: Partial<Record<OperationKind, string>> = {
  'deposit.cancel': 'deposit.cancel',
  'deposit.approve': 'deposit.approve',
  'deposit.reject': 'deposit.reject',
  'withdrawal.cancel': 'withdrawal.cancel',
  'withdrawal.approve': 'withdrawal.approve',
  'withdrawal.reject': 'withdrawal.reject',
  'bot.stop': 'bot.stop',
  'own_bot.stop': 'own_bot.order_stop',
};

/** One line per operation whose effects are not what its answer says. */
export async function findWrongEffects(sql: pg.Pool, entries: readonly Entry[]): Promise<string[]> {
  const settled = entries.filter((entry) => entry.settled !== undefined);
  const wrong: string[] = [];
  for (const [kind, query] of Object.entries(MADE)) {
    const asked = settled.filter(({ operation }) => operation.kind === kind);
    for (const { key, effects } of await countMade(sql, query, asked)) {
      const entry = asked.find(({ operation }) => operation.key === key);
      const expected = isDone(entry?.settled) ? 1 : 0;
      if (effects !== expected) wrong.push(`${kind} ${key}: ${effects} Wirkungen statt ${expected}`);
    }
  }
  wrong.push(...(await findWrongDecisions(sql, settled)));
  return wrong;
}

async function countMade(sql: pg.Pool, query: string, asked: readonly Entry[]): Promise<Counted[]> {
  const operations = asked.map(({ operation }) => operation);
  const { rows } = await sql.query<{ key: string; effects: string }>(
    `WITH operations AS (SELECT * FROM unnest($1::text[], $2::uuid[], $3::numeric[], $4::text[]) AS o(key, user_id, amount, tag))
     ${query}`,
    [
      operations.map(({ key }) => key),
      operations.map(({ customer }) => customer.userId),
      operations.map(({ body }) => body.amountUsd ?? null),
      operations.map(({ key }) => tagOf(key)),
    ],
  );
  return rows.map(({ key, effects }) => ({ key, effects: Number(effects) }));
}

/** Each of them was done as often as somebody was told so, and all together at most once; an own bot may be stopped again. */
async function findWrongDecisions(sql: pg.Pool, settled: readonly Entry[]): Promise<string[]> {
  const told = new Map<string, number>();
  const subjects = new Set<string>();
  for (const { operation, settled: answer } of settled) {
    const action = ACTIONS[operation.kind];
    if (action === undefined || operation.targetId === null) continue;
    subjects.add(operation.targetId);
    if (isDone(answer))
      told.set(`${action} ${operation.targetId}`, (told.get(`${action} ${operation.targetId}`) ?? 0) + 1);
  }
  const { rows } = await sql.query<{ decision: string; times: string }>(
    `SELECT action || ' ' || subject_id AS decision, count(*) AS times FROM audit_log
     WHERE subject_id = ANY($1::uuid[]) AND action = ANY($2::text[]) GROUP BY 1`,
    [[...subjects], Object.values(ACTIONS)],
  );
  const done = new Map(rows.map(({ decision, times }) => [decision, Number(times)]));
  const wrong: string[] = [];
  const bySubject = new Map<string, number>();
  for (const decision of new Set([...told.keys(), ...done.keys()])) {
    const [action, subject = ''] = decision.split(' ');
    const times = done.get(decision) ?? 0;
    if (action !== ACTIONS['own_bot.stop']) bySubject.set(subject, (bySubject.get(subject) ?? 0) + times);
    if (times !== (told.get(decision) ?? 0))
      wrong.push(`${decision}: ${times}-mal geschehen, ${told.get(decision) ?? 0}-mal bestätigt`);
  }
  for (const [subject, times] of bySubject) if (times > 1) wrong.push(`${subject}: ${times}-mal entschieden`);
  return wrong;
}
