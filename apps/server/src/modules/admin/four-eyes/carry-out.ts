import { type ApprovalRequest, DomainError, ERRORS, type ThresholdOf } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import {
  applyReturn,
  type BotStrategies,
  listClosedPortfolios,
  lockForReturns,
  pauseBot,
  readCustomersMoney,
} from '../../bots/index.ts';
import { findUserById, listEmails } from '../../identity/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  correctWallet,
  lockDeposit,
  lockWithdrawal,
  readBalances,
  readFourEyes,
  writeThreshold,
} from '../../wallet/index.ts';
import type { Effect, EffectLine } from './approval-effect.ts';
import type { ApprovalRow } from './approval-request.schema.ts';

type Attempt = { ok: true; effect: Effect } | { ok: false; error: DomainError };

/**
 * Runs a rule in a savepoint of the transaction. Its effects stay when it succeeds and `keep` is true; otherwise nothing
 * of it does, neither rows nor hints nor mails, and the answer says what it would have done.
 *
 * What may work again in a moment (stale prices) is thrown, for nothing is decided by it.
 */
export async function attempt(
  work: Work,
  keep: boolean,
  rule: (work: Work) => Promise<Effect>,
): Promise<Attempt> {
  const { $client } = work.tx;
  const hints: (() => void)[] = [];
  const inner: Work = {
    ...work,
    hintUser: (...hint) => hints.push(() => work.hintUser(...hint)),
    hintCustomers: (...hint) => hints.push(() => work.hintCustomers(...hint)),
    hintAdmins: (...hint) => hints.push(() => work.hintAdmins(...hint)),
    ...(work.queueMails && { queueMails: () => hints.push(() => work.queueMails?.()) }),
  };
  await $client.query('SAVEPOINT attempt');
  try {
    const effect = await rule(inner);
    if (keep) for (const hint of hints) hint();
    else await $client.query('ROLLBACK TO SAVEPOINT attempt');
    return { ok: true, effect };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await $client.query('ROLLBACK TO SAVEPOINT attempt');
    if (ERRORS[error.code].status >= 500) throw error;
    return { ok: false, error };
  }
}

/** The rule itself as a subject of requests and of the audit log, which know subjects by their id. */
export const FOUR_EYES_ID = '00000000-0000-7000-8000-000000000001';

/**
 * Does what was asked for, by the very operation and with its own rules, in the transaction of the caller. The work names
 * who asked for it (`requestedBy`), so the threshold stands in nobody's way.
 *
 * @param strategies the bots of this server.
 * @param asked what it was about when it was asked for: since then the address of a correction may have changed its owner, and a
 * bot may have begun another series.
 * Throws what the operation throws, and BOT_SERIES_OVER.
 */
export async function carryOut(
  work: Work,
  strategies: BotStrategies,
  request: ApprovalRequest,
  asked?: Pick<ApprovalRow, 'subjectId' | 'customerIds'>,
): Promise<Effect> {
  switch (request.kind) {
    case 'deposit':
      return credit(work, request.input.id);
    case 'withdrawal':
      return payOut(work, request.input);
    case 'correction':
      return correct(work, request.input, asked?.customerIds[0]);
    case 'manual_return':
      return bookReturns(work, { ...request.input, investmentIds: [request.input.investmentId] });
    case 'manual_returns':
      return bookReturns(work, request.input);
    case 'bot_pause':
      return pause(work, strategies, request.input, asked?.subjectId);
    case 'threshold':
      return changeThreshold(work, request.input);
  }
}

async function credit(work: Work, id: string): Promise<Effect> {
  const { reference, amountUsd } = await approveDeposit(work, { id });
  const row = await lockDeposit(work.tx, id);
  if (!row) throw DomainError.of('DEPOSIT_NOT_FOUND');
  const { total } = await readBalances(work.tx, row.userId);
  const before = toWire(total - row.amountUsd);
  return {
    amountUsd,
    lines: [{ subjectId: id, reference, userId: row.userId, before, after: toWire(total) }],
    threshold: null,
  };
}

type PayoutInput = Extract<ApprovalRequest, { kind: 'withdrawal' }>['input'];

