import {
  type Approval,
  type ApprovalRequest,
  type AuditAction,
  approvalRequest,
  type BotPause,
  type BotType,
  DomainError,
  type RequestKind,
  type RequestStatus,
} from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { eraseFreeTexts } from '../../../platform/erase-free-texts.ts';
import type { Work } from '../../../platform/work.ts';
import {
  type BotStrategies,
  listClosedPortfolios,
  listStoppedInvestments,
  readLastingPauses,
} from '../../bots/index.ts';
import { notify } from '../../notifications/index.ts';
import {
  assertMaySecond,
  assertStillAdmin,
  listDecidedDeposits,
  listDecidedWithdrawals,
} from '../../wallet/index.ts';
import type { StoredFailure } from './approval-effect.ts';
import type { ApprovalRow } from './approval-request.schema.ts';
import {
  eraseTextsAbout,
  listPending,
  lockApproval,
  lockLapsed,
  lockPendingDecision,
  lockPendingPauses,
  selectPendingOf,
  updateApproval,
} from './approval-requests.ts';
import { attempt, carryOut } from './carry-out.ts';
import { assertFreshFor } from './four-eyes-settings.ts';
import { approvalReference, botTypeOf, presentApprovals, statusOf } from './present-approval.ts';

/** Whose own account or request it would be: another admin may still decide. */
const ABOUT_THE_SECOND = new Set(['OWN_ACCOUNT', 'OWN_REQUEST']);

/**
 * Carries out what another admin asked for, as its second pair of eyes, in one transaction with the end of the request.
 * What no longer holds (an investment stopped, a balance gone, a withdrawal cancelled) ends the request as failed, with
 * the operation's own reason, and books nothing.
 *
 * Throws APPROVAL_NOT_FOUND, APPROVAL_DECIDED, OWN_REQUEST, OWN_ACCOUNT, SECOND_ADMIN_TOO_NEW, FORBIDDEN for an admin who
 * cannot act (locked, or without the second factor), PRICES_STALE. The request waits on then.
 */
export async function approveRequest(
  work: Work,
  strategies: BotStrategies,
  input: { id: string; note: string },
): Promise<Approval> {
  const row = await lockOpen(work, input.id);
  assertFreshFor(work, row.kind);
  await assertMaySecond(work, row.requestedBy);
  const seconded: Work = { ...work, requestedBy: row.requestedBy };
  const tried = await attempt(seconded, true, async (inner) => {
    await assertStillAdmin(inner, row.requestedBy, row.kind);
    return carryOut(inner, strategies, readRequest(row), row);
  });
  const decisionNote = input.note;
  if (tried.ok)
    return finish(seconded, row, 'approval.approve', {
      status: 'approved',
      result: tried.effect,
      decisionNote,
    });
  if (ABOUT_THE_SECOND.has(tried.error.code)) throw tried.error;
  return finish(seconded, row, 'approval.fail', {
    status: 'failed',
    failure: withoutNames(tried.error),
    decisionNote,
  });
}

/** Another admin says no, and why. Throws APPROVAL_NOT_FOUND, APPROVAL_DECIDED, OWN_REQUEST. */
export async function rejectApproval(work: Work, input: { id: string; note: string }): Promise<Approval> {
  const row = await lockOpen(work, input.id);
  if (row.requestedBy === work.actor.userId) throw DomainError.of('OWN_REQUEST');
  const seconded: Work = { ...work, requestedBy: row.requestedBy };
  return finish(seconded, row, 'approval.reject', { status: 'rejected', decisionNote: input.note });
}

/** The first admin takes it back. Throws APPROVAL_NOT_FOUND, APPROVAL_DECIDED, and FORBIDDEN for anybody else's. */
export async function withdrawApproval(work: Work, input: { id: string }): Promise<Approval> {
  const row = await lockOpen(work, input.id);
  if (row.requestedBy !== work.actor.userId) throw DomainError.of('FORBIDDEN');
  return finish(work, row, 'approval.withdraw', { status: 'withdrawn' });
}

/**
 * Ends what nobody can decide any more, and tells those who asked: requests whose time is over, deposits and withdrawals
 * that were decided or taken back meanwhile, returns on investments that were stopped, and pauses of bots that are held or whose
 * series is over. Safe to run on every replica.
 */
export async function endLapsedApprovals(work: Work): Promise<void> {
  const failures = await findUnresolvable(work.tx);
  for (const row of await lockLapsed(work.tx, work.now, [...failures.keys()])) {
    const failure = failures.get(row.id);
    if (row.expiresAt <= work.now)
      await end(work, row, 'approval.expire', { status: 'expired', decidedBy: null });
    else if (failure) await end(work, row, 'approval.end', { status: 'failed', failure });
  }
}

