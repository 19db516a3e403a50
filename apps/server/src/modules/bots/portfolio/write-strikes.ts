import type { Fill } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { botFills, botNav, botProtocol } from '../bots.schema.ts';
import type { ProtocolDraft } from '../protocol/protocol-draft.ts';
import type { Strike } from './strike.ts';

export type StrikeRecord = {
  readonly strike: Strike;
  readonly report: { readonly fills: readonly Fill[] };
  readonly protocol: readonly ProtocolDraft[];
  /** Mid prices of what is held after the bar, see `bot_nav`. */
  readonly marks: readonly (number | null)[];
  /** Source of the prices by symbol; absent where the bar does not say. */
  readonly sources?: Readonly<Record<string, string>>;
};

/**
 * Writes bars with their fills, NAV and protocol. Their keys (portfolio, bar, sequence) let each be written once: a
 * second writer of the same bar fails with a unique violation and changes nothing.
 */
export async function writeStrikes(
  tx: Tx,
  portfolioId: string,
  records: readonly StrikeRecord[],
): Promise<void> {
  const fills = records.flatMap(({ strike, report }) =>
    report.fills.map((fill, sequence) => fillRow(portfolioId, strike, fill, sequence)),
  );
  const lines = records.flatMap(({ strike, protocol }) =>
    protocol.map((draft, sequence) => protocolRow(portfolioId, strike, draft, sequence)),
  );
  await Promise.all([
    tx.insert(botNav).values(records.map((record) => strikeRow(portfolioId, record))),
    ...(fills.length > 0 ? [tx.insert(botFills).values(fills)] : []),
    ...(lines.length > 0 ? [tx.insert(botProtocol).values(lines)] : []),
  ]);
}

function strikeRow(portfolioId: string, record: StrikeRecord): typeof botNav.$inferInsert {
  const { figures, at, ...running } = record.strike;
  return {
    portfolioId,
    at: new Date(at),
    ...running,
    ...figures,
    marks: [...record.marks],
    priceSources: record.sources ? [...new Set(Object.values(record.sources))].sort().join(',') : null,
  };
}

function fillRow(
  portfolioId: string,
  strike: Strike,
  fill: Fill,
  sequence: number,
): typeof botFills.$inferInsert {
  return {
    portfolioId,
    barAt: new Date(strike.at),
    navSeq: strike.seq,
    sequence,
    filledAt: new Date(fill.time),
    symbol: fill.symbol,
    side: fill.units > 0 ? 'buy' : 'sell',
    quantity: Math.abs(fill.units),
    price: fill.fillPrice,
    midPrice: fill.midPrice,
    fee: fill.fee,
    spread: fill.spread,
    slippage: fill.slippage,
    financing: fill.financing,
    realised: fill.grossRealised,
    unitsAfter: fill.unitsAfter,
    reason: fill.reason,
    decision: fill.decision,
    phase: strike.phase,
  };
}

function protocolRow(
  portfolioId: string,
  strike: Strike,
  draft: ProtocolDraft,
  sequence: number,
): typeof botProtocol.$inferInsert {
  return {
    portfolioId,
    barAt: new Date(strike.at),
    sequence,
    at: new Date(draft.at),
    kind: draft.kind,
    symbol: draft.symbol,
    title: draft.title,
    text: draft.text,
    until: draft.until === null ? null : new Date(draft.until),
    data: draft.data,
    phase: strike.phase,
  };
}
