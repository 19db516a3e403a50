import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { botReport } from '@botdepot/contract';
import { BOT_TYPES, type BotType } from '@botdepot/contract/catalogue';
import { rollingReturns } from '@botdepot/trading';

/** Stretches that one may choose from. The longest is the longest of which the backtests hold twenty that share no day. */
const DAYS = [7, 30, 60, 84];
/** Of fewer one in twenty cannot be told (decision 0060). */
const LEAST_INDEPENDENT = 20;

/**
 * What stretches of the published backtests brought, for pages that do not wait for a report: computed from the committed reports by what
 * computes the bands of 30 days, so that no figure stands anywhere twice.
 */
export function outcomes(): ImportMetaEnv['OUTCOMES'] {
  const reports = BOT_TYPES.map((type) => [type, readReport(type)] as const);
  const periods = new Set(
    reports.map(([, { provenance }]) => `${provenance.firstDay} ${provenance.lastDay}`),
  );
  const [period = ''] = periods;
  if (periods.size !== 1) throw new Error('The published backtests are not of the same days.');
  const [firstDay = '', lastDay = ''] = period.split(' ');
  const bots = reports.map(([type, { series }]) => [
    type,
    DAYS.map((days) => stretchesOf(series.equity, days)),
  ]);
  return { firstDay, lastDay, bots: Object.fromEntries(bots) };
}

function readReport(type: BotType) {
  const file = import.meta.resolve(`@botdepot/contract/reports/${type}-publication.json`);
  return botReport.parse(JSON.parse(readFileSync(fileURLToPath(file), 'utf8')));
}

function stretchesOf(equity: readonly number[], days: number) {
  const returns = rollingReturns(1, equity, days);
  if (!returns || returns.independent < LEAST_INDEPENDENT)
    throw new Error(`The published backtests are too short for stretches of ${days} days.`);
  const { low, median, high } = returns;
  return { days, low, median, high };
}
