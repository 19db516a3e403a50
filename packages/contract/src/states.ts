/** State rules stand once, here: buttons and server ask the same functions. */
import { SERVICE_TIMES } from './catalogue.ts';
import type { RequestKind } from './kinds.ts';

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;
/** Deposits and withdrawals share their states; `cancelled` is the customer's own way out while pending. */
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

const OPEN_WORDS = { pending: 'In Prüfung', rejected: 'Abgelehnt', cancelled: 'Storniert' } as const;
/** In German, the same on pages, in mails and in files. */
export const REQUEST_STATUS_WORDS: Record<RequestKind, Record<RequestStatus, string>> = {
  deposit: { ...OPEN_WORDS, approved: 'Gutgeschrieben' },
  withdrawal: { ...OPEN_WORDS, approved: 'Ausgeführt' },
};

export const INVESTMENT_STATUSES = ['active', 'inactive'] as const;
export type InvestmentStatus = (typeof INVESTMENT_STATUSES)[number];

export const canDecide = (status: RequestStatus): boolean => status === 'pending';
export const canCancel = (status: RequestStatus): boolean => status === 'pending';
const HOUR_MS = 3_600_000;
const LATE_AFTER_HOURS: Record<RequestKind, number> = {
  deposit: SERVICE_TIMES.depositEscalationHours,
  withdrawal: SERVICE_TIMES.withdrawalHours,
};