/** Of what waits, by its id, that which was overtaken. A decision and the end of an investment or a series are for ever. */
async function findUnresolvable(tx: Tx): Promise<Map<string, StoredFailure>> {
  const waiting = await listPending(tx);
  const investmentsOf = ({ kind, foreseen }: (typeof waiting)[number]): string[] =>
    isReturn(kind) ? foreseen.lines.map(({ subjectId }) => subjectId) : [];
  const subjectsOf = (wanted: RequestKind) =>
    waiting.filter(({ kind }) => kind === wanted).map(({ subjectId }) => subjectId);
  const decided = new Map(
    [
      ...(await listDecidedDeposits(tx, subjectsOf('deposit'))),
      ...(await listDecidedWithdrawals(tx, subjectsOf('withdrawal'))),
    ].map(({ id, status }) => [id, status]),
  );
  const stopped = new Set(await listStoppedInvestments(tx, waiting.flatMap(investmentsOf)));
  const pauses = waiting.filter(({ kind }) => kind === 'bot_pause');
  const closed = new Set(
    await listClosedPortfolios(
      tx,
      pauses.map(({ subjectId }) => subjectId),
    ),
  );
  const lasting = pauses.length === 0 ? null : await readLastingPauses(tx);
  const failures = new Map<string, StoredFailure>();
  for (const { id, input, subjectId } of pauses) {
    const botType = botTypeOf(input);
    const held = botType && lasting?.get(botType);
    if (held) failures.set(id, alreadyPaused(held.pausedAt.toISOString()));
    else if (closed.has(subjectId)) failures.set(id, { code: 'BOT_SERIES_OVER', data: null });
  }
  for (const row of waiting) {
    const status = decided.get(row.subjectId);
    if (status) failures.set(row.id, alreadyDecided(status));
    else if (investmentsOf(row).some((id) => stopped.has(id)))
      failures.set(row.id, { code: 'INVESTMENT_STOPPED', data: null });
  }
  return failures;
}

const isReturn = (kind: ApprovalRow['kind']): boolean =>
  kind === 'manual_return' || kind === 'manual_returns';
const alreadyPaused = (at: string): StoredFailure => ({ code: 'BOT_PAUSED', data: { at } });
const alreadyDecided = (status: RequestStatus): StoredFailure => ({
  code: 'ALREADY_DECIDED',
  data: { status },
});

/**
 * Decides on a deposit or withdrawal without its second pair of eyes, and ends what waits for that in the same transaction.
 * The request is locked before it, as approving does.
 */
export async function decidePastApproval<T extends { status: RequestStatus }>(
  work: Work,
  { kind, id }: { kind: RequestKind; id: string },
  decide: (work: Work) => Promise<T>,
): Promise<T> {
  const waiting = await lockPendingDecision(work.tx, kind, id);
  const decided = await decide(work);
  // It is decided once and for ever, so what waits for it has nothing left to do.
  if (waiting)
    await end(work, waiting, 'approval.end', { status: 'failed', failure: alreadyDecided(decided.status) });
  return decided;
}

/** Pauses a bot without a second pair of eyes, and ends what waits for that in the same transaction, locked as above. */
export async function pausePastApproval(
  work: Work,
  botType: BotType,
  pause: (work: Work) => Promise<BotPause>,
): Promise<BotPause> {
  const waiting = await lockPendingPauses(work.tx, botType);
  const held = await pause(work);
  for (const row of waiting)
    await end(work, row, 'approval.end', { status: 'failed', failure: alreadyPaused(held.pausedAt) });
  return held;
}

/** As the operation has answered, without who was faster: a request is kept when their account is gone. */
function withoutNames({ code, data }: DomainError): StoredFailure {
  if (typeof data !== 'object' || data === null) return { code, data: data ?? null };
  return { code, data: Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'by')) };
}

/** What is asked for, read once more with the rules of the operation. */
export function readRequest(row: ApprovalRow): ApprovalRequest {
  const { kind, input } = row;
  // What was laid before somebody before notes were asked for still waits, for three days at most.
  const note = row.requestNote ?? 'Ohne Notiz vorgelegt';
  return approvalRequest.parse({ kind, input, ...(kind !== 'threshold' && { note }) });
}

async function lockOpen(work: Work, id: string): Promise<ApprovalRow> {
  const row = await lockApproval(work.tx, id);
  if (!row) throw DomainError.of('APPROVAL_NOT_FOUND');
  const status = statusOf(row, work.now);
  if (status !== 'pending') throw DomainError.of('APPROVAL_DECIDED', { status });
  return row;
}

type Outcome = Partial<ApprovalRow> & { status: Exclude<ApprovalRow['status'], 'pending'> };

async function finish(
  work: Work,
  row: ApprovalRow,
  action: AuditAction,
  outcome: Outcome,
): Promise<Approval> {
  const ended = await end(work, row, action, { decidedBy: work.actor.userId, ...outcome });
  const [presented] = await presentApprovals(work.tx, [ended], work.now);
  if (!presented) throw new Error('a request that was just decided is presented');
  return presented;
}

