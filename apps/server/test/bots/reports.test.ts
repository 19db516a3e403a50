import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BOT_TYPES, type BotReport, botReport, REPORT_PERIODS, reportSummaries } from '@botdepot/contract';
import { describe, expect, test } from 'vitest';
import {
  makeReports,
  printReport,
  REPORT_FOLDER,
  summaryOf,
} from '../../src/commands/backtest/write-reports.ts';

/** The candles lie beside the repository; they are not ours to ship. */
const CANDLES = fileURLToPath(new URL('../../../../../shared/data/candles', import.meta.url));
const hasCandles = existsSync(CANDLES);
if (!hasCandles) console.log(`Skipped making the reports anew: ${CANDLES} is not there.`);

const names = REPORT_PERIODS.flatMap((period) => BOT_TYPES.map((bot) => `${bot}-${period}.json`));
const read = (name: string): Promise<string> => readFile(`${REPORT_FOLDER}${name}`, 'utf8');
const reports = await Promise.all(
  names.map(
    async (name): Promise<[string, BotReport]> => [name, botReport.parse(JSON.parse(await read(name)))],
  ),
);

describe('the committed reports', () => {
  test('are one per bot and period and a summary, and nothing else', async () => {
    expect((await readdir(REPORT_FOLDER)).sort()).toEqual([...names, 'summary.json'].sort());
  });

  test('agree with the summary', async () => {
    const summary = reportSummaries.parse(JSON.parse(await read('summary.json')));
    expect(summary).toEqual(reports.map(([, report]) => summaryOf(report)));
  });

  test.each(reports)('%s has figures that follow from its own series', (name, report) => {
    const { series, performance, thirtyDays, years, monthly } = report;
    expect(name).toBe(`${report.botType}-${report.period}.json`);
    const { equity, drawdown, buyAndHold } = series;
    expect([drawdown.length, buyAndHold.length]).toEqual([equity.length, equity.length]);
    expect(equity.length).toBe(performance.days);
    expect(equity.at(-1)! - 1).toBeCloseTo(performance.totalReturn!, 5);
    expect(Math.min(...drawdown)).toBeCloseTo(performance.maxDrawdown!, 9);
    let peak = 1;
    for (const [day, value] of equity.entries()) {
      peak = Math.max(peak, value);
      expect(value / peak - 1).toBeCloseTo(drawdown[day]!, 4);
    }
    expect(years.reduce((product, year) => product * (1 + year.return!), 1)).toBeCloseTo(equity.at(-1)!, 4);
    expect(monthly.map(({ year }) => year)).toEqual(years.map(({ year }) => year));
    const windows = equity.slice(29).map((value, start) => value / (equity[start - 1] ?? 1) - 1);
    expect(windows).toHaveLength(thirtyDays!.count);
    expect(Math.min(...windows)).toBeCloseTo(thirtyDays!.worst, 4);
    expect(Math.max(...windows)).toBeCloseTo(thirtyDays!.best, 4);
  });

  test('keep the period of choice and the published one apart', () => {
    for (const [, { period, provenance }] of reports) {
      if (period === 'selection') expect(provenance.lastDay < '2019-01-01').toBe(true);
      else expect(provenance.firstDay).toBe('2019-01-01');
    }
  });

  test.skipIf(!hasCandles)(
    'are made again byte for byte from the candles',
    async () => {
      const made = await makeReports(CANDLES);
      expect(made.map(({ name }) => name)).toEqual([...names, 'summary.json']);
      for (const { name, text } of made) expect(text === (await read(name)), name).toBe(true);
    },
    120_000,
  );
});

test('a report is printed with lists of plain values on one line', () => {
  expect(printReport({ a: [1, 2], b: [{ c: ['x'] }], d: [] })).toBe(
    '{\n  "a": [1, 2],\n  "b": [\n    {\n      "c": ["x"]\n    }\n  ],\n  "d": []\n}\n',
  );
});
