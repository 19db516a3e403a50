import { MARKET_LABELS, MARKET_SYMBOLS, MARKET_TYPES, TRADING_COSTS } from '@botdepot/contract';
import { type CandleGap, DAY_MS, type Rule } from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatPercent, NBSP } from '../../../lib/format/numbers.ts';
import { formatUtcDay, formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { IconUpload } from '../../../ui/icon/icons.ts';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { ChoiceField } from '../choice-field.tsx';
import {
  barText,
  type KeptFile,
  OWN_CANDLES_LIMITS,
  type OwnCandlesFile,
  testPeriodOf,
} from './own-candles.ts';
import type { FileReading } from './use-own-candles.ts';

const MB = 1_000_000;

interface OwnCandlesPanelProps {
  /** Over what the page would show. */
  title: string;
  reading: FileReading;
  /** The other way out. */
  children: ReactNode;
}

/** Where one's own candles are wanted and this browser has none: the file once more, or other prices. */
export function OwnCandlesPanel({ title, reading, children }: OwnCandlesPanelProps) {
  return (
    <Panel title={title} note="In diesem Browser liegt keine Datei">
      <div className="grid grid-cols-1 gap-4">
        <DropZone reading={reading} />
        <ReadingState reading={reading} />
        <p className="text-sm text-muted">
          Die Datei verlässt diesen Browser nicht: Unser Server bekommt weder Kurse noch Namen. Sie bleibt
          hier, bis Sie sie entfernen oder sich abmelden. Auf einem anderen Gerät wählen Sie sie noch einmal.
        </p>
        <div className="pt-4 border-t border-border">{children}</div>
      </div>
    </Panel>
  );
}

const ZONE = clsx(
  'grid justify-items-center gap-2 px-4 py-6 border border-dashed border-control rounded-box text-center',
  'data-over:border-primary data-over:bg-bg',
);

/** Takes one file, chosen or dropped. */
function DropZone({ reading }: { reading: FileReading }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop at; the button in it does the same
    <div
      className={ZONE}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        reading.read([...event.dataTransfer.files]);
      }}
    >
      <FileButton look="primary" reading={reading}>
        CSV-Datei wählen
      </FileButton>
      <p className="text-sm text-muted max-md:hidden">oder hierher ziehen</p>
      <p className="text-sm text-muted">
        {`Kerzen eines Marktes mit Zeit, Eröffnung, Hoch, Tief und Schluss, etwa aus Yahoo, TradingView, MetaTrader oder pandas. Höchstens ${formatCount(OWN_CANDLES_LIMITS.bytes / MB)} MB und ${formatCount(OWN_CANDLES_LIMITS.bars)} Kerzen.`}
      </p>
    </div>
  );
}

interface FileButtonProps {
  look?: 'primary';
  size?: 'sm';
  reading: FileReading;
  children: ReactNode;
}

