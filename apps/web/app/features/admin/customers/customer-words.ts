import {
  ADMIN_FIELD_WORDS,
  type AdminField,
  type Customer,
  type CustomerState,
  FOUR_EYES,
  type Installation,
  type Role,
} from '@botdepot/contract';
import { NBSP } from '../../../lib/format/numbers.ts';

export const ROLE_WORDS: Record<Role, string> = { user: 'Benutzer', admin: 'Administrator' };

/** „Administrator“, and the field of one who may not do everything: „Administrator (Support)“. */
export function roleText({ role, adminField }: { role: Role; adminField: AdminField | null }): string {
  const field =
    adminField === null || adminField === 'all' ? '' : ` (${ADMIN_FIELD_WORDS[adminField].label})`;
  return `${ROLE_WORDS[role]}${field}`;
}

export const STATE_WORDS: Record<CustomerState, string> = { open: 'Nicht gesperrt', locked: 'Gesperrt' };

export type AccessAction = 'lock' | 'unlock' | 'promote' | 'field' | 'demote';

interface AccessWords {
  /** On the button that leads there. */
  button: string;
  title: string;
  confirm: string;
  /** What happens everywhere, sentence by sentence. */
  effects: readonly string[];
  done: string;
}

export const ACCESS_WORDS: Record<AccessAction, AccessWords> = {
  lock: {
    button: 'Konto sperren',
    title: 'Konto sperren',
    confirm: 'Konto sperren',
    effects: [
      'Alle Sitzungen enden sofort, und eine Anmeldung ist nicht mehr möglich.',
      'Laufende Bots handeln weiter. Guthaben und Buchungen bleiben, wie sie sind.',
      'Ausgezahlt wird erst wieder, wenn die Sperre aufgehoben ist oder zwei Personen ausdrücklich zustimmen.',
    ],
    done: 'Konto gesperrt',
  },
  unlock: {
    button: 'Sperre aufheben',
    title: 'Sperre aufheben',
    confirm: 'Sperre aufheben',
    effects: [
      'Die Anmeldung ist wieder möglich.',
      'Angehaltene Auszahlungen bleiben angehalten, bis jemand das bei jeder einzeln beendet.',
    ],
    done: 'Sperre aufgehoben',
  },
  promote: {
    button: 'Zum Administrator machen',
    title: 'Zum Administrator machen',
    confirm: 'Zum Administrator machen',
    effects: ['Was die Person hier sieht und darf, richtet sich nach dem Bereich.'],
    done: 'Rolle geändert',
  },
  field: {
    button: 'Bereich ändern',
    title: 'Bereich ändern',
    confirm: 'Bereich ändern',
    effects: [
      'Der neue Bereich gilt sofort, auch in Fenstern, die gerade offen sind.',
      `Wer danach alles darf, gibt erst nach ${FOUR_EYES.roleSettlesHours}${NBSP}Stunden frei, was andere vorlegen.`,
    ],
    done: 'Bereich geändert',
  },
  demote: {
    button: 'Administrator-Rechte entziehen',
    title: 'Administrator-Rechte entziehen',
    confirm: 'Rechte entziehen',
    effects: [
      'Die Rechte enden sofort, auch in Fenstern, die gerade offen sind.',
      'Das eigene Konto der Person bleibt, wie es ist.',
    ],
    done: 'Rolle geändert',
  },
};

/** What can be done now: nobody becomes an admin who could not come in. */
export function accessActions({ role, lockedAt }: Pick<Customer, 'role' | 'lockedAt'>): AccessAction[] {
  const lock = lockedAt === null ? 'lock' : 'unlock';
  if (role === 'admin') return lockedAt === null ? ['field', 'demote', lock] : ['demote', lock];
  return lockedAt === null ? ['promote', lock] : [lock];
}

/** @param installation undefined until it is known; then nothing is said of what depends on it. */
export function accessEffects(
  action: AccessAction,
  installation: Pick<Installation, 'mail' | 'linksByMail' | 'demo'> | undefined,
): string[] {
  const { effects } = ACCESS_WORDS[action];
  if (!installation) return [...effects];
  const { mail, linksByMail, demo } = installation;
  // The demo's mailbox may open only after a login.
  const isRead = action === 'lock' ? linksByMail : mail !== 'none';
  const factor =
    action === 'promote' && !demo
      ? ['Bevor sie etwas tun kann, braucht sie die Anmeldung in zwei Schritten.']
      : [];
  return [
    ...effects,
    ...factor,
    isRead ? 'Die Person bekommt eine E-Mail mit dem Grund.' : withoutMail(action),
  ];
}

/** Anyone who is locked has no app to read it in. */
const withoutMail = (action: AccessAction): string =>
  action === 'lock'
    ? 'Diese Installation versendet keine E-Mails: Die Person erfährt von der Sperre, wenn sie sich anmelden will.'
    : 'Die Person liest den Grund in der App.';