/** Whether a pending request has been waiting as long as customers are told at most; at that moment the team is called. */
export const isLate = (kind: RequestKind, createdAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(createdAt) >= LATE_AFTER_HOURS[kind] * HOUR_MS;

export type DecisionBar = 'CUSTOMER_LOCKED' | 'WITHDRAWAL_HELD';
/** What a decision on a pending request asks of it and of whose it is. Deposits are never held. */
export type Standing = { isLocked: boolean; heldAt: string | null };

/**
 * Why nobody approves it as it stands. What is credited to a locked account stays there, so deposits have no bar.
 *
 * @param overridesLock two admins pay it out although the account is locked, and said so. A hold is ended first.
 */
export function barToApproval(
  kind: RequestKind,
  { isLocked, heldAt }: Standing,
  overridesLock = false,
): DecisionBar | null {
  if (kind === 'deposit') return null;
  if (heldAt !== null) return 'WITHDRAWAL_HELD';
  return isLocked && !overridesLock ? 'CUSTOMER_LOCKED' : null;
}

/** Why it is decided on by itself only, in either way: it needs a look of its own. */
export function barToSelection({ isLocked, heldAt }: Standing): DecisionBar | null {
  if (heldAt !== null) return 'WITHDRAWAL_HELD';
  return isLocked ? 'CUSTOMER_LOCKED' : null;
}

export const canStop = (status: InvestmentStatus): boolean => status === 'active';

export const CHAT_STATUSES = ['active', 'escalated', 'resolved'] as const;
/** A chat begins `active`: the assistant answers. `escalated`: a human does. A customer has one open chat at most. */
export type ChatStatus = (typeof CHAT_STATUSES)[number];

export const isOpenChat = (status: ChatStatus): boolean => status !== 'resolved';
/** Customers write to open chats only; the team may answer in any. */
export const canWriteMessage = isOpenChat;
/** Closing the chat window ends a chat that no human has been asked into; one with the team waits for its answer. */
export const endsWithWindow = (status: ChatStatus): boolean => status === 'active';
/** How many wait for a human before somebody, by their own place, 1 for the next one. */
export function aheadText(placeInLine: number): string {
  const ahead = placeInLine - 1;
  if (ahead === 0) return 'Vor Ihnen wartet niemand.';
  return ahead === 1 ? 'Vor Ihnen wartet eine Person.' : `Vor Ihnen warten ${ahead}\u00a0Personen.`;
}
/** Admins set any status but the present one. */
export const canSetStatus = (from: ChatStatus, to: ChatStatus): boolean => from !== to;

export const CUSTOMER_STATES = ['open', 'locked'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

/** `failed`: approved, but what was asked for was no longer possible, and nothing was booked. */
export const APPROVAL_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'failed',
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Replying and taking over ask first when somebody else is at it. */
export const isSomebodyElses = (assignee: { userId: string } | null, ownUserId: string): boolean =>
  assignee !== null && assignee.userId !== ownUserId;

/** `expired` is a start that nothing came of; a stop waits as long as it takes. */
export const OWN_BOT_ORDER_KINDS = ['start', 'stop'] as const;
export type OwnBotOrderKind = (typeof OWN_BOT_ORDER_KINDS)[number];
export const OWN_BOT_ORDER_STATUSES = ['waiting', 'executed', 'cancelled', 'expired'] as const;

/**
 * A run of an own bot. `faulted` decides nothing any more and sells what it holds; `broken` could not be stepped and stands at its last
 * strike. Both hold money until they are stopped; `liquidated` and `stopped` hold none.
 */
export const OWN_BOT_RUN_STATES = ['live', 'faulted', 'broken', 'liquidated', 'stopped'] as const;
export type OwnBotRunState = (typeof OWN_BOT_RUN_STATES)[number];
export const isOpenRun = (state: OwnBotRunState): boolean => state !== 'liquidated' && state !== 'stopped';

/** Where each state of an own bot can lead. A hold by the operator lies over `live` and is no state. */
export const OWN_BOT_STEPS = {
  draft: ['certified'],
  certified: ['starting', 'draft'],
  starting: ['live', 'certified', 'draft', 'stopped', 'liquidated'],
  live: ['stopping', 'faulted', 'liquidated'],
  stopping: ['stopped', 'live', 'faulted', 'liquidated', 'draft', 'certified'],
  faulted: ['stopping', 'liquidated'],
  liquidated: ['starting', 'draft'],
  stopped: ['starting', 'draft'],
} as const satisfies Record<string, readonly string[]>;
export type OwnBotStatus = keyof typeof OWN_BOT_STEPS;
export const OWN_BOT_STATUSES = Object.keys(OWN_BOT_STEPS) as [OwnBotStatus, ...OwnBotStatus[]];

/** In German, as „Das geht im Zustand … nicht.“ says them. */
export const OWN_BOT_STATUS_WORDS: Record<OwnBotStatus, string> = {
  draft: 'Entwurf',
  certified: 'geprüft',
  starting: 'wird gestartet',
  live: 'läuft',
  stopping: 'wird beendet',
  faulted: 'wegen eines Fehlers angehalten',
  liquidated: 'aufgebraucht',
  stopped: 'beendet',
};

/** What a state follows from. The newest version is null before the first one was frozen. */
export type OwnBotFacts = {
  newestVersion: number | null;
  isCertified: boolean;
  waiting: OwnBotOrderKind | null;
  lastRun: { version: number; state: OwnBotRunState } | null;
};

/** A version that was frozen since it ran begins anew; while it runs, or waits to, the run counts. */
export function ownBotStatusOf({ newestVersion, isCertified, waiting, lastRun }: OwnBotFacts): OwnBotStatus {
  if (lastRun !== null && isOpenRun(lastRun.state)) {
    if (waiting === 'stop') return 'stopping';
    return lastRun.state === 'live' ? 'live' : 'faulted';
  }
  if (waiting === 'start') return 'starting';
  if (lastRun !== null && lastRun.version === newestVersion)
    return lastRun.state === 'liquidated' ? 'liquidated' : 'stopped';
  return isCertified ? 'certified' : 'draft';
}

/** The version that trades, waits to or may be started; null where only a draft is there. */
export function ownBotVersionInUse(bot: {
  status: OwnBotStatus;
  newestVersion: number | null;
  waiting: { kind: OwnBotOrderKind; version: number } | null;
  run: { version: number; state: OwnBotRunState } | null;
}): number | null {
  const { status, newestVersion, waiting, run } = bot;
  if (run !== null && isOpenRun(run.state)) return run.version;
  if (waiting?.kind === 'start') return waiting.version;
  return canStartOwnBot(status) ? newestVersion : null;
}

/** Certified as well, or it is refused for that. */
export const canStartOwnBot = (status: OwnBotStatus): boolean =>
  status === 'certified' || status === 'stopped' || status === 'liquidated';
export const canStopOwnBot = (status: OwnBotStatus): boolean => status === 'live' || status === 'faulted';
/** Only without money in it. */
export const canDeleteOwnBot = (status: OwnBotStatus): boolean =>
  status === 'draft' || canStartOwnBot(status);
