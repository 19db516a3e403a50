import type { Decision, Fill, ProtectionEvent, StepReport } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { describeStep } from './describe-step.ts';
import { explainTrend } from './explain.ts';

const AT = Date.UTC(2026, 6, 24, 0, 0);
const NOTHING: StepReport = { fills: [], protections: [], decision: null, liquidated: false };

const fill = (change: Partial<Fill>): Fill => ({
  time: AT,
  symbol: 'GOLD',
  reason: 'entry',
  decision: 7,
  units: 0.0001,
  unitsAfter: 0.0001,
  midPrice: 3370,
  fillPrice: 3371.348,
  fee: 0,
  spread: 0.0001,
  slippage: 0.0001,
  stop: null,
  financing: 0,
  grossRealised: 0,
  ...change,
});

const gold = {
  symbol: 'GOLD',
  action: 'buy',
  signal: 1,
  weightBefore: 0,
  weightAfter: 0.112,
  adjustment: 'entry',
  reason: 'trend-up',
  figures: { targetWeight: 0.112, volatility: 0.18, change30d: 0.04, change91d: 0.1, change365d: 0.3 },
} as const;

const decision: Decision = {
  number: 7,
  time: AT,
  seenUntil: AT,
  equity: 1,
  figures: {},
  symbols: [
    gold,
    {
      ...gold,
      symbol: 'WTI',
      action: 'sell',
      weightBefore: 0.14,
      weightAfter: 0.11,
      adjustment: 'rebalance',
    },
    { ...gold, symbol: 'SILVER', action: 'flat' },
  ],
};

const linesOf = (report: Partial<StepReport>) =>
  describeStep({ ...NOTHING, ...report }, explainTrend, (number) =>
    number === 7 ? decision : undefined,
  ).map(({ title, text }) => `${title}: ${text}`);
const protection = (event: Partial<ProtectionEvent> & Pick<ProtectionEvent, 'kind'>) =>
  linesOf({ protections: [{ symbol: null, from: AT, until: null, figures: {}, ...event }] })[0];

describe('the protocol', () => {
  it('says why something was bought, with the figures of the decision', () => {
    expect(linesOf({ fills: [fill({})] })).toEqual([
      'GOLD gekauft: Kurs über dem Stand vor 30, 91 und 365 Tagen. Gewicht von 0,0 auf 11,2\u00a0%. Ausgeführt zu 3.371,35.',
    ]);
  });

  it.each([
    [{ units: -0.2, unitsAfter: 0 }, 'GOLD verkauft'],
    [{ units: 0.2, unitsAfter: 0 }, 'GOLD zurückgekauft'],
    [{ units: -0.2, unitsAfter: -0.2 }, 'GOLD leer verkauft'],
    [{ units: 0.2, unitsAfter: 0.5 }, 'GOLD aufgestockt'],
    [{ units: 0.2, unitsAfter: -0.1 }, 'GOLD verringert'],
    [{ units: 0.2, unitsAfter: 0.1 }, 'GOLD auf Kauf gedreht'],
  ])('names %j „%s“', (change, title) => {
    expect(linesOf({ fills: [fill(change)] })[0]).toMatch(new RegExp(`^${title}: `));
  });

  it('says what a decision orders, or that nothing changes', () => {
    expect(linesOf({ decision })).toEqual([
      'Entscheidung: 2\u00a0Aufträge: Kauf: GOLD. Verkauf: WTI. Ausgeführt wird zum nächsten Kurs des jeweiligen Marktes.',
    ]);
    const calm: Decision = {
      ...decision,
      symbols: [
        { ...gold, action: 'hold' },
        { ...gold, action: 'flat' },
      ],
    };
    expect(linesOf({ decision: calm })).toEqual([
      'Keine Änderung: 2\u00a0Märkte geprüft: 1 gehalten, 1 ohne Position.',
    ]);
  });

  it('logs each protection that acts', () => {
    expect(
      protection({
        kind: 'drawdown-stop',
        until: AT + 30 * 86_400_000,
        figures: { equity: 0.92, peak: 1.0004, drawdown: 0.0804, limit: 0.08 },
      }),
    ).toBe(
      'Pause nach 8,0\u00a0% Rückgang: Das Vermögen je Anteil fiel von 1,0004 auf 0,9200, die Grenze liegt bei 8,0\u00a0%. Alle Positionen werden verkauft, jede, sobald ihr Markt offen ist. Wieder gehandelt wird ab 23.08.2026, 02:00\u00a0Uhr.',
    );
    expect(protection({ kind: 'stop', symbol: 'GOLD', figures: { stop: 3380, price: 3372.4 } })).toBe(
      'Stopp bei GOLD: Der Kurs erreichte den Stopp bei 3.380,00. Ausgelöst bei 3.372,40, vor Spanne und Slippage.',
    );
    expect(protection({ kind: 'stale-price', symbol: 'FTSE100' })).toMatch(/^Pause für FTSE100: Schutzregel/);
    expect(protection({ kind: 'stale-price', symbol: 'FTSE100', until: AT })).toMatch(
      /^FTSE100 wieder handelbar/,
    );
    expect(protection({ kind: 'order-lapsed', symbol: 'GOLD' })).toBe(
      'Auftrag für GOLD verfallen: Die Kurse waren veraltet, bis über ihn neu zu entscheiden war. Er wird nicht nachgeholt.',
    );
    expect(protection({ kind: 'strategy-fault', symbol: 'GOLD' })).toBe(
      'Entscheidung verworfen: Die Regel ergab bei GOLD keinen gültigen Auftrag. Es wurde nichts gehandelt.',
    );
    expect(protection({ kind: 'pause-end', figures: { equity: 0.93 } })).toMatch(/^Pause beendet/);
    expect(protection({ kind: 'liquidation' })).toMatch(/^Modellportfolio aufgelöst/);
    expect(protection({ kind: 'settlement', symbol: 'COPPER', figures: { price: 4.1, days: 10.2 } })).toMatch(
      /^COPPER abgerechnet: Seit 10 Tagen/,
    );
  });

  it('explains a mixed trend by the periods that were compared', () => {
    const figures = { change30d: -0.01, change91d: 0.02, change365d: null };
    expect(explainTrend('trend-mixed', figures)).toBe(
      'Kurs über dem Stand vor 91 Tagen, nicht über dem vor 30 Tagen.',
    );
    expect(explainTrend('trend-down', { change30d: -0.1, change91d: 0 })).toBe(
      'Kurs nicht über dem Stand vor 30 und 91 Tagen.',
    );
    expect(explainTrend('warming-up', {})).toBe('Der Kursverlauf ist noch zu kurz.');
  });
});

