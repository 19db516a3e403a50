import {
  APPROVED_OPERATIONS,
  type Approval,
  type ApprovalDetail,
  type ApprovalRequest,
  DomainError,
  FOUR_EYES,
  type FourEyesQuestion,
  mayUse,
} from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import type { Actor, Work, WorkRunner } from '../../../platform/work.ts';
import { type BotStrategies, findRunningPortfolio } from '../../bots/index.ts';
import { notify } from '../../notifications/index.ts';
import {
  assertMaySecond,
  assertStillAdmin,
  hasSecond,
  lockWallet,
  readFourEyes,
  thresholdInForce,
} from '../../wallet/index.ts';
import { notBooked } from './approval-effect.ts';
import type { ApprovalRow } from './approval-request.schema.ts';
import { findApproval, insertApproval } from './approval-requests.ts';
import { attempt, carryOut, FOUR_EYES_ID } from './carry-out.ts';
import { endLapsedApprovals, readRequest } from './decide-approval.ts';
import { assertFreshFor } from './four-eyes-settings.ts';
import { approvalReference, presentApprovals, presentLines } from './present-approval.ts';

const HOUR_MS = 3_600_000;

/**
 * Lays something before a second admin. It is tried out first, with all the rules of the operation, so nothing is laid
 * before anybody that could not be booked now; nothing of it stays.
 *
 * Throws OUTSIDE_FIELD where the admin could not do it themselves, FOUR_EYES_OFF where one admin is enough anyway, or nobody
 * could second what always takes two, APPROVAL_PENDING when the same waits already, and what the operation throws.
 */
export async function requestApproval(
  work: Work,
  strategies: BotStrategies,
  request: ApprovalRequest,
): Promise<Approval> {
  const { tx, now, actor } = work;
  // Only people ask; the operation is for admins.
  if (actor.userId === null) throw DomainError.of('FORBIDDEN');
  if (!mayUse(actor.adminField, APPROVED_OPERATIONS[request.kind])) throw DomainError.of('OUTSIDE_FIELD');
  assertFreshFor(work, request.kind);
  await endLapsedApprovals(work);
  // What changes the rule locks it for that at once: of two who share it already, neither could.
  const rule = await readFourEyes(tx, now, request.kind === 'threshold' ? 'update' : 'share');
  // Paying out a locked account takes two, whatever the amount and the threshold.
  const takesTwo =
    request.kind === 'withdrawal' && request.input.overridesLock && hasSecond(rule, actor.userId);
  if (!takesTwo && thresholdInForce(rule, thresholdFor(request), actor.userId) === null)
    throw DomainError.of('FOUR_EYES_OFF');
  const tried = await attempt({ ...work, requestedBy: actor.userId }, false, (inner) =>
    carryOut(inner, strategies, request),
  );
  if (!tried.ok) throw tried.error;
  const effect = notBooked(request.kind, tried.effect);
  const customerIds = [...new Set(effect.lines.map(({ userId }) => userId))].sort();
  // The end of an account comes before or after; it would leave what is written here behind.
  for (const userId of customerIds) await lockWallet(tx, userId);
  const row = await insertApproval(tx, {
    kind: request.kind,
    input: request.input,
    subjectId: effect.lines[0]?.subjectId ?? (await portfolioOf(work, request)) ?? FOUR_EYES_ID,
    customerIds,
    amountUsd: effect.amountUsd === null ? null : fromWire(effect.amountUsd),
    foreseen: effect,
    reason: 'reason' in request.input ? request.input.reason : null,
    requestNote: 'note' in request ? request.note : null,
    requestedBy: actor.userId,
    requestedAt: now,
    expiresAt: new Date(now.getTime() + FOUR_EYES.approvalHours * HOUR_MS),
  });
  if (!row) throw DomainError.of('APPROVAL_PENDING');
  await writeAudit(work, {
    action: 'approval.request',
    subject: 'approval',
    subjectId: row.id,
    after: { kind: row.kind, status: row.status, amountUsd: effect.amountUsd },
    reason: row.requestNote ?? row.reason ?? undefined,
  });
  for (const admin of rule.admins)
    if (admin.canAct && admin.adminField === 'all' && admin.id !== actor.userId)
      await tellSecond(work, row, admin);
  work.hintAdmins('approvals');
  const [presented] = await presentApprovals(tx, [row], now);
  if (!presented) throw new Error('a request that was just written is presented');
  return presented;
}

