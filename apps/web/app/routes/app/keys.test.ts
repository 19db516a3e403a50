import { type AdminField, type AdminOperation, mayUse } from '@botdepot/contract';
import { expect, test } from 'vitest';
import { urls } from '../../lib/url/urls.ts';
import { keysOf } from './keys.ts';

/** By group, what the keys of a page do for an admin of a field. */
const doneBy = (field: AdminField, pathname: string, search = '') =>
  keysOf({ pathname, search }, (operation: AdminOperation) => mayUse(field, operation))
    .slice(1)
    .map(({ label, keys }) => [label, keys.map(({ does }) => does)]);

test('who reads the queue is shown no keys that decide, and who decides all of them', () => {
  expect(doneBy('audit', urls.admin)).toEqual([
    ['In den Anträgen', ['Nächster Antrag', 'Voriger Antrag', 'Öffnen']],
  ]);
  expect(doneBy('review', urls.admin)).toEqual([
    [
      'In den Anträgen',
      [
        'Nächster Antrag',
        'Voriger Antrag',
        'In die Auswahl nehmen',
        'Auswahl aufheben',
        'Öffnen',
        'Genehmigen',
        'Ablehnen',
        'Grund senden',
      ],
    ],
  ]);
});

test('nor keys for what is answered or booked by others', () => {
  expect(doneBy('audit', urls.adminSupport)).toEqual([['In den Chats', ['Nächster Chat', 'Voriger Chat']]]);
  expect(doneBy('support', urls.adminSupport).map(([label]) => label)).toEqual([
    'In den Chats',
    'Beim Antworten',
  ]);
  expect(doneBy('audit', urls.admin, '?ansicht=rendite')).toEqual([]);
  expect(doneBy('all', urls.admin, '?ansicht=rendite')).toHaveLength(1);
});