describe('an operator who holds the bot', () => {
  const UNTIL = Date.parse('2026-03-01T12:30:00Z');
  const event = {
    kind: 'operator-pause',
    symbol: null,
    from: AT,
    until: null,
    figures: { equity: 1 },
  } as const;
  const lineOf = (
    change: Partial<Omit<StepReport['protections'][number], 'kind'>>,
    reason: string | undefined,
  ) =>
    describeStep(
      { ...NOTHING, protections: [{ ...event, ...change }] },
      explainTrend,
      () => undefined,
      undefined,
      reason,
    )[0];

  it('is named with the reason, as a sentence on one line', () => {
    expect(lineOf({}, '  Die Kurse\nwerden geprüft ')).toMatchObject({
      at: AT,
      kind: 'protection',
      title: 'Vom Betreiber angehalten',
      text: 'Der Betreiber hat den Bot angehalten: Die Kurse werden geprüft. Alles wird zum nächsten Kurs verkauft, und bis er ihn fortsetzt, gibt es keine Entscheidungen.',
      until: null,
      data: { kind: 'operator-pause', from: AT, until: null },
    });
    expect(lineOf({}, 'Warum? Prüfung!')?.text).toContain('angehalten: Warum? Prüfung! Alles');
    expect(lineOf({}, undefined)?.text).toMatch(/^Der Betreiber hat den Bot angehalten\. Alles/);
  });

  it('lets it go on, and says when a limit still keeps it out', () => {
    expect(lineOf({ until: UNTIL, figures: { equity: 1, pausedUntil: null } }, 'Alles gut.')).toMatchObject({
      at: UNTIL,
      title: 'Vom Betreiber fortgesetzt',
      text: 'Der Betreiber lässt den Bot wieder handeln: Alles gut. Er entscheidet wieder, sobald die nächste Entscheidung ansteht.',
      until: null,
    });
    expect(
      lineOf({ until: UNTIL, figures: { equity: 1, pausedUntil: UNTIL + 3_600_000 } }, 'Alles gut')?.text,
    ).toBe(
      'Der Betreiber lässt den Bot wieder handeln: Alles gut. Eine Schutzregel hält ihn noch bis 01.03.2026, 14:30\u00a0Uhr aus dem Markt.',
    );
    // The limit's time has passed while every market was shut.
    expect(lineOf({ until: UNTIL, figures: { equity: 1, pausedUntil: UNTIL } }, 'Alles gut')?.text).toMatch(
      /Er entscheidet wieder, sobald/,
    );
  });

  it('goes before a limit that is reached meanwhile', () => {
    const figures = { equity: 0.9, peak: 1, drawdown: 0.1, limit: 0.08 };
    const stop = { kind: 'drawdown-stop', symbol: null, from: AT, until: UNTIL } as const;
    const textOf = (more: object) =>
      linesOf({ protections: [{ ...stop, figures: { ...figures, ...more } }] })[0];
    expect(textOf({})).toContain(' Wieder gehandelt wird ab 01.03.2026, 13:30\u00a0Uhr.');
    expect(textOf({ held: 1 })).toContain(
      ' Wieder gehandelt wird frühestens ab 01.03.2026, 13:30\u00a0Uhr, und erst, wenn auch der Betreiber den Bot fortsetzt.',
    );
  });
});