/** Writes the end of a request, and tells whoever asked for it when it was not themselves. */
async function end(
  work: Work,
  row: ApprovalRow,
  action: AuditAction,
  outcome: Outcome,
): Promise<ApprovalRow> {
  const ended = await updateApproval(work.tx, row.id, { ...outcome, decidedAt: work.now });
  await writeAudit(work, {
    action,
    subject: 'approval',
    subjectId: row.id,
    before: { status: 'pending' },
    after: { kind: row.kind, status: ended.status, amountUsd: (ended.result ?? ended.foreseen).amountUsd },
    reason: ended.decisionNote ?? undefined,
  });
  if (work.actor.userId !== row.requestedBy) await notifyRequester(work, ended);
  work.hintAdmins('approvals');
  return ended;
}

type News = { title: string; text: string; type: 'success' | 'warning' | 'info' };

const NEWS: Record<Outcome['status'], News> = {
  approved: { title: 'Freigegeben', text: 'wurde freigegeben und ausgeführt.', type: 'success' },
  rejected: { title: 'Freigabe abgelehnt', text: 'wurde abgelehnt.', type: 'warning' },
  failed: {
    title: 'Freigabe gescheitert',
    text: 'wurde freigegeben, ließ sich aber nicht mehr ausführen. Es wurde nichts gebucht.',
    type: 'warning',
  },
  expired: {
    title: 'Vorlage verfallen',
    text: 'ist verfallen, ohne dass jemand entschieden hat.',
    type: 'warning',
  },
  withdrawn: { title: 'Vorlage zurückgezogen', text: 'wurde zurückgezogen.', type: 'info' },
};

const REQUEST_IS: Record<string, string> = {
  approved: 'genehmigt',
  rejected: 'abgelehnt',
  cancelled: 'storniert',
};

const OVERTAKEN: Record<string, string> = {
  INVESTMENT_STOPPED: 'Eine Anlage, um die es ging, ist beendet.',
  BOT_PAUSED: 'Der Bot ist schon angehalten.',
  BOT_SERIES_OVER: 'Die Reihe des Bots, um die es ging, ist zu Ende.',
};

/** Nobody has approved what came to nothing by itself. A withdrawal may have been paid out without it. */
function newsOf({ kind, status, decidedBy, failure }: ApprovalRow & Pick<Outcome, 'status'>): News {
  if (status !== 'failed' || decidedBy !== null) return NEWS[status];
  const { status: became = '' } = (failure?.data ?? {}) as { status?: string };
  const decision = REQUEST_IS[became];
  const why = decision
    ? `Die ${kind === 'deposit' ? 'Einzahlung' : 'Auszahlung'} ist bereits ${decision}.`
    : (OVERTAKEN[failure?.code ?? ''] ?? 'Ein Konto, um das es ging, wurde gelöscht.');
  return { title: 'Vorlage beendet', text: `ist ohne Entscheidung beendet: ${why}`, type: 'warning' };
}

async function notifyRequester(work: Work, row: ApprovalRow): Promise<void> {
  const { status } = row;
  if (status === 'pending') return;
  const { title, text, type } = newsOf({ ...row, status });
  const amount = row.amountUsd === null ? '' : ` über ${inUsdt(row.amountUsd)}`;
  // What it says stays in the request alone, where it is erased with the account that it is about.
  const note = row.decisionNote === null ? '' : ' Die Notiz dazu steht in der Vorlage.';
  await notify(work, {
    userId: row.requestedBy,
    event: 'approval',
    title,
    message: `Ihre Vorlage ${approvalReference(row.number)}${amount} ${text}${note}`,
    type,
    subject: 'approval',
    subjectId: row.id,
  });
}

export async function listOpenApprovals(tx: Tx, userId: string): Promise<string[]> {
  return (await selectPendingOf(tx, userId, false)).map(({ id }) => id);
}

/** An approval locks its request first, so these locks come before those of investments and wallets. */
export async function lockOpenApprovals(work: Work, userId: string): Promise<string[]> {
  return (await selectPendingOf(work.tx, userId, true)).map(({ id }) => id);
}

/**
 * At the end of an account: what waits about its money ends, what its owner has asked for as an admin is withdrawn, and
 * every text about them is erased.
 */
export async function closeApprovals(work: Work, userId: string): Promise<void> {
  for (const row of await selectPendingOf(work.tx, userId, true))
    await (row.customerIds.includes(userId)
      ? end(work, row, 'approval.end', {
          status: 'failed',
          failure: { code: 'ACCOUNT_CLOSED', data: null },
        })
      : end(work, row, 'approval.withdraw', { status: 'withdrawn' }));
  await eraseFreeTexts(work, await eraseTextsAbout(work.tx, userId));
}