/** The series that a pause is to end the trading of. */
async function portfolioOf({ tx }: Work, request: ApprovalRequest): Promise<string | undefined> {
  if (request.kind !== 'bot_pause') return undefined;
  return (await findRunningPortfolio(tx, request.input.botType))?.id;
}

function thresholdFor(request: ApprovalRequest): FourEyesQuestion {
  if (request.kind === 'threshold') return request.input.of;
  if (request.kind === 'bot_pause') return 'pauses';
  return request.kind === 'deposit' ? 'deposits' : 'bookings';
}

const WHAT: Record<ApprovalRow['kind'], string> = {
  deposit: 'Eine Einzahlung',
  withdrawal: 'Eine Auszahlung',
  correction: 'Eine Wallet-Korrektur',
  manual_return: 'Eine manuelle Rendite',
  manual_returns: 'Manuelle Renditen',
  bot_pause: 'Das Anhalten eines Bots mit Kundengeld',
  threshold: 'Eine Änderung der Schwelle für vier Augen',
};

async function tellSecond(
  work: Work,
  row: ApprovalRow,
  { id, tooNew }: { id: string; tooNew: boolean },
): Promise<void> {
  const amount = row.amountUsd === null ? '' : ` über ${inUsdt(row.amountUsd)}`;
  const verb = row.kind === 'manual_returns' ? 'warten' : 'wartet';
  const whom = tooNew ? 'eine zweite Person' : 'Ihre Freigabe';
  await notify(work, {
    userId: id,
    event: 'approval',
    title: 'Freigabe nötig',
    message: `${WHAT[row.kind]}${amount} ${verb} auf ${whom}: ${approvalReference(row.number)}. Die Vorlage verfällt nach ${FOUR_EYES.approvalHours}\u00a0Stunden.`,
    type: 'info',
    subject: 'approval',
    subjectId: row.id,
  });
}

/**
 * A request, and while it waits what approving it would do at this moment, or why this admin cannot approve it: it is
 * carried out and taken back in one transaction. Throws APPROVAL_NOT_FOUND.
 */
export function previewApproval(
  runWork: WorkRunner,
  strategies: BotStrategies,
  actor: Actor,
  { id }: { id: string },
): Promise<ApprovalDetail> {
  return runWork(actor, async (work) => {
    const { tx, now } = work;
    const row = await findApproval(tx, id);
    const [approval] = row ? await presentApprovals(tx, [row], now) : [];
    if (!row || !approval) throw DomainError.of('APPROVAL_NOT_FOUND');
    if (approval.status !== 'pending')
      return { ...approval, now: { ok: false, code: 'APPROVAL_DECIDED', data: { status: approval.status } } };
    try {
      // The one who asked only looks, or takes it back.
      if (actor.userId !== row.requestedBy) await assertMaySecond(work, row.requestedBy);
      const tried = await attempt({ ...work, requestedBy: row.requestedBy }, false, async (inner) => {
        await assertStillAdmin(inner, row.requestedBy, row.kind);
        return carryOut(inner, strategies, readRequest(row), row);
      });
      if (!tried.ok)
        return { ...approval, now: { ok: false, code: tried.error.code, data: tried.error.data ?? null } };
      const effect = notBooked(row.kind, tried.effect);
      const { amountUsd, threshold } = effect;
      return {
        ...approval,
        now: { ok: true, amountUsd, threshold, lines: await presentLines(tx, effect) },
      };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ...approval, now: { ok: false, code: error.code, data: error.data ?? null } };
    }
  });
}
