import { setImmediate } from 'node:timers/promises';
import {
  FLOWS_MARKED,
  type FlowKind,
  INVESTMENTS_NAMED,
  type TransferKind,
  type WealthHistory,
  type WealthRange,
} from '@botdepot/contract';
import { fixed12ToText, type Micros, toWire } from '@botdepot/money';
import { DAY_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import {
  findFirstBooking,
  readWalletMovements,
  type WalletMovement,
  type WalletMovements,
} from '../../wallet/index.ts';
import type { EarnedParts } from '../investments/breakdown.ts';
import { investmentReference } from '../investments/investment.ts';
import type { EndedRun } from './ended-runs.ts';
import {
  earnedBetween,
  type Holding,
  heldAt,
  type KnownStrike,
  readHoldings,
  readStrikesAt,
  valueAt,
} from './holdings.ts';
import {
  firstAtOrAfter,
  type OwnHoldings,
  type OwnMoney,
  readOwnHoldings,
  sumOwnBots,
} from './own-holdings.ts';
import { timeWeighted } from './time-weighted.ts';

/** One a minute over a day; a fall between two of them is not seen, and the answer says how many there were. */
const INSTANTS = 1_440;
/** Strikes come once a minute: to look more often would only count the same value again. */
const LEAST_STEP_MS = 60_000;
const POINTS = 300;

const RANGE_DAYS: Record<Exclude<WealthRange, 'max'>, number> = { '1d': 1, '1w': 7, '1m': 30, '1y': 365 };

const FLOWS: Partial<Record<TransferKind, Flow['flow']>> = {
  deposit_approved: 'deposit',
  withdrawal_approved: 'withdrawal',
  wallet_corrected: 'correction',
};

/**
 * What a customer's money became: wallet, investments and own bots together, time-weighted, with the sum that leads from the
 * value at the beginning to the value now. Reads the newest tick for now, or the newest minute of own bots, and strikes for the past.
 */
export async function readWealthHistory(
  tx: Tx,
  ownMoney: OwnMoney,
  { userId, range, clockNow }: { userId: string; range: WealthRange; clockNow: Date },
): Promise<WealthHistory> {
  const from = beginningOf(range, (await findFirstBooking(tx, userId)) ?? clockNow, clockNow);
  const { opening, movements } = await readWalletMovements(tx, userId, from);
  const { holdings, ticks } = await readHoldings(tx, userId, from);
  const own = await readOwnHoldings(tx, ownMoney, { userId, from });
  // Another replica's clock may be a moment ahead. What it has booked is there, so now cannot be earlier.
  const now = newestOf([
    clockNow,
    movements.at(-1)?.at,
    own.ended.newestAt,
    ...[...holdings, ...own.runs].map(({ changes }) => changes.at(-1)?.at),
  ]);
  const flows = movements.flatMap((movement) => {
    const kind = FLOWS[movement.kind];
    return kind ? [{ ...movement, flow: kind }] : [];
  });

  const byHand = holdings
    .flatMap(({ manual }) => manual)
    .filter(({ at }) => at > from && at <= now)
    .map(({ at, profit, transferId }) => ({ at, amount: profit, flow: 'manual' as const, transferId }));

  const times = instantsOf(from, now, flows, byHand);
  const portfolioIds = [...new Set(holdings.map(({ portfolioId }) => portfolioId))];
  const strikes = await readStrikesAt(tx, portfolioIds, times);
  // The end is now, at the newest tick, also of what was started after it: a series that was used up has no newer one.
  for (const [portfolioId, known] of strikes) {
    const tick = ticks.get(portfolioId);
    if (tick) known[times.length - 1] = { ...tick, at: now };
  }

  const inOwnBots = await sumOwnBots(tx, times, own);
  const besides = await wealthAt(times, { opening, movements }, holdings, strikes);
  const wealth = besides.map((amount, place) => amount + (inOwnBots[place] ?? 0n));
  const flowAt = sumByTime(flows);
  const instants = times.map((at, place) => ({
    at,
    wealth: wealth[place] ?? 0n,
    flow: place === 0 ? 0n : (flowAt.get(at.getTime()) ?? 0n),
  }));
  const returned = timeWeighted(instants);
  const lowest = returned.reduce(
    (place, { drawdown }, other) => (drawdown < (returned[place]?.drawdown ?? 0) ? other : place),
    0,
  );
  const everHeld = instants.some((instant) => instant.wealth > 0n);
  const points = thinnedPlaces(times.length, lowest).flatMap((place) => {
    const instant = instants[place];
    const figures = returned[place];
    return instant && figures
      ? [
          {
            at: instant.at.toISOString(),
            wealth: toWire(instant.wealth),
            returnFraction: drawn(figures.returnFraction),
            drawdown: drawn(figures.drawdown),
          },
        ]
      : [];
  });
  const shares = sharesOf({ from, to: now }, holdings, strikes, own);
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    sum: sumOf(flows, [...shares, own.ended], wealth),
    holdings: presentHoldings(now, holdings, strikes),
    inOwnBots: toWire(inOwnBots.at(-1) ?? 0n),
    returnFraction: everHeld ? (returned.at(-1)?.returnFraction ?? null) : null,
    maxDrawdownFraction: everHeld ? (returned[lowest]?.drawdown ?? null) : null,
    lowestAt: everHeld ? (times[lowest]?.toISOString() ?? null) : null,
    instants: times.length,
    points: everHeld ? points : [],
    flowCount: flows.length + byHand.length,
    flows: largestOf([...flows, ...byHand].toSorted((a, b) => a.at.getTime() - b.at.getTime())).map(
      ({ at, flow, amount, transferId }) => ({
        at: at.toISOString(),
        kind: flow,
        amount: toWire(amount),
        transferId,
      }),
    ),
    investmentCount: shares.length + own.ended.count,
    investments: presentShares([...shares, ...own.ended.largest.map(shareOfEnded)]),
  };
}

