import {
  AUDIT_REASONS,
  AUDIT_VALUES,
  auditActionText,
  BOTS,
  type BotType,
  type CustomerAuditEntry,
  DELETED_ACCOUNT,
  isolated,
} from '@botdepot/contract';
import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import { NBSP } from '../../../lib/format/numbers.ts';

export interface AuditLine {
  title: string;
  /** How much, who and why: „500,00 USD · Kunde“. */
  note: string;
}

/** A row of the audit log in two lines of German. */
export function auditLine(entry: CustomerAuditEntry): AuditLine {
  const after = entry.after ?? {};
  const reason =
    entry.reason === null ? null : (AUDIT_REASONS[entry.reason] ?? `„${isolated(entry.reason)}“`);
  const parts = [
    entry.subject === 'own_bot' && entry.reference !== null
      ? `Nr.${NBSP}${entry.reference}`
      : entry.reference,
    botName(after.botType),
    amountText(entry),
    typeof after.percent === 'string' ? `${after.percent.replace('.', ',').replace('-', '−')}${NBSP}%` : null,
    typeof after.role === 'string' ? `jetzt ${AUDIT_VALUES[after.role] ?? after.role}` : null,
    sessionsText(entry.action, after.sessions),
    quotaText(entry),
    actorOf(entry),
    reason,
  ];
  return {
    title: auditActionText(entry.action),
    note: parts.filter((part) => part !== null).join(' · '),
  };
}

function botName(value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(BOTS, value) ? BOTS[value as BotType].name : null;
}

/** A correction has a direction; requests and starts have none. */
function amountText({ action, after }: CustomerAuditEntry): string | null {
  const wire = after?.amountUsd;
  if (typeof wire !== 'string' || !/^-?\d+(\.\d+)?$/.test(wire)) return null;
  const amount = fromWire(wire);
  if (/^(deposit|withdrawal)\./.test(action)) return inUsd(amount);
  return inUsdt(amount, { sign: action === 'wallet.correct' ? 'always' : 'auto' });
}

function sessionsText(action: string, ended: unknown): string | null {
  if (action !== 'user.end_sessions' || typeof ended !== 'number') return null;
  return ended === 1 ? '1 Gerät' : `${ended} Geräte`;
}

/** What somebody may have in own bots; null is as for everybody. */
function quotaText({ action, after }: CustomerAuditEntry): string | null {
  if (action !== 'own_bot.set_quota' || after === null) return null;
  const { ownBotsLive: live, ownBotsCapital: capital, ownBotsBarred: isBarred } = after;
  if (isBarred === true) return 'neue Starts gesperrt';
  const most = typeof live === 'number' ? `höchstens ${live}` : 'Anzahl wie alle';
  const amount =
    typeof capital === 'string' ? `Kapital bis ${inUsdt(fromWire(capital))}` : 'Kapital wie alle';
  return `${most}, ${amount}`;
}

function actorOf({ isOwn, actorRole, actorEmail }: CustomerAuditEntry): string {
  if (isOwn) return 'selbst';
  if (actorRole === 'system') return 'Plattform';
  return actorEmail ?? DELETED_ACCOUNT;
}
