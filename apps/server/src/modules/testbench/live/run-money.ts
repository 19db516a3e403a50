/** Whose money is in a run and where it goes: settlements, payouts, and what its owner is told. */
import { type OwnBotRunState, ownBotLabel } from '@botdepot/contract';
import {
  type Fixed12,
  fixed12ToText,
  inUsdt,
  type Micros,
  marketValueOf,
  payoutOf,
  toWire,
} from '@botdepot/money';
import { and, eq, inArray } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, type Work } from '../../../platform/work.ts';
import { addUnits, type OwnRun, type OwnStrike, type Strike } from '../../bots/index.ts';
import { notify } from '../../notifications/index.ts';
import { HOUSE_ACCOUNTS, postTransfer } from '../../wallet/index.ts';
import { ownBotDrafts } from '../testbench.schema.ts';
import { ownBotOrders } from './live.schema.ts';
import type { OrderRow } from './orders.ts';

/** A run that ends, at a strike of its own or at its newest one, with the order that it ends by. */
export type EndedRun = {
  run: OwnRun;
  order: OrderRow | undefined;
  strike: Pick<Strike, 'seq' | 'nav' | 'figures'>;
  state: OwnBotRunState;
};

/** Trues pools up to units × NAV, rounded down to the micro, against the house's account of own bots. */
export async function settlePools(work: Work, strikes: readonly OwnStrike[]): Promise<void> {
  for (const { run, balance } of strikes) {
    const moved = balance - run.settledBalance;
    if (moved === 0n) continue;
    await postTransfer(work, {
      kind: 'own_bot_settled',
      referenceId: run.id,
      description: `${ownBotLabel(run.number)}: Ergebnis verrechnet`,
      customer: null,
      counter: [
        { accountId: run.poolAccountId, amount: moved },
        { accountId: HOUSE_ACCOUNTS.house_own_bots_pnl, amount: -moved },
      ],
    });
  }
}

/**
 * Pays what ended runs are worth to their owners, down to the cent, the rest of it to the rounding account, and tells them. The pools are
 * settled at the strikes that they end at. The caller holds the bots' locks and those of the orders.
 */
export async function payOut(work: Work, ended: readonly EndedRun[]): Promise<void> {
  if (ended.length === 0) return;
  const { tx, now } = work;
  const starts = await findStarts(
    tx,
    ended.map(({ run }) => run.id),
  );
  const names = await readNames(
    tx,
    ended.map(({ run }) => run.botId),
  );
  const inOrder = ended.toSorted((a, b) => (userOf(starts, a) < userOf(starts, b) ? -1 : 1));
  for (const one of inOrder) {
    const { run, order, strike, state } = one;
    const start = starts.get(run.id);
    if (!start?.units || start.amount === null) throw new Error(`run ${run.id} was never started`);
    const { units, userId } = start;
    const value = marketValueOf(units, strike.nav);
    const payout = payoutOf(units, strike.nav);
    // What is worth nothing moves nothing.
    const transferId = value === 0n ? null : newId();
    if (transferId !== null)
      await postTransfer(
        work,
        {
          kind: 'own_bot_stopped',
          referenceId: order?.id ?? run.id,
          description: `${ownBotLabel(run.number)} beendet`,
          customer: { userId, available: payout, reserved: 0n },
          counter: [
            { accountId: run.poolAccountId, amount: -value },
            { accountId: HOUSE_ACCOUNTS.house_rounding, amount: value - payout },
          ],
        },
        transferId,
      );
    await addUnits(tx, {
      orderId: start.id,
      portfolioId: run.id,
      transferId,
      units: -units,
      nav: strike.nav,
      figures: strike.figures,
      navSeq: strike.seq,
      createdAt: now,
    });
    if (order)
      await tx
        .update(ownBotOrders)
        .set({
          status: 'executed',
          decidedAt: now,
          navSeq: strike.seq,
          nav: strike.nav,
          units,
          payout,
          decidedTransferId: transferId,
        })
        .where(eq(ownBotOrders.id, order.id));
    await auditRun(work, run, 'own_bot.stop', {
      amount: payout,
      nav: strike.nav,
      transferId,
      orderId: order?.id ?? null,
      ...(state === 'liquidated' ? { reason: 'own bot used up' } : {}),
    });
    await tellOfEnd(work, { run, userId, name: names.get(run.botId), payout, put: start.amount, state });
    work.hintUser(userId, 'own_bots', 'wallet');
    work.hintAdmins('own_bots');
  }
}

const userOf = (starts: Map<string, OrderRow>, { run }: EndedRun): string => starts.get(run.id)?.userId ?? '';

/** The executed start of each of some runs, by run. */
export const findStarts = (tx: Tx, runIds: readonly string[]): Promise<Map<string, OrderRow>> =>
  findExecuted(tx, 'start', runIds);

