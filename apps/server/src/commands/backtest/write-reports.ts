import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BotReport, botReport, type ReportSummary, reportSummaries } from '@botdepot/contract';
import {
  type BacktestSeries,
  calendarEvents,
  DAY_MS,
  HOUR_MS,
  HOURLY_SELECTION_PERIOD,
  HOURLY_STUDY_SYMBOLS,
  newsBot,
  newsBotBenchmark,
  PUBLICATION_PERIOD,
  SELECTION_PERIOD,
  STUDY_SYMBOLS,
  type StudyPeriod,
  type StudySymbol,
  smartBot,
  smartBotBenchmark,
  spliceCandles,
  symbolSpec,
  turboBot,
  turboBotBenchmark,
} from '@botdepot/trading';
import { Refusal } from '../refusal.ts';
import type { ReportCall } from './arguments.ts';
import { readCandleFile } from './load-market.ts';
import { makeReport, type ReportPlan } from './make-report.ts';

/** Where the reports lie that ship with the product. */
export const REPORT_FOLDER = fileURLToPath(
  new URL('../../../../../packages/contract/reports/', import.meta.url),
);

export type ReportFile = { name: string; text: string };

/**
 * Makes every report anew from the candles of a folder and writes them where they are committed.
 * @throws Refusal for candles that are missing or unusable.
 */
export async function writeReports({ folder, out = REPORT_FOLDER }: ReportCall): Promise<readonly string[]> {
  const files = await makeReports(folder);
  for (const { name, text } of files) {
    await writeFile(join(out, name), text).catch((error: unknown) => {
      throw new Refusal(`${join(out, name)} lässt sich nicht schreiben: ${String(error)}`);
    });
  }
  return files.map(({ name }) => join(out, name));
}

/** The committed files in their order: a report per bot and period, then the summary of them all. */
export async function makeReports(folder: string): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  const summaries: ReportSummary[] = [];
  for (const plan of await plansOf(folder)) {
    const report = botReport.parse(makeReport(plan));
    files.push({ name: `${plan.botType}-${plan.period}.json`, text: printReport(report) });
    summaries.push(summaryOf(report));
  }
  files.push({ name: 'summary.json', text: printReport(reportSummaries.parse(summaries)) });
  return files;
}

async function plansOf(folder: string): Promise<ReportPlan[]> {
  const daily = await readSeries(folder, STUDY_SYMBOLS, '1d');
  const hourly = await readSeries(
    folder,
    STUDY_SYMBOLS.filter(({ symbol }) => HOURLY_STUDY_SYMBOLS.includes(symbol)),
    '1h',
  );
  const periods: [period: 'selection' | 'publication', daily: StudyPeriod, hourly: StudyPeriod][] = [
    ['selection', SELECTION_PERIOD, HOURLY_SELECTION_PERIOD],
    ['publication', PUBLICATION_PERIOD, PUBLICATION_PERIOD],
  ];
  return periods.flatMap(([period, days, hours]): ReportPlan[] => {
    const byDay = { period, span: days, ...daily, baseIntervalMs: DAY_MS, events: [] };
    const events = calendarEvents(utcDay(hours.from), utcDay(hours.until - 1));
    return [
      { botType: 'smartbot', strategy: smartBot, benchmark: smartBotBenchmark, ...byDay },
      { botType: 'turbobot', strategy: turboBot, benchmark: turboBotBenchmark, ...byDay },
      {
        botType: 'newsbot',
        strategy: newsBot,
        benchmark: newsBotBenchmark,
        period,
        span: hours,
        ...hourly,
        baseIntervalMs: HOUR_MS,
        events,
      },
    ];
  });
}

const utcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

type Sources = { series: BacktestSeries[]; sourceOf: (symbol: string) => string };

async function readSeries(
  folder: string,
  symbols: readonly StudySymbol[],
  interval: '1d' | '1h',
): Promise<Sources> {
  const names = await readdir(folder).catch(() => {
    throw new Refusal(`${folder}: Diesen Ordner gibt es nicht.`);
  });
  const fileOf = (file: string): string => {
    const found = [`${file}_${interval}.csv`, `${file}_${interval}.csv.gz`].find((name) =>
      names.includes(name),
    );
    if (found === undefined) throw new Refusal(`${folder}: Es fehlen die Kerzen ${file}_${interval}.csv.`);
    return found;
  };
  const series: BacktestSeries[] = [];
  const sources = new Map<string, string>();
  for (const { symbol, category, file, earlier } of symbols) {
    const own = await readCandleFile(join(folder, fileOf(file)));
    // Hours have no earlier quotation: the cash indices come as days only.
    const isSpliced = earlier !== undefined && interval === '1d';
    const candles = isSpliced ? spliceCandles(await readCandleFile(join(folder, fileOf(earlier))), own) : own;
    series.push({ spec: symbolSpec(symbol, category), candles });
    sources.set(symbol, isSpliced ? `${fileOf(earlier)} + ${fileOf(file)}` : fileOf(file));
  }
  return { series, sourceOf: (symbol) => sources.get(symbol) ?? '' };
}

/** The figures without the series, small enough for a public page. */
export function summaryOf(report: BotReport): ReportSummary {
  const {
    costs: _costs,
    randomBots: _bots,
    series: _series,
    monthly: _monthly,
    protectionLog: _log,
    provenance,
    ...summary
  } = report;
  const { parameters: _parameters, symbols, ...origin } = provenance;
  return { ...summary, provenance: { ...origin, symbols: symbols.map(({ symbol }) => symbol) } };
}

/** Two spaces of indentation, but lists of plain values on one line: a year of days is not worth 365 lines. */
export function printReport(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(
    /\[\n\s+([^[\]{}]*?)\n\s+\]/g,
    (_, items: string) => `[${items.replace(/,\n\s+/g, ', ')}]`,
  );
  return `${text}\n`;
}