/** As exact as a curve is read, to 1e-8: what stands behind that is a third of the whole answer. */
const drawn = (fraction: number): number => Math.round(fraction * 1e8) / 1e8;

const newestOf = (times: readonly (Date | undefined)[]): Date =>
  new Date(Math.max(...times.map((at) => at?.getTime() ?? 0)));

const sizeOf = (amount: Micros): Micros => (amount < 0n ? -amount : amount);

/** The largest flows in time order; of equal ones the first. */
function largestOf(flows: readonly Marked[]): Marked[] {
  const bySize = flows.toSorted((a, b) => Number(sizeOf(b.amount) - sizeOf(a.amount)));
  const chosen = new Set(bySize.slice(0, FLOWS_MARKED));
  return flows.filter((flow) => chosen.has(flow));
}

type Marked = Pick<WalletMovement, 'at' | 'amount' | 'transferId'> & { flow: FlowKind };
type Flow = Marked & { flow: Exclude<FlowKind, 'manual'> };

/** A moment before the first movement, so that it counts as a flow; never before that. */
function beginningOf(range: WealthRange, first: Date, now: Date): Date {
  const earliest = first.getTime() - 1;
  if (range === 'max') return new Date(earliest);
  return new Date(Math.max(earliest, now.getTime() - RANGE_DAYS[range] * DAY_MS));
}

/**
 * Evenly spaced, at most one a minute, with one at every flow, and two at every manual return, whose jump would else look
 * milder over a longer period; both ends included.
 */
function instantsOf(from: Date, to: Date, flows: readonly Flow[], byHand: readonly Marked[]): Date[] {
  const span = to.getTime() - from.getTime();
  const jumps = byHand.slice(-INSTANTS).flatMap(({ at }) => [at.getTime() - 1, at.getTime()]);
  const times = new Set<number>([
    from.getTime(),
    to.getTime(),
    ...flows.map(({ at }) => at.getTime()),
    ...jumps.filter((time) => time >= from.getTime()),
  ]);
  const steps = Math.min(INSTANTS, Math.ceil(span / LEAST_STEP_MS));
  for (let step = 1; step < steps; step++) times.add(Math.floor(from.getTime() + (span * step) / steps));
  return [...times].sort((a, b) => a - b).map((time) => new Date(time));
}

/** Holdings that are valued between two looks at the other work of the process: some milliseconds. */
const HOLDINGS_AT_ONCE = 50;

/** Wallet and holdings at each of the times. */
async function wealthAt(
  times: readonly Date[],
  { opening, movements }: WalletMovements,
  holdings: readonly Holding[],
  strikes: ReadonlyMap<string, readonly (KnownStrike | null)[]>,
): Promise<Micros[]> {
  let inWallet = opening;
  let next = 0;
  const wealth = times.map((at) => {
    for (let movement = movements[next]; movement && movement.at <= at; movement = movements[++next])
      inWallet += movement.amount;
    return inWallet;
  });
  for (const [index, holding] of holdings.entries()) {
    if (index % HOLDINGS_AT_ONCE === HOLDINGS_AT_ONCE - 1) await setImmediate();
    const known = strikes.get(holding.portfolioId);
    const until = holding.stop?.at.getTime() ?? Number.POSITIVE_INFINITY;
    for (let place = firstAtOrAfter(times, holding.startedAt); place < times.length; place++) {
      const at = times[place];
      if (!at || at.getTime() >= until) break;
      wealth[place] = (wealth[place] ?? 0n) + valueAt(holding, at, known?.[place] ?? null);
    }
  }
  return wealth;
}

/** What is still held, with its part in the end of the sum. */
function presentHoldings(
  now: Date,
  holdings: readonly Holding[],
  strikes: ReadonlyMap<string, readonly (KnownStrike | null)[]>,
): WealthHistory['holdings'] {
  return holdings
    .filter(({ stop }) => stop === null)
    .map((holding) => ({
      botType: holding.botType,
      series: holding.series,
      units: fixed12ToText(heldAt(holding, now).units),
      value: toWire(valueAt(holding, now, strikes.get(holding.portfolioId)?.at(-1) ?? null)),
    }));
}

