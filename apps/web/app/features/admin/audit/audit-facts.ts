import {
  AUDIT_FIELDS,
  AUDIT_REASONS,
  AUDIT_VALUES,
  type AuditChainState,
  type AuditEntry,
  type AuditField,
  type AuditFieldKind,
  auditSubjectText,
  DELETED_ACCOUNT,
} from '@botdepot/contract';
import { fromWire, inUsd, inUsdt, MINUS } from '@botdepot/money';
import { formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../../lib/format/numbers.ts';

export interface FactRow {
  label: string;
  before: string | null;
  after: string | null;
}

type Facts = AuditEntry['before'];
type Change = Pick<AuditEntry, 'subject' | 'before' | 'after' | 'people'>;
type Told = Pick<AuditEntry, 'subject' | 'people'>;

const NAMES = Object.keys(AUDIT_FIELDS);

/** What was before and what is after, line by line in German, in the order of the catalogue. */
export function factRows({ before, after, ...told }: Change): FactRow[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const place = (name: string) => (NAMES.includes(name) ? NAMES.indexOf(name) : NAMES.length);
  names.sort((a, b) => place(a) - place(b));
  return names.map((name) => {
    const { label, kind } = fieldOf(name);
    return {
      label,
      before: factText(kind, before?.[name], told),
      after: factText(kind, after?.[name], told),
    };
  });
}

/** The same in one line, for a file. */
export function factsText(facts: Facts, told: Told): string {
  return Object.entries(facts ?? {})
    .map(([name, value]) => {
      const { label, kind } = fieldOf(name);
      return `${label}: ${factText(kind, value, told) ?? 'keine Angabe'}`;
    })
    .join(', ');
}

/** What the platform writes itself is a code; everything else stands as it was written. */
export const reasonText = (reason: string): string => AUDIT_REASONS[reason] ?? reason;

/** A field that this version does not know is shown by its name, never left out. */
function fieldOf(name: string): { label: string; kind: AuditFieldKind } {
  return isKnown(name) ? AUDIT_FIELDS[name] : { label: name, kind: 'plain' };
}

const isKnown = (name: string): name is AuditField => Object.hasOwn(AUDIT_FIELDS, name);

const DECIMAL = /^-?\d+(\.\d+)?$/;

function factText(kind: AuditFieldKind, value: unknown, { subject, people }: Told): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (kind === 'word') return AUDIT_VALUES[text] ?? text;
  if (kind === 'person') return people[text] ?? DELETED_ACCOUNT;
  if (kind === 'time') return formatDateTimeShort(text);
  if (!DECIMAL.test(text) || kind === 'id') return text;
  if (kind === 'amount') {
    const isRequest = subject === 'deposit' || subject === 'withdrawal';
    return isRequest ? inUsd(fromWire(text)) : inUsdt(fromWire(text), { exact: true });
  }
  const german = text.replace('.', ',').replace('-', MINUS);
  return kind === 'percent' ? `${german}${NBSP}%` : german;
}

/** Who did it. The platform itself has no account. */
export function actorText({ actor }: Pick<AuditEntry, 'actor'>): string {
  return actor === null ? 'Plattform' : (actor.email ?? DELETED_ACCOUNT);
}

const ROLES: Record<AuditEntry['actorRole'], string> = {
  admin: 'Admin',
  user: 'Kunde',
  system: 'von selbst',
};

export const actorRoleText = ({ actorRole }: Pick<AuditEntry, 'actorRole'>): string => ROLES[actorRole];

/** What a row is about: its short number, or the kind of thing. Each own bot has a number, so without one all are meant. */
export function subjectText({ subject, reference }: Pick<AuditEntry, 'subject' | 'reference'>): string {
  if (subject === 'own_bot' && reference === null) return 'Alle eigenen Bots';
  return reference === null ? auditSubjectText(subject) : `${auditSubjectText(subject)} ${reference}`;
}

/** „Kette geprüft bis …“: what the last reconciliation has recomputed. */
export function checkedText({ checked }: AuditChainState): string {
  if (!checked) return 'Die Kette wurde noch nicht geprüft.';
  const when = formatDateTime(checked.at);
  return checked.ok
    ? `Kette geprüft bis Siegel ${formatCount(checked.position)}, ${when}`
    : `Die Prüfung der Kette fand Abweichungen, ${when}`;
}

export function unsealedText({ unsealed }: AuditChainState): string {
  if (unsealed === 0) return 'Alle Zeilen sind versiegelt.';
  return unsealed === 1
    ? 'Eine Zeile wartet auf ihr Siegel.'
    : `${formatCount(unsealed)} Zeilen warten auf ihr Siegel.`;
}

/** Of a search whose answer would be incomplete. */
export const TOO_MANY = {
  title: 'Die Suche trifft zu viel',
  text: 'Auf diese Suche passen mehr Personen oder Vorgänge, als sich durchsehen lassen. Bitte suchen Sie genauer: mit der ganzen E-Mail-Adresse oder einer Referenz.',
};
