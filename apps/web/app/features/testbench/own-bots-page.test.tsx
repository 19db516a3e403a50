import type { ListedOwnBot } from '@botdepot/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { BotRow } from './own-bots-page.tsx';

const RUN = { state: 'live', amountUsd: '500.00', valueUsd: '501.71' };
const BOT = {
  id: 'b',
  name: 'Trend',
  entry: null,
  status: 'live',
  run: RUN,
  waiting: null,
  held: null,
  finding: null,
};

const textOf = (bot: object): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <BotRow bot={{ ...BOT, ...bot } as ListedOwnBot} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, ' ');

it('the list says that an operator holds a bot, as its page does, and only of one that it concerns', () => {
  const held = { held: 'Wird geprüft' };
  expect(textOf(held)).toContain('Läuft, vom Betreiber angehalten');
  expect(textOf({})).not.toContain('angehalten');
  const over = { status: 'stopped', run: { ...RUN, state: 'stopped' }, updatedAt: '2026-11-30T07:00:00Z' };
  expect(textOf({ ...over, ...held })).not.toContain('angehalten');
  const starting = {
    status: 'starting',
    run: null,
    waiting: { kind: 'start', amountUsd: '500.00' },
    updatedAt: over.updatedAt,
  };
  expect(textOf({ ...starting, ...held })).toContain('vom Betreiber angehalten');
});

it('the list tells the rule that trades, not the draft that was changed meanwhile', () => {
  const entry = { text: 'Kauft, sobald A über B liegt.', ruleHash: 'a', version: 1 };
  const finding = { ruleHash: 'b', verdict: 'worse', trials: 3 };
  const changed = textOf({ entry, ruleHash: 'b', finding });
  expect(changed).toContain('A über B');
  expect(changed).toContain('Läuft, Entwurf geändert');
  expect(textOf({ entry, ruleHash: 'a' })).not.toContain('Entwurf geändert');
  expect(textOf({ entry: { ...entry, version: null }, status: 'draft', ruleHash: 'a' })).not.toContain(
    'geändert',
  );
});

it('the list says what waits to begin where it says what runs', () => {
  const over = { status: 'stopped', run: { ...RUN, state: 'stopped' }, updatedAt: '2026-11-30T07:00:00Z' };
  const waits = textOf({ ...over, status: 'starting', waiting: { kind: 'start', amountUsd: '250.00' } });
  expect(waits).toContain('250,00');
  expect(waits).not.toMatch(/501,71|Geändert/);
});
