import { createEngine, DAY_MS, type Decision, symbolSpec, turboBot } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { commentBreakout, explainBreakout } from './explain.ts';

const NBSP = '\u00a0';
const figures = {
  entryDays: 168,
  exitDays: 84,
  close: 200,
  toBreakoutUp: 0.0234,
  toBreakoutDown: 0.11,
  stopDistance: 12.5,
};

describe('a reason of TurboBot', () => {
  it.each([
    [
      'breakout-up',
      { toBreakoutUp: -0.0123 },
      `Schluss 1,2${NBSP}% über dem Hoch der 168${NBSP}Tage davor. Stopp 6,3${NBSP}% unter dem Einstieg.`,
    ],
    [
      'breakout-down',
      { toBreakoutDown: -0.0004 },
      `Schluss 0,04${NBSP}% unter dem Tief der 168${NBSP}Tage davor. Stopp 6,3${NBSP}% über dem Einstieg.`,
    ],
    ['holding-long', {}, `Ausbruch nach oben hält: Schluss nicht unter dem Tief der 84${NBSP}Tage davor.`],
    ['holding-short', {}, `Ausbruch nach unten hält: Schluss nicht über dem Hoch der 84${NBSP}Tage davor.`],
    ['exit-long', {}, `Ausbruch nach oben vorbei: Schluss unter dem Tief der 84${NBSP}Tage davor.`],
    ['exit-short', {}, `Ausbruch nach unten vorbei: Schluss über dem Hoch der 84${NBSP}Tage davor.`],
    [
      'inside-channel',
      {},
      `Kein Ausbruch: Bis zum Hoch der 168${NBSP}Tage davor fehlen 2,3${NBSP}%, bis zum Tief 11,0${NBSP}%.`,
    ],
    ['warming-up', {}, 'Der Kursverlauf ist noch zu kurz.'],
    ['no-price', {}, 'Seit mehr als zehn Tagen liegt kein Kurs vor.'],
    ['of-another-version', {}, ''],
  ])('„%s“ is a sentence', (reason, change, sentence) => {
    expect(explainBreakout(reason, { ...figures, ...change })).toBe(sentence);
  });

  it('without its figures has dashes, not invented ones', () => {
    expect(explainBreakout('inside-channel', {})).toBe(
      'Kein Ausbruch: Bis zum Hoch der Tage davor fehlen –, bis zum Tief –.',
    );
  });
});

describe('the comment on a decision of TurboBot', () => {
  const symbol = (name: string, reason: string, change: object = {}): Decision['symbols'][number] => ({
    symbol: name,
    action: 'flat',
    signal: 0,
    weightBefore: 0,
    weightAfter: 0,
    adjustment: 'none',
    reason,
    figures: { ...figures, ...change },
  });
  const decision = (...symbols: Decision['symbols']): Decision => ({
    number: 1,
    time: 0,
    seenUntil: 0,
    equity: 1,
    figures: {},
    symbols,
  });

  it('names the market that came nearest to a breakout, and those without enough prices', () => {
    expect(
      commentBreakout(
        decision(
          symbol('GOLD', 'inside-channel'),
          symbol('WTI', 'inside-channel', { toBreakoutDown: 0.004 }),
          symbol('DAX40', 'holding-long'),
          symbol('ADA/USD', 'warming-up', { toBreakoutUp: null, toBreakoutDown: null }),
          symbol('BRENT', 'no-price'),
          symbol('COPPER', 'no-price'),
        ),
      ),
    ).toBe(
      `Kein Ausbruch in 2${NBSP}Märkten, am nächsten WTI: Bis zum Tief der 168${NBSP}Tage davor fehlen 0,4${NBSP}%. Kursverlauf noch zu kurz: ADA/USD. Seit mehr als zehn Tagen kein Kurs: BRENT und COPPER.`,
    );
  });

  it('is silent where every market is held', () => {
    expect(commentBreakout(decision(symbol('GOLD', 'holding-short')))).toBe('');
  });

  it('speaks of a decision that the strategy really made', () => {
    const engine = createEngine({
      strategy: turboBot,
      symbols: [symbolSpec('GOLD', 'commodities')],
      startingEquity: 1,
      baseIntervalMs: DAY_MS,
    });
    const bar = { open: 100, high: 101, low: 99, close: 100, volume: 0 };
    let comment = '';
    for (let day = 0; day < 200; day++) {
      const { decision: made } = engine.step(day * DAY_MS, [{ ...bar, close: day % 2 ? 100.2 : 100 }]);
      if (made) comment = commentBreakout(made);
    }
    expect(comment).toBe(
      `Kein Ausbruch in 1${NBSP}Markt, am nächsten GOLD: Bis zum Hoch der 168${NBSP}Tage davor fehlen 0,8${NBSP}%.`,
    );
  });
});