function sumOf(
  flows: readonly Flow[],
  shares: readonly Pick<Share, 'earned'>[],
  wealth: readonly Micros[],
): WealthHistory['sum'] {
  const total = { realised: 0n, unrealised: 0n, costs: 0n, financing: 0n, manual: 0n, rounding: 0n };
  for (const { earned } of shares) {
    total.realised += earned.realised;
    total.unrealised += earned.unrealised;
    total.costs += earned.costs;
    total.financing += earned.financing;
    total.manual += earned.manual;
    total.rounding += earned.rounding;
  }
  const flowed = (kind: Flow['flow']) =>
    flows.filter(({ flow }) => flow === kind).reduce((sum, { amount }) => sum + amount, 0n);
  return {
    start: toWire(wealth[0] ?? 0n),
    deposits: toWire(flowed('deposit')),
    withdrawals: toWire(flowed('withdrawal')),
    corrections: toWire(flowed('correction')),
    realised: toWire(total.realised),
    unrealised: toWire(total.unrealised),
    costs: toWire(total.costs),
    financing: toWire(total.financing),
    manual: toWire(total.manual),
    rounding: toWire(total.rounding),
    end: toWire(wealth.at(-1) ?? 0n),
  };
}

function sumByTime(flows: readonly Flow[]): Map<number, Micros> {
  const sums = new Map<number, Micros>();
  for (const { at, amount } of flows) sums.set(at.getTime(), (sums.get(at.getTime()) ?? 0n) + amount);
  return sums;
}

/** Evenly thinned places, both ends and the lowest among them. */
function thinnedPlaces(count: number, lowest: number): number[] {
  const step = Math.max(1, Math.ceil(count / POINTS));
  return Array.from({ length: count }, (_, place) => place).filter(
    (place) => place % step === 0 || place === count - 1 || place === lowest,
  );
}

/** What one investment, or one run of an own bot, brought in a period. */
type Share = Pick<WealthHistory['investments'][number], 'id' | 'reference' | 'botType' | 'ownBot'> & {
  readonly startedAt: Date;
  readonly stoppedAt: Date | null;
  readonly earned: EarnedParts;
};

/** One whose bot was never struck has brought nothing yet. */
function sharesOf(
  period: { from: Date; to: Date },
  holdings: readonly Holding[],
  strikes: ReadonlyMap<string, readonly (KnownStrike | null)[]>,
  { runs }: OwnHoldings,
): Share[] {
  const ofHouse = holdings.flatMap((holding): Share[] => {
    const { id, number, botType, startedAt, stop } = holding;
    const known = strikes.get(holding.portfolioId);
    const to = known?.at(-1);
    if (!to) return [];
    const earned = earnedBetween(holding, period, { from: known?.[0] ?? null, to });
    const reference = investmentReference(number);
    return [{ id, reference, botType, ownBot: null, startedAt, stoppedAt: stop?.at ?? null, earned }];
  });
  const ofOwn = runs.map((run): Share => {
    const { botId, number, name } = run.start;
    return {
      ...shareOfOwn({ id: run.portfolioId, bot: { id: botId, number, name } }),
      startedAt: run.startedAt,
      stoppedAt: run.stop?.at ?? null,
      earned: earnedBetween(run, period, run),
    };
  });
  return [...ofHouse, ...ofOwn];
}

const shareOfEnded = ({ startedAt, stoppedAt, earned, ...run }: EndedRun): Share => ({
  ...shareOfOwn(run),
  startedAt,
  stoppedAt,
  earned,
});

const shareOfOwn = ({ id, bot }: Pick<EndedRun, 'id' | 'bot'>) => ({
  id,
  reference: String(bot.number),
  botType: null,
  ownBot: { id: bot.id, name: bot.name },
});

/** Those that moved most, newest first. */
function presentShares(unordered: readonly Share[]): WealthHistory['investments'] {
  const shares = unordered.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  const bySize = shares.toSorted((a, b) => Number(movedBy(b) - movedBy(a)));
  const chosen = new Set(bySize.slice(0, INVESTMENTS_NAMED));
  return shares
    .filter((share) => chosen.has(share))
    .toReversed()
    .map(({ startedAt, stoppedAt, earned, ...whose }) => ({
      ...whose,
      startedAt: startedAt.toISOString(),
      stoppedAt: stoppedAt?.toISOString() ?? null,
      realised: toWire(earned.realised),
      unrealised: toWire(earned.unrealised),
      manual: toWire(earned.manual),
      costs: toWire(earned.costs),
      financing: toWire(earned.financing),
      rounding: toWire(earned.rounding),
    }));
}

function movedBy({ earned }: Share): Micros {
  return Object.values(earned).reduce((sum, part) => sum + (part < 0n ? -part : part), 0n);
}
