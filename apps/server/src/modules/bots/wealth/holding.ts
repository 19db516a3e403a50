import type { BotType } from '@botdepot/contract';
import { type Fixed12, type Micros, payoutOf } from '@botdepot/money';
import type { NavFigures } from '../bots.schema.ts';
import { type EarnedParts, earnedBy } from '../investments/breakdown.ts';
import type { KnownStrike } from './strikes-at.store.ts';

/** A change of units: the start, a manual return, the stop. */
export type HoldingChange = {
  readonly at: Date;
  readonly units: Fixed12;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
};

/** One investment as a stretch of units. */
export type Holding = {
  readonly id: string;
  readonly number: number;
  readonly botType: BotType;
  readonly series: number;
  readonly portfolioId: string;
  readonly initial: Micros;
  readonly startedAt: Date;
  /** In time order; the first is the start, the last of a stopped one its stop. */
  readonly changes: readonly HoldingChange[];
  readonly manual: readonly { at: Date; profit: Micros }[];
  readonly stop: { at: Date; payout: Micros; figures: NavFigures } | null;
};

/** What it was worth at a moment while it was held: whole cents, what a stop would have paid at the NAV known then. */
export function valueAt(holding: Holding, at: Date, strike: KnownStrike | null): Micros {
  const { units, last } = heldAt(holding, at);
  if (!last || units === 0n) return 0n;
  return payoutOf(units, newest(last, strike).nav);
}

/**
 * Its parts over a period, the sum of which is what it changed by, less what was put in and paid out. A stop realises
 * everything: what was unrealised then, and before the period, has become realised.
 */
export function earnedBetween(
  holding: Holding,
  period: { from: Date; to: Date },
  known: { from: KnownStrike | null; to: KnownStrike },
): EarnedParts {
  const { initial, startedAt, stop, changes, manual } = holding;
  const { units, last } = heldAt(holding, period.from);
  const before = last && units > 0n ? newest(last, known.from) : null;
  const since = changes.filter(({ at }) => at > period.from && at <= period.to);
  const ended = stop !== null && stop.at <= period.to;
  const put = startedAt > period.from ? initial : valueAt(holding, period.from, known.from);
  const earned = earnedBy({
    initial: put,
    changes: [
      ...(before ? [{ units, figures: before.figures }] : []),
      ...(ended ? since.slice(0, -1) : since),
    ],
    now: ended ? stop.figures : newest(heldAt(holding, period.to).last, known.to).figures,
    manual: manual
      .filter(({ at }) => at > period.from && at <= period.to)
      .reduce((sum, { profit }) => sum + profit, 0n),
    value: ended ? stop.payout : valueAt(holding, period.to, known.to),
  });
  if (!ended) return earned;
  const unrealisedBefore = before ? unrealisedAt(holding, period.from, before.figures) : 0n;
  return {
    ...earned,
    realised: earned.realised + earned.unrealised + unrealisedBefore,
    unrealised: -unrealisedBefore,
  };
}

/** What it had earned in open positions since its start, at a moment while it was held. */
function unrealisedAt({ initial, changes }: Holding, at: Date, now: NavFigures): Micros {
  const until = changes.filter((change) => change.at <= at);
  return earnedBy({ initial, changes: until, now, manual: 0n, value: initial }).unrealised;
}

/** The units held at a moment, and the change that led to them. */
export function heldAt({ changes }: Holding, at: Date): { units: Fixed12; last: HoldingChange | undefined } {
  let units = 0n;
  let last: HoldingChange | undefined;
  for (const change of changes) {
    if (change.at > at) break;
    units += change.units;
    last = change;
  }
  return { units, last };
}

/** Starts and manual returns are booked at a tick's NAV, which the strike before it does not know. */
function newest(change: HoldingChange | undefined, strike: KnownStrike | null): HoldingChange | KnownStrike {
  if (strike && (!change || strike.at > change.at)) return strike;
  if (!change) throw new Error('nothing is held before the first change');
  return change;
}
