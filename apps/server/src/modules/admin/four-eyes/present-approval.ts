import {
  type Approval,
  type ApprovalStatus,
  BOT_TYPES,
  type BotType,
  DELETED_ACCOUNT,
} from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { listEmails } from '../../identity/index.ts';
import type { Effect } from './approval-effect.ts';
import type { ApprovalRow } from './approval-request.schema.ts';

export const approvalReference = (number: number): string => `F-${number}`;

/** What is over is over, whether its row says so already or not. */
export const statusOf = (row: ApprovalRow, now: Date): ApprovalStatus =>
  row.status === 'pending' && row.expiresAt <= now ? 'expired' : row.status;

/** As everybody of the team sees them: ids with the addresses of today. */
export async function presentApprovals(tx: Tx, rows: readonly ApprovalRow[], now: Date): Promise<Approval[]> {
  const ids = rows.flatMap((row) => [
    row.requestedBy,
    ...(row.decidedBy ? [row.decidedBy] : []),
    ...row.customerIds,
  ]);
  const emails = await listEmails(tx, ids);
  const person = (userId: string) => ({ userId, email: emails.get(userId) ?? DELETED_ACCOUNT });
  return rows.map((row) => {
    const { lines, threshold, amountUsd } = row.result ?? row.foreseen;
    return {
      id: row.id,
      reference: approvalReference(row.number),
      kind: row.kind,
      status: statusOf(row, now),
      amountUsd: amountUsd ?? (row.amountUsd === null ? null : toWire(row.amountUsd)),
      botType: botTypeOf(row.input),
      percent: percentOf(row.input),
      lines: lines.map((line) => ({ ...line, email: person(line.userId).email })),
      threshold,
      reason: row.reason,
      requestNote: row.requestNote,
      overridesLock: overridesLock(row.input),
      requestedBy: person(row.requestedBy),
      requestedAt: row.requestedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedBy: row.decidedBy === null ? null : person(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.decisionNote,
      failure: row.failure ? { code: row.failure.code, data: row.failure.data ?? null } : null,
    };
  });
}

/** Lines of an effect with the addresses of their customers. */
export async function presentLines(tx: Tx, { lines }: Effect): Promise<Approval['lines']> {
  const emails = await listEmails(
    tx,
    lines.map(({ userId }) => userId),
  );
  return lines.map((line) => ({ ...line, email: emails.get(line.userId) ?? DELETED_ACCOUNT }));
}

const overridesLock = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'overridesLock' in input && input.overridesLock === true;

/** Null for what is about no bot. */
export function botTypeOf(input: unknown): BotType | null {
  if (typeof input !== 'object' || input === null || !('botType' in input)) return null;
  return BOT_TYPES.find((botType) => botType === input.botType) ?? null;
}

/** Erased inputs have none. */
function percentOf(input: unknown): string | null {
  return typeof input === 'object' &&
    input !== null &&
    'percent' in input &&
    typeof input.percent === 'string'
    ? input.percent
    : null;
}