function FileButton({ look, size, reading, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={look}
        size={size}
        icon={IconUpload}
        pending={reading.reading !== null}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
        className="vh"
        tabIndex={-1}
        aria-label="Kerzen als CSV"
        onChange={({ currentTarget }) => {
          reading.read([...(currentTarget.files ?? [])]);
          // The same file can be chosen again once it was mended.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

interface ReadingStateProps {
  reading: FileReading;
  /** Said elsewhere on the page as well. */
  silent?: boolean;
}

/** What becomes of the file that was chosen last, for as long as it is not there. */
function ReadingState({ reading: { reading, problem, cancel }, silent }: ReadingStateProps) {
  const id = useId();
  if (reading !== null)
    return (
      <div className="grid grid-cols-1 gap-2">
        <p
          id={id}
          role={silent ? undefined : 'status'}
          className="text-sm wrap-anywhere"
        >{`„${reading}“ wird gelesen …`}</p>
        <progress className="w-full h-1.5 accent-primary" aria-labelledby={id} />
        <div>
          <Button size="sm" onClick={cancel}>
            Abbrechen
          </Button>
        </div>
      </div>
    );
  if (problem === null) return null;
  return (
    <div className="wrap-anywhere">
      <FieldProblem
        silent={silent}
      >{`„${problem.name}“ wurde nicht übernommen. ${problem.text}`}</FieldProblem>
    </div>
  );
}

interface OwnCandlesFieldProps {
  /** Null where this browser has none. */
  file: KeptFile | null;
  reading: FileReading;
  /** Null while nobody can read it. */
  rule: Rule | null;
  /** The market whose costs count is the one the rule names. */
  onSymbol: (symbol: string) => void;
}

/** The file that a rule is tested on: what was read of it, what it is traded like, and how it goes again. */
export function OwnCandlesField({ file, reading, rule, onSymbol }: OwnCandlesFieldProps) {
  if (file === null)
    // Where the page has one column, the panel that takes it comes right after.
    return (
      <div className="grid grid-cols-1 gap-3 max-lg:hidden">
        <div>
          <FileButton look="primary" reading={reading}>
            CSV-Datei wählen
          </FileButton>
        </div>
        <ReadingState reading={reading} silent />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      {rule !== null && <CostsField symbols={rule.symbols} onSymbol={onSymbol} />}
      <KeyValues facts={factsOf(file)} />
      <GapList file={file} />
      <ReadingState reading={reading} />
      <div className="flex flex-wrap gap-2">
        <FileButton size="sm" reading={reading}>
          Andere Datei
        </FileButton>
        <Button size="sm" onClick={reading.forget}>
          Aus diesem Browser entfernen
        </Button>
      </div>
    </div>
  );
}

const UNITS = [
  ['hours', 'Stundenkerze', 'Stundenkerzen'],
  ['days', 'Tageskerze', 'Tageskerzen'],
] as const;

function factsOf(file: KeptFile) {
  const { name, bars, barMs, firstDay, lastDay, remarks, gaps } = file;
  const made = UNITS.flatMap(([kind, one, many]) =>
    file[kind] === 0 ? [] : [`${formatCount(file[kind])}${NBSP}${file[kind] === 1 ? one : many}`],
  );
  const testPeriod = testPeriodOf(file);
  return [
    { label: 'Datei', value: name },
    { label: 'Darin', value: `${formatCount(bars)} Kerzen über je ${barText(barMs)}` },
    { label: 'Für Regeln', value: made.join(', ') },
    { label: 'Zeitraum (UTC)', value: formatUtcPeriod(firstDay, lastDay) },
    {
      label: 'Prüfzeitraum',
      value: testPeriod
        ? `ab ${formatUtcDay(testPeriod.from)}, ${file.isTestPeriodOpen ? 'geöffnet' : 'verschlossen'}`
        : `keiner, unter ${formatCount(OWN_CANDLES_LIMITS.leastDays)} Tagen`,
    },
    { label: 'Lücken', value: gaps.count === 0 ? 'keine' : gapsText(gaps) },
    ...(remarks.length > 0 ? [{ label: 'Hinweis', value: remarks.join(' ') }] : []),
  ];
}

const gapsText = ({ count, missing }: OwnCandlesFile['gaps']): string =>
  `${formatCount(count)}, zusammen ${missing === 1 ? 'fehlt 1 Kerze' : `fehlen bis zu ${formatCount(missing)} Kerzen`}`;

function GapList({ file: { gaps, barMs } }: { file: OwnCandlesFile }) {
  const { count, largest } = gaps;
  if (count === 0) return null;
  return (
    <div className="text-sm text-muted">
      <p>{count > largest.length ? 'Die größten Lücken:' : 'Es fehlt etwas zwischen:'}</p>
      <ul className="list-disc pl-5">
        {largest.map((gap) => (
          <li key={gap.from}>{gapText(gap, barMs)}</li>
        ))}
      </ul>
      <p>Wochenenden zählen nicht, Feiertage schon. Gerechnet wird, als hätte der Markt geruht.</p>
    </div>
  );
}

/** Named by the bars around it. */
function gapText({ from, until, missing }: CandleGap, barMs: number): string {
  const at = barMs >= DAY_MS ? formatDate : formatDateTimeShort;
  return `${at(from - barMs)} und ${at(until)}: ${missing === 1 ? '1 Kerze' : `bis zu ${formatCount(missing)} Kerzen`}`;
}

/** A rule names one market of the catalogue; that stands for the file, and what trading it costs is assumed of the file. */
function CostsField({
  symbols,
  onSymbol,
}: {
  symbols: readonly string[];
  onSymbol: (symbol: string) => void;
}) {
  const [symbol] = symbols.length === 1 ? symbols : [];
  const type = MARKET_SYMBOLS.find((one) => one.symbol === symbol)?.marketType;
  return (
    <div className="grid grid-cols-1 gap-1">
      <ChoiceField
        label="Gehandelt mit den Kosten von"
        value={symbol ?? ''}
        onChange={(value) => {
          if (value !== '') onSymbol(value);
        }}
      >
        {symbol === undefined && <option value="">Bitte wählen</option>}
        {MARKET_TYPES.map((one) => (
          <optgroup key={one} label={MARKET_LABELS[one]}>
            {MARKET_SYMBOLS.filter(({ marketType }) => marketType === one).map(({ symbol: value }) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </optgroup>
        ))}
      </ChoiceField>
      <p className="text-sm text-muted">
        {type === undefined
          ? 'Eine Datei ist ein Markt. Wählen Sie den, der ihr am nächsten kommt.'
          : `${symbol} steht in der Regel für Ihre Datei: ${costsText(type)} je Kauf oder Verkauf, wie hier bei ${MARKET_LABELS[type]}. Die Kurse von ${symbol} spielen keine Rolle.`}
      </p>
    </div>
  );
}

function costsText(type: keyof typeof TRADING_COSTS): string {
  const { feeBps, halfSpreadBps, slippageBps } = TRADING_COSTS[type];
  return formatPercent((feeBps + halfSpreadBps + slippageBps) / 10_000, { digits: 3 });
}
