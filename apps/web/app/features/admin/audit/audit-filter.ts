import {
  AUDIT_ACTIONS,
  type AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditFilter,
  type AuditSubject,
} from '@botdepot/contract';
import { isDay } from '../../../lib/typed-days.ts';
import { UUID } from '../../../lib/uuid.ts';

/** What the address calls the parts of the filter. */
export const PARAM = {
  query: 'suche',
  action: 'vorgang',
  subject: 'art',
  actor: 'wer',
  firstDay: 'von',
  lastDay: 'bis',
  before: 'vor',
  after: 'nach',
  entry: 'eintrag',
} as const;

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as K[];

export const ACTIONS = keysOf<AuditAction>(AUDIT_ACTIONS)
  .map((value) => ({ value, label: AUDIT_ACTIONS[value] }))
  .sort((a, b) => a.label.localeCompare(b.label, 'de'));
export const SUBJECTS = keysOf<AuditSubject>(AUDIT_SUBJECTS).map((value) => ({
  value,
  label: AUDIT_SUBJECTS[value],
}));
export const ACTORS = [
  { value: 'admins', label: 'Admins' },
  { value: 'customers', label: 'Kunden' },
  { value: 'system', label: 'Plattform' },
] as const satisfies readonly { value: (typeof AUDIT_ACTORS)[number]; label: string }[];

const CURSOR = /^\d{1,15}_\d{1,15}$/;
const SEARCH_LENGTH = 200;

/** What the address asks for. Whatever is no filter there is none. */
export function readAuditFilter(read: (name: string) => string | null): AuditFilter {
  const query = read(PARAM.query)?.trim().slice(0, SEARCH_LENGTH);
  const action = ACTIONS.find(({ value }) => value === read(PARAM.action))?.value;
  const subject = SUBJECTS.find(({ value }) => value === read(PARAM.subject))?.value;
  const actor = actorOf(read(PARAM.actor));
  const firstDay = dayOf(read(PARAM.firstDay));
  const lastDay = dayOf(read(PARAM.lastDay));
  return {
    ...(query && { query }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(actor && { actor }),
    ...(firstDay && { firstDay }),
    ...(lastDay && { lastDay }),
  };
}

/** Where the page begins: right below or right above a row, or at the newest one. */
export function readAuditPlace(read: (name: string) => string | null): { before?: string; after?: string } {
  const before = read(PARAM.before);
  const after = read(PARAM.after);
  if (before && CURSOR.test(before)) return { before };
  return after && CURSOR.test(after) ? { after } : {};
}

export const readOpenEntry = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The first day comes after the last one: no row can be meant. */
export const isReversed = ({ firstDay, lastDay }: AuditFilter): boolean =>
  firstDay !== undefined && lastDay !== undefined && firstDay > lastDay;

function actorOf(text: string | null): AuditFilter['actor'] {
  if (text !== null && UUID.test(text)) return text;
  return ACTORS.find(({ value }) => value === text)?.value;
}

/** A day that exists. */
const dayOf = (text: string | null): string | undefined => (text !== null && isDay(text) ? text : undefined);
