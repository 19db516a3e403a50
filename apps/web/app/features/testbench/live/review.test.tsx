import type { OwnBotRun } from '@botdepot/contract';
import { parseRule } from '@botdepot/trading/browser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { endWords } from './held-symbols.ts';
import { StartReview } from './start-panel.tsx';
import { StopReview } from './stop-panel.tsx';
import { warmUpLack } from './version-rule.tsx';

const DAILY = parseRule({
  ruleVersion: 1,
  symbols: ['BTC/USD'],
  interval: '1d',
  side: 'long',
  entryLong: {
    is: 'above',
    left: { kind: 'price', field: 'close' },
    right: { kind: 'indicator', indicator: 'sma', bars: 200 },
  },
  maxBars: 5,
  sizing: { by: 'share', percent: 100 },
}).rule!;

const textOf = (view: React.ReactElement): string =>
  renderToStaticMarkup(view)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');

it('a start says what the wallet holds then, and what comes of it', () => {
  const text = textOf(
    <StartReview
      bot={{ name: 'Mein Bot', held: null }}
      version={2}
      available={500_000_000n}
      amount={100_000_000n}
    />,
  );
  expect(text).toMatch(
    /Verfügbar vorher 500,00 Einsatz Mein Bot Fassung 2 −100,00 Verfügbar danach 400,00 .*Was danach geschieht/,
  );
  expect(text).toMatch(/nach sieben Tagen verfällt er/);
  expect(text).toMatch(/beginnt mit der nächsten Minute, deren Kurs.* jeder Trade kostet/);
  expect(text).toMatch(/Von selbst hört er nur auf/);
});

it('a start waits where the operator holds the bot, and says so', () => {
  const held = { name: 'Mein Bot', held: 'Wird geprüft' };
  const text = textOf(<StartReview bot={held} version={1} available={500_000_000n} amount={100_000_000n} />);
  expect(text).toContain('Der Bot beginnt, sobald das aufgehoben ist');
  expect(text).not.toContain('nächsten Minute');
});

it('what the installation has no prices for yet is counted, and said from when on it may be there', () => {
  const prices = (firstDay: string) => ({
    symbols: [{ symbol: 'BTC/USD', firstDay, lastDay: '2026-11-29' }],
    lastDay: '2026-11-29',
  });
  // Of a mean of 200 days there are 90.
  expect(warmUpLack(DAILY, prices('2026-09-01'))).toEqual({ bars: 110, until: '2027-03-20' });
  expect(warmUpLack(DAILY, prices('2026-01-01'))).toBeNull();
  expect(warmUpLack({ ...DAILY, interval: '1h' }, prices('2026-11-20'))).toBeNull();
});

it.each([
  ['96.50', /Eingesetzt 100,00 Verlust nach Kosten .*−3,50 Wert 96,50/],
  ['104.00', /Eingesetzt 100,00 Gewinn nach Kosten .*\+4,00 Wert 104,00/],
])('an end at %s says what became of the amount, and how it comes back', (valueUsd, sheet) => {
  const run = { amountUsd: '100.00', valueUsd, at: '2026-11-29T12:00:00Z' } as OwnBotRun;
  const text = textOf(<StopReview run={run} waitsFor={endWords(['GOLD'])} />);
  expect(text).toMatch(sheet);
  expect(text).toMatch(/Was danach geschieht .*\(GOLD\).*zum nächsten Kurs, den noch niemand kennt/);
  expect(textOf(<StopReview run={run} waitsFor={endWords([])} />)).toContain('Der Bot hält nichts');
});
