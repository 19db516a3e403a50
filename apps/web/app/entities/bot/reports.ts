/**
 * The backtests on real prices that ship with the product. They are files of the build with a hash in their name, asked for
 * only where they are shown. Whatever is missing or looks wrong is an error here, so that it can never become a figure.
 */
import type { BotReport, ReportPeriod, ReportSummary } from '@botdepot/contract';
import type { BotType } from '@botdepot/contract/catalogue';
import { isBotReport, isReportSummary } from './report-checks.ts';

// Not imported by name: a report that has not been made yet is „nicht verfügbar“ on the page, not a build that fails.
const FILES: Record<string, string> = import.meta.glob<string>(
  '../../../../../packages/contract/reports/*.json',
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

const kept = new Map<string, Promise<unknown>>();

/** The address of a file in the folder of reports; undefined when there is none of that name. */
export function reportFileUrl(name: string): string | undefined {
  return Object.entries(FILES).find(([path]) => path.endsWith(`/${name}`))?.[1];
}

/** One report, for downloading it. */
export function reportUrl(botType: BotType, period: ReportPeriod): string | undefined {
  return reportFileUrl(`${botType}-${period}.json`);
}

/** The figures of every report without their series. Entries that look wrong are left out. */
export async function loadReportSummaries(): Promise<ReportSummary[]> {
  const answer = await load('summary.json');
  return Array.isArray(answer) ? answer.filter(isReportSummary) : [];
}

export function findSummary(
  summaries: readonly ReportSummary[] | undefined,
  botType: BotType,
  period: ReportPeriod,
): ReportSummary | undefined {
  return summaries?.find((one) => one.botType === botType && one.period === period);
}

/** One report with its series. Rejects when it is not there or looks wrong. */
export async function loadReport(botType: BotType, period: ReportPeriod): Promise<BotReport> {
  const name = `${botType}-${period}.json`;
  const answer = await load(name);
  if (!isBotReport(answer) || answer.botType !== botType || answer.period !== period)
    throw new Error(`${name} is not the report it should be`);
  return answer;
}

/** Asked for once; a failure is forgotten, so that the next attempt asks again. */
function load(name: string): Promise<unknown> {
  const known = kept.get(name);
  if (known) return known;
  const asked = fetchReport(name);
  kept.set(name, asked);
  asked.catch(() => kept.delete(name));
  return asked;
}

async function fetchReport(name: string): Promise<unknown> {
  const url = reportFileUrl(name);
  if (url === undefined) throw new Error(`There is no ${name}`);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response.json();
}
