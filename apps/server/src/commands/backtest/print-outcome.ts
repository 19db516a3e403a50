import { percentRange, ratioRange, uncertaintyTexts } from '@botdepot/contract';
import type { Format } from './arguments.ts';
import type { Outcome, OutcomeTrade } from './outcome.ts';

const COLUMNS: readonly (keyof OutcomeTrade)[] = [
  'symbol',
  'entryTime',
  'exitTime',
  'side',
  'units',
  'entryPrice',
  'exitPrice',
  'costs',
  'profit',
  'returnPct',
  'reason',
];

/** The outcome as text that ends with a line break. */
export function printOutcome(outcome: Outcome, format: Format): string {
  if (format === 'json') return `${JSON.stringify(outcome, null, 2)}\n`;
  if (format === 'csv') return csv(outcome.trades);
  return `${table(outcome).join('\n')}\n`;
}

const csv = (trades: readonly OutcomeTrade[]): string =>
  [COLUMNS, ...trades.map((trade) => COLUMNS.map((column) => trade[column]))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

function table(outcome: Outcome): string[] {
  const { sharpeInterval, cagrPctInterval } = outcome;
  const cagrInterval = cagrPctInterval && {
    low: cagrPctInterval.low / 100,
    high: cagrPctInterval.high / 100,
  };
  const rows: [name: string, value: string][] = [
    [
      'Zeitraum',
      `${outcome.firstBar.slice(0, 16)} bis ${outcome.end.slice(0, 16)}, ${outcome.days === 1 ? '1 Tag' : `${outcome.days} Tage`}`,
    ],
    ['Endvermögen', number(outcome.finalEquity)],
    ['Ergebnis', percent(outcome.returnPct)],
    ['Kaufen und Halten', percent(outcome.buyAndHoldPct)],
    ['Ergebnis im Jahr', `${percent(outcome.cagrPct)}${among(cagrInterval && percentRange(cagrInterval))}`],
    ['Größter Rückgang', percent(outcome.maxDrawdownPct)],
    ['Schwankung im Jahr', percent(outcome.volatilityPct)],
    ['Sharpe', `${number(outcome.sharpe)}${among(sharpeInterval && ratioRange(sharpeInterval))}`],
    ['Sortino', number(outcome.sortino)],
    ['Calmar', number(outcome.calmar)],
    ['Geschäfte', String(outcome.tradeCount)],
    ['Gewonnen', percent(outcome.winRatePct)],
    ['Bestes Geschäft', percent(outcome.bestTradePct)],
    ['Schlechtestes Geschäft', percent(outcome.worstTradePct)],
    ['Mittel je Geschäft', percent(outcome.expectancyPct)],
    ['Profit-Faktor', number(outcome.profitFactor)],
    ['SQN', number(outcome.sqn)],
    ['Zeit im Markt', percent(outcome.exposurePct)],
    ['Kosten', number(Object.values(outcome.costs).reduce((sum, cost) => sum + cost, 0))],
    ['Datenstand', outcome.dataHash],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    `${outcome.strategy} ${JSON.stringify(outcome.parameters)}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...uncertaintyTexts(outcome, {
      missing: outcome.ratiosMissing,
      sharpe: sharpeInterval,
      cagr: cagrInterval,
      dependent: outcome.dependentDays,
    }),
  ];
}

/** The range that nine of ten resampled records lie in. */
const among = (range: string | null): string => (range === null ? '' : `  (9 von 10: ${range})`);

const FORMAT = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = (value: number | null): string => (value === null ? '–' : FORMAT.format(value));
const percent = (value: number | null): string => (value === null ? '–' : `${FORMAT.format(value)}\u00a0%`);
