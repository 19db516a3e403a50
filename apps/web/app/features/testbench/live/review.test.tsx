import type { OwnBotRun } from '@botdepot/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { endWords } from './held-symbols.ts';
import { StartReview } from './start-panel.tsx';
import { StopReview } from './stop-panel.tsx';

const textOf = (view: React.ReactElement): string =>
  renderToStaticMarkup(view)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ');

it('a start says what the wallet holds then, and what comes of it', () => {
  const text = textOf(<StartReview name="Mein Bot" available={500_000_000n} amount={100_000_000n} />);
  expect(text).toMatch(
    /Verfügbar vorher 500,00 Einsatz Mein Bot −100,00 Verfügbar danach 400,00 .*Was danach geschieht/,
  );
  expect(text).toMatch(/nach sieben Tagen verfällt er/);
  expect(text).toMatch(/beginnt mit der nächsten Minute\..* jeder Trade kostet/);
  expect(text).toMatch(/Von selbst hört er nur auf/);
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
