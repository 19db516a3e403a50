import { formatNumber, leafText } from '@botdepot/trading/browser';
import { formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, NBSP } from '../../../lib/format/numbers.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { VoucherNumber } from '../../../ui/sheet/voucher-number.tsx';
import { decimalsOfFile, type PriceSource } from '../own-candles/own-candles.ts';
import { endNumberOf, numbersOf, OTHER_ENDS } from '../rule-numbers.ts';
import type { Preview } from './preview.ts';

/** @param decimals those of a file of one's own, which may hold prices of any size. */
export const priceDigits = (price: number, decimals = 0): number =>
  Math.max(decimals, price >= 1000 ? 0 : price >= 10 ? 2 : 4);

/** The newest trade in two sentences. */
export function LastTrade({ preview, source }: { preview: Preview; source: PriceSource | undefined }) {
  const { rule } = preview;
  const trade = preview.trades.at(-1);
  if (trade === undefined) return null;
  const numbers = numbersOf(rule);
  const priceText = (price: number) =>
    formatDecimal(price, { digits: priceDigits(price, decimalsOfFile(source)) });
  const { symbol, direction, openedAt, closedAt, entryPrice, exitPrice, line, reason } = trade;
  const isLong = direction === 'long';
  const at = rule.interval === '1h' ? formatDateTimeShort : formatDate;
  const end = endNumberOf(trade, numbers);
  const leaf = line === null ? null : (preview.lines[line]?.leaf ?? null);
  const why =
    leaf === null
      ? ` (${OTHER_ENDS[reason] ?? 'beendet'})`
      : `, denn an der Kerze davor galt: ${leafText(leaf)}`;
  const change = (isLong ? 1 : -1) * (exitPrice / entryPrice - 1);
  return (
    <Panel
      title="Der letzte Trade in Worten"
      note={`Nummer ${formatCount(preview.entries - preview.open)} der abgeschlossenen, Kursgewinn ohne Kosten`}
      aside={<Percent fraction={change} tone="delta" />}
    >
      <ol className="grid grid-cols-1 gap-3">
        <TradeLine number={isLong ? numbers.entryLong : (numbers.entryShort ?? 1)}>
          {`${at(openedAt)}: `}
          <strong className="font-620">{isLong ? 'gekauft' : 'leer verkauft'}</strong>
          {`, ${symbol} zu ${priceText(entryPrice)}, denn an der Kerze davor trafen die Bedingungen zu.`}
        </TradeLine>
        <TradeLine number={end}>
          {`${at(closedAt)}: `}
          <strong className="font-620">{isLong ? 'verkauft' : 'zurückgekauft'}</strong>
          {` zu ${priceText(exitPrice)}${why}.`}
        </TradeLine>
      </ol>
    </Panel>
  );
}

function TradeLine({ number, children }: { number: number | null; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)]">
      <span>{number !== null && <VoucherNumber number={number} />}</span>
      <p>{children}</p>
    </li>
  );
}

/** How the conditions of the entry stand at the newest candle of every market. */
export function TodayPanel({ preview }: { preview: Preview }) {
  const newest = Math.max(...preview.now.map(({ at }) => at ?? 0));
  return (
    <Panel
      title="Stand an der neuesten Kerze"
      note="Was zum nächsten Einstieg fehlt"
      aside={newest > 0 ? formatDate(newest) : undefined}
      flush
    >
      <ul>
        {preview.now.map(({ symbol, lines, missing }) => (
          <li key={symbol} className="grid grid-cols-1 gap-1 py-3 px-(--pad) [&+&]:border-t border-border">
            <p className="flex justify-between gap-3">
              <strong className="font-620">{symbol}</strong>
              <span>{missing === null ? 'keine Kurse' : missingText(missing)}</span>
            </p>
            <ul className="grid grid-cols-1 gap-0.5 text-sm text-muted">
              {lines.map(({ path, leaf, values, isTrue }) => (
                <li key={path.join('.')} className="flex gap-2">
                  <span className="flex-1 min-w-0">
                    {leafText(leaf)}
                    {values.length > 0 && ` (${values.map(valueText).join(' und ')})`}
                  </span>
                  <span className={isTrue ? 'text-text font-550' : undefined}>
                    {isTrue === null ? 'noch nicht bekannt' : isTrue ? 'ja' : 'nein'}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const missingText = (count: number): string =>
  count === 0 ? 'trifft zu' : count === 1 ? '1 fehlt' : `${count}${NBSP}fehlen`;
const valueText = (value: number): string =>
  Number.isFinite(value) ? formatNumber(Number(value.toPrecision(5))) : '–';
