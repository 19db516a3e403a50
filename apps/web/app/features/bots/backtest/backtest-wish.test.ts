import { COST_FACTORS, MARKET_SYMBOLS } from '@botdepot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BacktestWish,
  dataMarkOf,
  daysBefore,
  daysBetween,
  inCatalogueOrder,
  offeredPresets,
  periodOf,
  periodProblem,
  readDataMark,
  readDay,
  readWish,
  requestOf,
  withWish,
} from './backtest-wish.ts';

const SYMBOLS = MARKET_SYMBOLS.map(({ symbol }) => symbol);
const WISH: BacktestWish = {
  firstDay: '2024-01-01',
  lastDay: '2024-12-31',
  capital: 1_000_000_000n,
  symbols: ['BTC/USD', 'GOLD'],
  costFactor: 1,
};
const LINK = 'von=2024-01-01&bis=2024-12-31&kapital=1000.00&symbole=BTC-USD_GOLD&kosten=1';
const read = (text: string) => readWish(new URLSearchParams(text));

describe('a backtest in the address', () => {
  it('reads a whole link', () => {
    expect(read(LINK)).toEqual(WISH);
  });

  it.each([
    ['nothing', ''],
    ['no capital', LINK.replace('kapital=1000.00&', '')],
    ['a day that does not exist', LINK.replace('2024-01-01', '2024-02-30')],
    ['no day at all', LINK.replace('2024-01-01', 'gestern')],
    ['an unknown symbol', LINK.replace('GOLD', 'PLATIN')],
    ['no symbol', LINK.replace('BTC-USD_GOLD', '')],
    ['a cost factor that is not offered', LINK.replace('kosten=1', 'kosten=3')],
    ['a capital of nothing', LINK.replace('1000.00', '0')],
    ['a capital with a comma', LINK.replace('1000.00', '1000,00')],
    ['a capital beyond counting', LINK.replace('1000.00', '9999999999')],
  ])('takes %s for no wish', (_, text) => {
    expect(read(text)).toBeNull();
  });

  it('comes back from its own address as it was, and the rest of the address stays', () => {
    const day = fc
      .integer({ min: Date.parse('2000-01-01') / 864e5, max: Date.parse('2040-12-31') / 864e5 })
      .map((number) => new Date(number * 864e5).toISOString().slice(0, 10));
    const wishes = fc.record({
      firstDay: day,
      lastDay: day,
      capital: fc.bigInt({ min: 100n, max: 100_000_000_000n }).map((cents) => cents * 10_000n),
      symbols: fc.subarray(SYMBOLS, { minLength: 1 }),
      costFactor: fc.constantFrom(...COST_FACTORS),
    });
    fc.assert(
      fc.property(wishes, (wish) => {
        const address = withWish(new URLSearchParams('ansicht=ruecktest'), wish, null);
        const text = address.toString();
        expect(read(text)).toEqual(wish);
        expect(text.startsWith('ansicht=ruecktest&')).toBe(true);
      }),
    );
  });

  it('carries the beginning of the data hash, and loses it with a new wish', () => {
    const hash = 'ab12cd34ef56'.padEnd(64, '0');
    const marked = withWish(new URLSearchParams(), WISH, dataMarkOf(hash));
    expect(readDataMark(marked)).toBe('ab12cd34ef56');
    expect(readDataMark(withWish(marked, WISH, null))).toBeNull();
    expect(readDataMark(new URLSearchParams('daten=<script>'))).toBeNull();
  });

  it('asks the server for everything but the capital', () => {
    expect(requestOf('smartbot', WISH)).toEqual({
      botType: 'smartbot',
      firstDay: '2024-01-01',
      lastDay: '2024-12-31',
      symbols: ['BTC/USD', 'GOLD'],
      costFactor: 1,
    });
  });

  it('knows one order of symbols', () => {
    expect(inCatalogueOrder(['GOLD', 'BTC/USD', 'GOLD', 'X'])).toEqual(['BTC/USD', 'GOLD']);
  });
});

describe('the period', () => {
  const history = { firstDay: '2022-03-01', lastDay: '2024-02-29' };
  const problem = (firstText: string, lastText: string, within = history) =>
    periodProblem({ firstText, lastText }, within);

  it('counts both days, over leap years too', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(3);
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
  });

  it('offers what is shorter than the history, and everything', () => {
    expect(offeredPresets(history).map(({ value }) => value)).toEqual(['1j', 'alles']);
    expect(periodOf('1j', history)).toEqual({ firstDay: '2023-03-02', lastDay: '2024-02-29' });
    expect(daysBetween('2023-03-02', '2024-02-29')).toBe(365);
    expect(periodOf('3j', history)).toEqual(history);
  });

  it('never asks for more days at once than one run may have', () => {
    const long = { firstDay: '2000-01-01', lastDay: '2024-12-31' };
    const { firstDay, lastDay } = periodOf('alles', long);
    expect(problem(firstDay, lastDay, long)).toBeNull();
    expect(problem(daysBefore(firstDay, 1), lastDay, long)).toEqual({
      field: 'firstText',
      text: expect.stringMatching(/^Höchstens 6 Jahre/),
    });
  });

  it.each([
    ['', '01.01.2024', 'firstText', /beide Tage/],
    ['01.01.2023', ' ', 'lastText', /beide Tage/],
    ['31.02.2023', '01.01.2024', 'firstText', /^Diesen Tag gibt es nicht\.$/],
    ['01.01.2023', '31.02.2023', 'lastText', /^Diesen Tag gibt es nicht\.$/],
    ['01.01.2023', 'heute', 'lastText', /^Bitte als Tag\.Monat\.Jahr/],
    ['02.01.2024', '01.01.2024', 'lastText', /vor dem ersten/],
    ['28.02.2022', '01.01.2024', 'firstText', /vom 01\.03\.2022 bis zum 29\.02\.2024/],
    ['01.01.2023', '01.03.2024', 'lastText', /Kurse gibt es/],
    ['01.01.2999', '01.01.2024', 'firstText', /Kurse gibt es/],
  ])('refuses %s to %s and names the day that is wrong', (first, last, field, text) => {
    expect(problem(first, last)).toEqual({ field, text: expect.stringMatching(text) });
  });

  it.each([
    ['31.12.2024', '2024-12-31'],
    [' 1.3.2024 ', '2024-03-01'],
    ['1.3.24', '2024-03-01'],
    ['2024-03-01', '2024-03-01'],
    ['30.02.2024', ''],
    ['12/31/2024', ''],
    ['morgen', ''],
    ['', ''],
  ])('reads „%s“ as %j', (text, day) => {
    expect(readDay(text)).toBe(day);
  });

  it('takes any period within the history', () => {
    expect(problem('01.01.2023', '2023-01-01')).toBeNull();
  });
});
