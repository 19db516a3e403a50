import type { TrackRecord, TrackRecordSeries } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  costsText,
  endText,
  fallText,
  holdingText,
  measuredText,
  periodText,
  runningMonth,
  shareText,
  statusText,
  unsealedText,
  yearsOf,
} from './record-texts.ts';

const SERIES: TrackRecordSeries = {
  series: 1,
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-13T12:00:00Z',
  days: 12.5,
  startNav: '1.000000000000',
  nav: '0.990000000000',
  returnFraction: -0.01,
  maxDrawdownFraction: -0.02,
  costsFraction: 0.0031,
  buyAndHold: null,
  fills: 4,
  finishedDays: 12,
  losingDays: 7,
  months: [],
  losingMonths: 0,
  finishedMonths: 0,
  closed: null,
  priceSources: ['simulated'],
  sourceChanges: [],
  strategyVersion: '1',
  engineVersion: '1',
  history: [],
};
const RECORD: TrackRecord = {
  botType: 'smartbot',
  running: true,
  head: null,
  sealedUntil: null,
  unsealed: 0,
  measured: null,
  series: [SERIES],
};

describe('the months of a record', () => {
  it('stand in their years, and months outside of the record stay empty', () => {
    const years = yearsOf([
      { month: '2025-12', returnFraction: 0.1, finished: true },
      { month: '2026-01', returnFraction: -0.5, finished: true },
      { month: '2026-02', returnFraction: 1, finished: false },
    ]);
    expect(years.map(({ year }) => year)).toEqual([2025, 2026]);
    expect(years[0]?.months).toEqual([...new Array(11).fill(null), 0.1]);
    expect(years[1]?.total).toBeCloseTo(0, 12);
  });

  it('multiply to the return of the whole record', () => {
    const returns = fc.array(fc.double({ min: -0.9, max: 2, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(returns, (fractions) => {
        const months = fractions.map((returnFraction, index) => ({
          month: `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
          returnFraction,
          finished: true,
        }));
        const whole = fractions.reduce((product, fraction) => product * (1 + fraction), 1);
        const byYears = yearsOf(months).reduce((product, { total }) => product * (1 + total), 1);
        expect(byYears / whole).toBeCloseTo(1, 9);
      }),
    );
  });

  it('name the one that is not over', () => {
    expect(runningMonth([{ month: '2026-01', returnFraction: 0, finished: true }])).toBeUndefined();
    expect(runningMonth([{ month: '2026-02', returnFraction: 0, finished: false }])).toBe('2026-02');
  });
});

describe('what is said about a record', () => {
  it('is „erst … gemessen“ before the server says that it is measured', () => {
    expect(measuredText({ ...RECORD, series: [] })).toBe('Noch nicht gemessen');
    const young = { ...SERIES, to: new Date(Date.parse(SERIES.from) + 3_600_000).toISOString() };
    expect(measuredText({ ...RECORD, series: [young] })).toBe('Noch kein ganzer von 30 Tagen gemessen');
    expect(measuredText(RECORD)).toBe('Erst 12 von 30 Tagen gemessen');
    const measured = { from: SERIES.from, to: '2026-04-02T00:00:00Z', days: 32 };
    expect(
      measuredText({
        ...RECORD,
        measured: {
          ...measured,
          returnFraction: 0.021,
          maxDrawdownFraction: -0.03,
          dailyDrawdownFraction: -0.02,
        },
      }),
    ).toBe(
      'Gemessen vom 01.03.2026 bis 02.04.2026: +2,10\u00a0%, größter Rückgang von Minute zu Minute −3,00\u00a0%',
    );
  });

  it('counts the days anew after the prices came from another source', () => {
    const changed = { ...SERIES, sourceChanges: ['2026-03-04T00:00:00Z', '2026-03-10T12:00:00Z'] };
    expect(measuredText({ ...RECORD, series: [changed] })).toBe('Erst 3 von 30 Tagen gemessen');
  });

  it('tells a running bot from a stopped one and from one that never traded', () => {
    expect(statusText(RECORD)).toBe('läuft seit 01.03.2026');
    expect(statusText({ ...RECORD, running: false, series: [] })).toBe('handelt noch nicht');
    const closed = { at: '2026-03-13T12:00:00Z', reason: 'used-up' } as const;
    expect(statusText({ ...RECORD, running: false, series: [{ ...SERIES, closed }] })).toBe(
      'beendet am 13.03.2026',
    );
    expect(endText({ ...SERIES, closed })).toContain('aufgebraucht');
    expect(endText(SERIES)).toBeNull();
  });

  it('names a period by its days, and one within a day by its hours', () => {
    expect(periodText(SERIES.from, SERIES.to)).toBe('01.03.2026 bis 13.03.2026');
    expect(periodText('2026-03-01T05:39:00Z', '2026-03-01T05:45:00Z')).toBe(
      '01.03.2026, 06:39 bis 06:45\u00a0Uhr',
    );
  });

  it('says in money how far it fell and what it cost', () => {
    const capital = fromWire('1000');
    expect(fallText(-0.0345, capital).replaceAll('\u00a0', ' ')).toBe(
      'Bis zu 3,45 % unter dem höchsten Stand davor. Von 1.000,00 USDT wären das 34,50 USDT.',
    );
    expect(fallText(0, capital)).toContain('nie');
    expect(costsText(0.0031, capital)).toMatch(/^3,10\sUSDT/);
    expect(costsText(0, capital)).toMatch(/^Keine/);
    expect(costsText(0, capital)).toContain('noch nicht gehandelt');
    // What it holds was bought before.
    expect(costsText(0, capital, true)).toBe(
      'Keine: Seit Beginn der Messung wurde nichts gekauft oder verkauft, nur gehalten, was vorher gekauft war.',
    );
  });

  it('says what holding would have made of it, over which days, and what the bot did then', () => {
    const capital = fromWire('1000');
    const buyAndHold = {
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-02T00:00:00.000Z',
      held: { returnFraction: 0.08, maxDrawdownFraction: -0.012 },
      bot: { returnFraction: -0.01, maxDrawdownFraction: -0.02 },
    };
    const said = (change: Partial<TrackRecordSeries>) =>
      holdingText({ ...SERIES, ...change }, capital).replaceAll('\u00a0', ' ');
    expect(said({ buyAndHold })).toBe(
      'Gehalten wären daraus 1.080,00 USDT geworden, mit bis zu 1,20 % Rückgang (28.02.2026 bis 01.03.2026, Tage nach UTC). Der Bot machte in denselben Tagen 990,00 USDT daraus.',
    );
    const still = { ...buyAndHold, held: { returnFraction: 0, maxDrawdownFraction: 0 } };
    expect(said({ buyAndHold: { ...still, to: '2026-03-01T00:00:00.000Z' } })).toContain(
      'ohne Rückgang (28.02.2026, Tage',
    );
    const closed = { at: SERIES.to, reason: 'ended' } as const;
    expect(said({})).toMatch(/^– .*ersten vollen Tag/);
    expect(said({ closed })).toMatch(/^– .*keinen vollen Tag/);
    expect(said({ sourceChanges: [SERIES.from] })).toMatch(/^– Die Kursquelle/);
  });

  it('counts in German', () => {
    expect(shareText(0, 0)).toBe('–');
    expect(shareText(7, 12)).toBe('7 von 12');
    expect(unsealedText(1)).toMatch(/^1 Feststellung;/);
  });
});
