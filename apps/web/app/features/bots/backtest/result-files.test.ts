import type { BacktestResult } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../lib/page/save-and-copy.ts';
import { dailyRows, fileStem, resultJson, tradeRows } from './result-files.ts';
import { sampleResult } from './sample-result.ts';

const capital = fromWire('2500');

describe('a backtest as files', () => {
  const result: BacktestResult = sampleResult();

  it('has its trades in the chosen capital, oldest first, readable for a German spreadsheet', () => {
    const [head, first, second] = tradeRows(result, capital);
    expect(head?.[9]).toBe('Ergebnis USDT');
    expect(first).toEqual([
      'GOLD',
      'gekauft',
      '02.01.2024, 01:00',
      '03.01.2024, 01:00',
      '2000,5',
      '2040',
      '2',
      '50,00',
      '2,50',
      '47,50',
      'Ausstieg',
    ]);
    expect(second?.slice(7, 10)).toEqual(['-25,00', '2,50', '-27,50']);
  });

  it('has one row per day, with buying and holding and doing nothing beside it', () => {
    expect(dailyRows(result, capital).slice(1)).toEqual([
      ['01.01.2024', '2500,00', '0,0000', '2495,00', '2500,00'],
      ['02.01.2024', '2547,50', '0,0000', '2550,00', '2500,00'],
      ['03.01.2024', '2520,00', '-1,0795', '2400,00', '2500,00'],
    ]);
  });

  it('begins with a byte order mark, as every table here', () => {
    expect(csvText(dailyRows(result, capital)).startsWith('\ufeffTag (UTC);Wert USDT;')).toBe(true);
  });

  it('holds the whole answer as JSON, with the capital and that it is play money', () => {
    expect(JSON.parse(resultJson(result, capital))).toEqual({
      notice: 'Spielgeld – kein echtes Geld',
      capital: '2500.00',
      currency: 'USDT',
      result,
    });
  });

  it('is named for what it is', () => {
    expect(fileStem(result)).toBe('ruecktest-smartbot-2024-01-01-2024-01-03-ab12cd34');
  });
});