/** The executed stop of each of some runs that has one, by run. */
export const findStops = (tx: Tx, runIds: readonly string[]): Promise<Map<string, OrderRow>> =>
  findExecuted(tx, 'stop', runIds);

async function findExecuted(
  tx: Tx,
  kind: OrderRow['kind'],
  runIds: readonly string[],
): Promise<Map<string, OrderRow>> {
  const rows = await tx
    .select()
    .from(ownBotOrders)
    .where(
      and(
        inArray(ownBotOrders.portfolioId, [...runIds]),
        eq(ownBotOrders.kind, kind),
        eq(ownBotOrders.status, 'executed'),
      ),
    );
  return new Map(rows.flatMap((row) => (row.portfolioId === null ? [] : [[row.portfolioId, row]])));
}

/** What their owners call some bots; those that are gone are missing. */
export async function readNames(tx: Tx, botIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ botId: ownBotDrafts.botId, name: ownBotDrafts.name })
    .from(ownBotDrafts)
    .where(inArray(ownBotDrafts.botId, [...botIds]));
  return new Map(rows.map(({ botId, name }) => [botId, name]));
}

export function auditRun(
  work: Work,
  run: OwnRun,
  action: 'own_bot.start' | 'own_bot.stop',
  facts: { amount: Micros; nav: Fixed12; transferId: string | null; orderId: string | null; reason?: string },
): Promise<void> {
  const { amount, nav, transferId, orderId, reason } = facts;
  return writeAudit(work, {
    action,
    subject: 'own_bot',
    subjectId: run.botId,
    after: {
      status: action === 'own_bot.start' ? 'active' : 'inactive',
      botNumber: run.number,
      version: run.ownVersion,
      amountUsd: toWire(amount),
      nav: fixed12ToText(nav),
      transferId,
      orderId,
    },
    reason,
  });
}

function tellOfEnd(
  work: Work,
  end: {
    run: OwnRun;
    userId: string;
    name: string | undefined;
    payout: Micros;
    put: Micros;
    state: OwnBotRunState;
  },
): Promise<void> {
  const { run, userId, payout, put, state } = end;
  const name = end.name ?? ownBotLabel(run.number);
  const isUsedUp = state === 'liquidated';
  const result = inUsdt(payout - put, { sign: 'always' });
  return notify(work, {
    event: isUsedUp ? 'bot_protection' : 'bot_started_or_stopped',
    userId,
    title: isUsedUp ? 'Eigener Bot aufgebraucht' : 'Eigener Bot beendet',
    message: isUsedUp
      ? `Das Kapital von „${name}“ ist aufgebraucht. Der Bot wurde beendet. Ergebnis: ${result}.`
      : `${inUsdt(payout)} aus „${name}“ sind in Ihrem Wallet. Ergebnis: ${result}.`,
    type: isUsedUp ? 'warning' : payout < put ? 'info' : 'success',
    subject: 'own_bot',
    subjectId: run.botId,
    facts: [
      { label: 'Bot', value: name },
      { label: 'Auszahlung', value: inUsdt(payout) },
      { label: 'Ergebnis', value: result },
    ],
  });
}

export async function tellOfFaults(work: Work, strikes: readonly OwnStrike[]): Promise<void> {
  for (const { run, ownState } of strikes)
    if (ownState === 'faulted' && run.ownState === 'live') await tellOfFault(work, run);
}

/** A bot that decides nothing any more, or stands still, waits for its owner. */
export async function tellOfFault(work: Work, run: OwnRun): Promise<void> {
  if (run.ownerId === null) return;
  const name = (await readNames(work.tx, [run.botId])).get(run.botId) ?? ownBotLabel(run.number);
  await notify(work, {
    event: 'bot_protection',
    userId: run.ownerId,
    title: 'Eigener Bot angehalten',
    message: `„${name}“ wurde wegen eines Fehlers angehalten und entscheidet nichts mehr. Sie können ihn beenden.`,
    type: 'warning',
    subject: 'own_bot',
    subjectId: run.botId,
    facts: [{ label: 'Bot', value: name }],
  });
  work.hintUser(run.ownerId, 'own_bots');
  work.hintAdmins('own_bots');
}

export async function tellOfStart(work: Work, run: OwnRun, userId: string, amount: Micros): Promise<void> {
  const name = (await readNames(work.tx, [run.botId])).get(run.botId) ?? ownBotLabel(run.number);
  await notify(work, {
    event: 'bot_started_or_stopped',
    userId,
    title: 'Eigener Bot gestartet',
    message: `„${name}“ handelt jetzt mit ${inUsdt(amount)} Spielgeld.`,
    type: 'success',
    subject: 'own_bot',
    subjectId: run.botId,
    facts: [
      { label: 'Bot', value: name },
      { label: 'Betrag', value: inUsdt(amount) },
    ],
  });
  work.hintUser(userId, 'own_bots', 'wallet');
  work.hintAdmins('own_bots');
}
