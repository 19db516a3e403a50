import {
  AUDIT_ACTIONS,
  type AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditFilter,
  type AuditSubject,
} from '@botdepot/contract';
import { isDay } from '../../../lib/form/typed.ts';
import { UUID } from '../../../lib/server/use-command.ts';
import { matching, oneOf, place, text, type UrlStateOf, type UrlValue } from '../../../lib/url/url-state.ts';

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

/** A day that exists. */
export const day = (name: string): UrlValue<string | null> => ({
  ...text(name),
  read: (found) => (found !== null && isDay(found) ? found : null),
  write: (value) => value,
});

/** A group, or a person by their id. */
const actor: UrlValue<AuditFilter['actor'] | null> = {
  name: 'wer',
  read: (found) =>
    found !== null && UUID.test(found) ? found : (ACTORS.find(({ value }) => value === found)?.value ?? null),
  write: (value) => value ?? null,
  role: 'filter',
};

/** Where the page begins: right below or right above a row, or at the newest one. */
const cursor = (name: string): UrlValue<string | null> => ({ ...matching(name, CURSOR), role: 'page' });

export const AUDIT = {
  query: text('suche'),
  action: oneOf('vorgang', keysOf<AuditAction>(AUDIT_ACTIONS)),
  subject: oneOf('art', keysOf<AuditSubject>(AUDIT_SUBJECTS)),
  actor,
  firstDay: day('von'),
  lastDay: day('bis'),
  before: cursor('vor'),
  after: cursor('nach'),
  entry: place(matching('eintrag', /^[1-9]\d{0,14}$/)),
};

type Asked = UrlStateOf<typeof AUDIT>;
export type AuditChange = Partial<Asked>;

/** What of the address the rows are chosen by. */
export function auditFilter({ query, action, subject, actor: who, firstDay, lastDay }: Asked): AuditFilter {
  return {
    ...(query && { query }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(who && { actor: who }),
    ...(firstDay && { firstDay }),
    ...(lastDay && { lastDay }),
  };
}

export const auditPlace = ({ before, after }: Asked): { before?: string; after?: string } =>
  before ? { before } : after ? { after } : {};

/** The first day comes after the last one: no row can be meant. */
export const isReversed = ({ firstDay, lastDay }: Pick<AuditFilter, 'firstDay' | 'lastDay'>): boolean =>
  firstDay !== undefined && lastDay !== undefined && firstDay > lastDay;
