import { canDeleteOwnBot, OWN_BOT_STATUSES } from '@botdepot/contract';
import { expect, it } from 'vitest';
import { beforeDeletion } from './delete-dialog.tsx';

it.each(OWN_BOT_STATUSES)('%s: what the server refuses is not offered', (status) => {
  expect(beforeDeletion(status) === null).toBe(canDeleteOwnBot(status));
});

it('what waits is taken back, what runs is ended first', () => {
  expect(beforeDeletion('starting')).toMatch(/Nehmen Sie zuerst den Auftrag zurück/);
  expect(beforeDeletion('live')).toMatch(/Beenden Sie ihn zuerst/);
  expect(beforeDeletion('faulted')).toMatch(/Beenden Sie ihn zuerst/);
  expect(beforeDeletion('stopping')).toMatch(/wird gerade beendet/);
});
