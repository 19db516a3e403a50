import { type AuditChainState, type AuditEntry, auditSubjectText, DELETED_ACCOUNT } from '@botdepot/contract';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';

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
