/** A backtest as files: what a person wants to count again in a spreadsheet, and the whole of it for a program. */
import { type BacktestResult, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { shareOfCapital } from '../../../lib/format/numbers.ts';
import { formatUtcDay, noonOf } from '../../../lib/format/plain-days.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import type { CsvRows } from '../../../ui/table/csv-button.tsx';
import { DIRECTION_WORDS } from './result-texts.ts';

const money = (capital: Micros, figure: number) => csvAmount(toWire(shareOfCapital(capital, figure)));
/** A JS number as a spreadsheet with German settings reads it. */
const figure = (value: number) => csvAmount(String(value));
const percent = (fraction: number) => csvAmount((fraction * 100).toFixed(4));

/** Every trade that was sent, oldest first, in the chosen capital. */
export function tradeRows(result: BacktestResult, capital: Micros): CsvRows {
  const oldestFirst = [...result.trades].sort((a, b) => Date.parse(a.closedAt) - Date.parse(b.closedAt));
  return [
    [
      'Symbol',
      'Richtung',
      'Einstieg',
      'Ausstieg',
      'Einstiegskurs',
      'Ausstiegskurs',
      'Ausführungen',
      'Vor Kosten USDT',
      'Kosten USDT',
      'Ergebnis USDT',
      'Anlass',
    ],
    ...oldestFirst.map((trade) => [
      trade.symbol,
      DIRECTION_WORDS[trade.direction],
      formatDateTimeShort(trade.openedAt),
      formatDateTimeShort(trade.closedAt),
      figure(trade.entryPrice),
      figure(trade.exitPrice),
      String(trade.fills),
      money(capital, trade.gross),
      money(capital, trade.costs),
      money(capital, trade.net),
      trade.reasonText,
    ]),
  ];
}

/** One row per UTC day: the bot, its distance from the highest value so far, and buying and holding. */
export function dailyRows({ series }: BacktestResult, capital: Micros): CsvRows {
  return [
    ['Tag (UTC)', 'Wert USDT', 'Rückgang %', 'Kaufen und Halten USDT', 'Nichts tun USDT'],
    ...series.equity.map((equity, index) => [
      formatUtcDay(new Date(noonOf(series.firstDay, index)).toISOString().slice(0, 10)),
      money(capital, equity),
      percent(series.drawdown[index] ?? 0),
      money(capital, series.buyAndHold[index] ?? 1),
      csvAmount(toWire(capital)),
    ]),
  ];
}

/** The answer of the server as it came, with the capital that it was shown for. */
export function resultJson(result: BacktestResult, capital: Micros): string {
  return `${JSON.stringify({ notice: PLAY_MONEY_NOTICE, capital: toWire(capital), currency: 'USDT', result }, null, 2)}\n`;
}

/** `ruecktest-smartbot-2024-01-01-2024-12-31-ab12cd34` */
export function fileStem({ request, provenance }: BacktestResult): string {
  const { botType, firstDay, lastDay } = request;
  return `ruecktest-${botType}-${firstDay}-${lastDay}-${provenance.dataHash.slice(0, 8)}`;
}
