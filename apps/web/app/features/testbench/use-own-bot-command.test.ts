import { ORPCError } from '@orpc/client';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Toast, toastOutlet } from '../../lib/page/toast.ts';
import { loadErrorTable } from '../../lib/server/api.ts';
import { tellReason } from './use-own-bot-command.ts';

const shown: Toast[] = [];

beforeAll(async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await loadErrorTable();
  toastOutlet.connect({ show: (one) => shown.push(one), hide: () => undefined, clear: () => undefined });
});
beforeEach(() => {
  shown.length = 0;
});

const refusal = (code: string, data: object = {}) => new ORPCError(code, { status: 409, data });

it.each([
  ['Nicht gelöscht', refusal('OWN_BOT_STATE', { status: 'läuft' }), 'Das geht im Zustand „läuft“ nicht.'],
  [
    'Nicht angelegt',
    refusal('OWN_BOT_LIMIT', { limit: '20', kind: 'eigene Bots' }),
    'Sie haben schon 20 eigene Bots.',
  ],
  [
    'Nicht gestartet',
    refusal('OWN_BOTS_FULL'),
    'Gerade sind alle Plätze belegt. Bitte versuchen Sie es später.',
  ],
])('„%s“ says why', (title, error, text) => {
  tellReason(title, error);
  expect(shown).toEqual([{ kind: 'error', title, text }]);
});

it('where the login follows, nothing is said', () => {
  tellReason('Nicht beendet', refusal('UNAUTHENTICATED'));
  tellReason('Nicht beendet', refusal('REAUTHENTICATION_REQUIRED'));
  expect(shown).toEqual([]);
});
