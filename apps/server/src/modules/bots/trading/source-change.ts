import type { Fixed12 } from '@botdepot/money';
import type { Engine, StepReport } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import type { PortfolioRow } from '../portfolio/portfolio.ts';
import { drawdownOf, navOf, type Strike } from '../portfolio/strike.ts';
import { describeSourceChange } from '../protocol/describe-source-change.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';
import { botClosedRecords } from '../track-record/track-record.schema.ts';
import type { EngineSetup } from './load-history.ts';

/** Who speaks for each symbol of the catalogue at a bar, where the bar says it. */
type BarSources = { readonly sources?: ReadonlyMap<string, string> };

/** The part of a running portfolio that matters here. */
type Running = {
  readonly row: Pick<PortfolioRow, 'sources'>;
  readonly setup: EngineSetup;
  readonly engine: Engine<unknown>;
  readonly strike: Strike | null;
};

const NO_CHANGES: readonly SourceChange[] = Object.freeze([]);

export type SourceChange = { readonly symbol: string; readonly from: string; readonly to: string };

/** Where the measured record of a portfolio ends and the next one begins. */
export type RecordBreak = {
  /** Start of the first bar with the new prices, ms UTC. */
  readonly at: number;
  /** After the positions were closed: the last NAV of the old record and the first of the new one. */
  readonly nav: Fixed12;
  readonly changes: readonly SourceChange[];
};

/** Whose prices a portfolio has last traded a symbol on. */
export const knownSource = ({ sources }: Pick<PortfolioRow, 'sources'>, symbol: string): string =>
  sources?.[symbol] ?? 'simulated';

/** Sources of the portfolio's symbols at a bar; undefined where the bar does not say. */
export function sourcesAt(
  symbols: readonly string[],
  { sources }: BarSources,
): Record<string, string> | undefined {
  if (!sources) return undefined;
  return Object.fromEntries(symbols.map((symbol) => [symbol, sourceOf(sources, symbol)]));
}

/** Who speaks for a symbol at a bar that says it. */
export const sourceOf = (sources: ReadonlyMap<string, string>, symbol: string): string =>
  sources.get(symbol) ?? 'simulated';

/** Symbols of the portfolio whose prices come from another source at a bar than its last ones; none where the bar does not say. */
export function changedSources(
  { row, setup, strike }: Pick<Running, 'row' | 'setup' | 'strike'>,
  { sources }: BarSources,
): readonly SourceChange[] {
  if (!sources || strike === null) return NO_CHANGES;
  return setup.symbols
    .filter((symbol) => sourceOf(sources, symbol) !== knownSource(row, symbol))
    .map((symbol) => ({ symbol, from: knownSource(row, symbol), to: sourceOf(sources, symbol) }));
}

/**
 * If the prices of a bar come from another source than the portfolio's last ones, closes the positions in those symbols
 * at the last old price. Prices of two sources have nothing to do with one another: a position carried over would earn or
 * lose their difference. The caller gives the engine its history anew afterwards, from the new sources.
 *
 * The NAV goes on and units stay what they are; the record of what is measured begins anew (`RecordBreak`).
 */
export function settleOldSources(
  running: Running,
  closed: BarSources & { readonly time: number },
): { report: StepReport; restart: Strike; recordBreak: RecordBreak; protocol: ProtocolDraft } | null {
  const { engine, strike } = running;
  const changes = changedSources(running, closed);
  if (strike === null || changes.length === 0) return null;
  engine.idle(closed.time);
  const report = engine.settle(
    changes.map(({ symbol }) => symbol),
    closed.time,
  );
  const nav = navOf(engine.mark().equity);
  return {
    report,
    // Peaks and drawdowns of the record count from here.
    restart: { ...strike, nav, peak: nav, maxDrawdown: 0 },
    recordBreak: { at: closed.time, nav, changes },
    protocol: describeSourceChange(closed.time, changes, report.fills.length),
  };
}

/** Keeps the part of the live record that has ended. @param last its last strike. */
export async function writeClosedRecord(
  tx: Tx,
  row: Pick<PortfolioRow, 'id' | 'liveSince' | 'liveNav'>,
  last: Strike,
  { at, nav, changes }: RecordBreak,
): Promise<void> {
  if (row.liveSince === null || row.liveNav === null) return;
  await tx.insert(botClosedRecords).values({
    portfolioId: row.id,
    since: row.liveSince,
    sinceNav: row.liveNav,
    until: new Date(at),
    untilNav: nav,
    maxDrawdown: Math.min(last.maxDrawdown, drawdownOf(nav, last.peak)),
    changes: changes.map((change) => ({ ...change })),
  });
}
