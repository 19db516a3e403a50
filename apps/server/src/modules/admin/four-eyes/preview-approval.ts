import { type ApprovalDetail, DomainError } from '@botdepot/contract';
import type { Actor, WorkRunner } from '../../../platform/work.ts';
import type { BotStrategies } from '../../bots/index.ts';
import { assertMaySecond, assertStillAdmin } from '../../wallet/index.ts';
import { notBooked } from './approval-effect.ts';
import { findApproval } from './approval-requests.store.ts';
import { attempt } from './attempt.ts';
import { carryOut } from './carry-out.ts';
import { readRequest } from './decide-approval.ts';
import { presentApprovals, presentLines } from './present-approval.ts';

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
