import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isBotReport, isReportSummary } from './report-checks.ts';

const FOLDER = fileURLToPath(new URL('../../../../../packages/contract/reports/', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8'));
const reports = readdirSync(FOLDER).filter((name) => /^\w+-(selection|publication)\.json$/.test(name));
const report = () => read('smartbot-publication.json');

describe('the reports that ship', () => {
  it('are there for every bot and both periods', () => {
    expect(reports).toHaveLength(6);
  });

  it.each(reports)('%s may be shown', (name) => {
    expect(isBotReport(read(name))).toBe(true);
  });

  it('have summaries that may be shown', () => {
    const summaries: unknown[] = read('summary.json');
    expect(summaries).toHaveLength(reports.length);
    for (const summary of summaries) expect(isReportSummary(summary)).toBe(true);
  });
});

describe('what is not shown', () => {
  it.each<[string, (whole: ReturnType<typeof report>) => unknown]>([
    ['nothing at all', () => null],
    ['a page in its place', () => '<!doctype html>'],
    [
      'a figure that is a text',
      (whole) => ({ ...whole, performance: { ...whole.performance, cagr: '3 %' } }),
    ],
    [
      'a figure that is missing',
      ({ performance, ...whole }) => ({ ...whole, performance: { ...performance, cagr: undefined } }),
    ],
    [
      'a drawdown above zero',
      (whole) => ({ ...whole, performance: { ...whole.performance, maxDrawdown: 0.2 } }),
    ],
    [
      'windows out of order',
      (whole) => ({ ...whole, thirtyDays: { ...whole.thirtyDays, low: 1, high: -1 } }),
    ],
    [
      'a period that ends before it begins',
      (whole) => ({ ...whole, provenance: { ...whole.provenance, lastDay: '2018-01-01' } }),
    ],
    [
      'a period without a day',
      (whole) => ({ ...whole, provenance: { ...whole.provenance, firstDay: 'früher' } }),
    ],
    [
      'results without a data hash',
      (whole) => ({ ...whole, provenance: { ...whole.provenance, dataHash: '' } }),
    ],
    [
      'random bots without a number',
      (whole) => ({
        ...whole,
        randomBots: { value: { ...whole.randomBots.value, worse: '16' }, missing: null },
      }),
    ],
    [
      'costs of which a part is missing',
      (whole) => ({ ...whole, costs: { fee: 0, spread: 0, slippage: 0 } }),
    ],
    ['curves of different lengths', (whole) => ({ ...whole, series: { ...whole.series, drawdown: [0] } })],
    [
      'a year of eleven months',
      (whole) => ({ ...whole, monthly: [{ year: 2019, months: new Array(11).fill(0), total: 0 }] }),
    ],
  ])('%s', (_, change) => {
    expect(isBotReport(change(report()))).toBe(false);
  });
});
