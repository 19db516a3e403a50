import type { Customer } from '@botdepot/contract';

export type AccessAction = 'lock' | 'unlock' | 'promote' | 'demote';

interface AccessWords {
  /** On the button that leads there. */
  button: string;
  title: string;
  confirm: string;
  /** What happens, sentence by sentence. */
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
      'Laufende Bots handeln weiter. Guthaben, Anträge und Buchungen bleiben, wie sie sind.',
      'Die Person bekommt eine E-Mail mit dem Grund.',
    ],
    done: 'Konto gesperrt',
  },
  unlock: {
    button: 'Sperre aufheben',
    title: 'Sperre aufheben',
    confirm: 'Sperre aufheben',
    effects: ['Die Anmeldung ist wieder möglich.', 'Die Person bekommt eine E-Mail mit dem Grund.'],
    done: 'Sperre aufgehoben',
  },
  promote: {
    button: 'Zum Administrator machen',
    title: 'Zum Administrator machen',
    confirm: 'Zum Administrator machen',
    effects: [
      'Die Person sieht und entscheidet dann alles, was Sie hier sehen und entscheiden.',
      'Bevor sie etwas tun kann, braucht sie einen zweiten Faktor.',
      'Sie bekommt eine E-Mail mit dem Grund.',
    ],
    done: 'Rolle geändert',
  },
  demote: {
    button: 'Administrator-Rechte entziehen',
    title: 'Administrator-Rechte entziehen',
    confirm: 'Rechte entziehen',
    effects: [
      'Die Rechte enden sofort, auch in Fenstern, die gerade offen sind.',
      'Das eigene Konto der Person bleibt, wie es ist.',
      'Sie bekommt eine E-Mail mit dem Grund.',
    ],
    done: 'Rolle geändert',
  },
};

/** What can be done now: nobody becomes an admin who could not come in. */
export function accessActions({ role, lockedAt }: Pick<Customer, 'role' | 'lockedAt'>): AccessAction[] {
  const lock = lockedAt === null ? 'lock' : 'unlock';
  if (role === 'admin') return ['demote', lock];
  return lockedAt === null ? ['promote', lock] : [lock];
}