async function payOut(work: Work, { id, overridesLock }: PayoutInput): Promise<Effect> {
  const { reference, amountUsd } = await approveWithdrawal(work, { id, overridesLock });
  const row = await lockWithdrawal(work.tx, id);
  if (!row) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
  const { total } = await readBalances(work.tx, row.userId);
  const before = toWire(total + row.amountUsd);
  return {
    amountUsd,
    lines: [{ subjectId: id, reference, userId: row.userId, before, after: toWire(total) }],
    threshold: null,
  };
}

type CorrectionInput = Extract<ApprovalRequest, { kind: 'correction' }>['input'];

async function correct(work: Work, input: CorrectionInput, customerId: string | undefined): Promise<Effect> {
  const customer = customerId === undefined ? undefined : await findUserById(work.tx, customerId);
  if (customer === null) throw DomainError.of('USER_NOT_FOUND');
  const { userId, total, amountUsd, reference } = await correctWallet(work, {
    ...input,
    ...(customer && { email: customer.email }),
  });
  const change = input.direction === 'credit' ? fromWire(amountUsd) : -fromWire(amountUsd);
  const before = toWire(fromWire(total) - change);
  return {
    amountUsd,
    lines: [{ subjectId: userId, reference, userId, before, after: total }],
    threshold: null,
  };
}

type ReturnsInput = Extract<ApprovalRequest, { kind: 'manual_returns' }>['input'];

/** All of them or none: what was approved is one sum. */
async function bookReturns(work: Work, { investmentIds, percent, reason }: ReturnsInput): Promise<Effect> {
  const investments = await lockForReturns(work.tx, investmentIds);
  if (investments.length < investmentIds.length) throw DomainError.of('INVESTMENT_NOT_FOUND');
  const lines: EffectLine[] = [];
  let amount: Micros = 0n;
  for (const { id, userId } of investments) {
    const booked = await applyReturn(work, { investmentId: id, percent, reason });
    const profit = fromWire(booked.profitLoss);
    amount += profit < 0n ? -profit : profit;
    lines.push({
      subjectId: id,
      reference: booked.reference,
      userId,
      before: booked.amountBefore,
      after: booked.amountAfter,
    });
  }
  return { amountUsd: toWire(amount), lines, threshold: null };
}

type PauseInput = Extract<ApprovalRequest, { kind: 'bot_pause' }>['input'];

/** Nothing is booked: what is at stake is what customers have in the bot. */
async function pause(
  work: Work,
  strategies: BotStrategies,
  input: PauseInput,
  portfolioId: string | undefined,
): Promise<Effect> {
  if (portfolioId && (await listClosedPortfolios(work.tx, [portfolioId])).length > 0)
    throw DomainError.of('BOT_SERIES_OVER');
  await pauseBot(work, { people: { listEmails }, strategies }, input);
  const amountUsd = toWire(await readCustomersMoney(work.tx, input.botType));
  return { amountUsd, lines: [], threshold: null };
}

/** Throws THRESHOLD_UNCHANGED. */
export async function changeThreshold(
  work: Work,
  input: { of: ThresholdOf; thresholdUsd: string | null; reason: string },
): Promise<Effect> {
  const { of } = input;
  const rule = await readFourEyes(work.tx, work.now, 'update');
  const present = of === 'deposits' ? rule.depositThresholdUsd : rule.thresholdUsd;
  const next = input.thresholdUsd === null ? null : fromWire(input.thresholdUsd);
  if (next === present) throw DomainError.of('THRESHOLD_UNCHANGED');
  const threshold = { of, before: onWire(present), after: onWire(next) };
  const fact = of === 'deposits' ? 'depositThresholdUsd' : 'thresholdUsd';
  await writeThreshold(work, of, next);
  await writeAudit(work, {
    action: 'four_eyes.set_threshold',
    subject: 'four_eyes',
    subjectId: FOUR_EYES_ID,
    before: { [fact]: threshold.before },
    after: { [fact]: threshold.after },
    reason: input.reason,
  });
  work.hintAdmins('approvals');
  return { amountUsd: null, lines: [], threshold };
}

const onWire = (amount: Micros | null): string | null => (amount === null ? null : toWire(amount));
