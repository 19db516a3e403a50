/**
 * A rule traded from its definition alone: at every bar everything is worked out anew from all bars so far, with plain lists and
 * nothing of the engine. Slow, and only for comparison.
 */
import type { Condition, Distance, IndicatorOperand, Leaf, Rule } from '../rules/rule.ts';
import { indicator, operandValue, type TimedBar } from './naive-values.ts';

export interface NaiveMarket {
  readonly symbol: string;
  readonly bars: readonly TimedBar[];
  /** Parts of the notional that a fill costs. */
  readonly rates: readonly number[];
}

export interface NaiveFill {
  readonly time: number;
  readonly symbol: string;
  readonly reason: string;
  readonly units: number;
  readonly midPrice: number;
}

interface Holding {
  units: number;
  entry: number;
  stop: number | null;
  target: number | null;
  trail: ((best: number) => number) | null;
  best: number;
  /** Index of the bar it was entered in. */
  since: number;
}

interface Waiting {
  units: number;
  weight: number;
  reason: string;
  range: number;
}

/** @param catalogue gives the order in which symbols are filled and served. @returns null for a run whose equity was used up or hit the cap. */
export function tradeNaively(
  rule: Rule,
  named: readonly NaiveMarket[],
  cash: number,
  catalogue: readonly string[],
): NaiveFill[] | null {
  const markets = named.toSorted((a, b) => catalogue.indexOf(a.symbol) - catalogue.indexOf(b.symbol));
  const fills: NaiveFill[] = [];
  const held: (Holding | null)[] = markets.map(() => null);
  const waiting: (Waiting | null)[] = markets.map(() => null);
  const leftAt: number[] = markets.map(() => Number.NEGATIVE_INFINITY);
  const last: number[] = markets.map(() => Number.NaN);
  let money = cash;
  const equity = () => held.reduce((sum, one, m) => sum + (one ? one.units * last[m]! : 0), money);
  const trade = (m: number, time: number, units: number, price: number, reason: string) => {
    const notional = Math.abs(units) * price;
    money -= units * price;
    for (const rate of markets[m]!.rates) money -= notional * rate;
    fills.push({ time, symbol: markets[m]!.symbol, reason, units, midPrice: price });
  };
  const leave = (m: number, bar: number, time: number, price: number, reason: string) => {
    trade(m, time, -held[m]!.units, price, reason);
    held[m] = null;
    leftAt[m] = bar;
  };
  const hold = (m: number, bar: number, price: number, order: Waiting, units: number) => {
    const side = Math.sign(units);
    const away = (distance: Distance, from: number) =>
      distance.unit === 'percent' ? from * (distance.value / 100) : distance.value * order.range;
    held[m] = {
      units,
      entry: price,
      stop: rule.stop && price - side * away(rule.stop, price),
      target: rule.target && price + side * away(rule.target, price),
      trail: rule.trailing && ((best) => best - side * away(rule.trailing!, best)),
      best: price,
      since: bar,
    };
  };

  const times = [...new Set(markets.flatMap(({ bars }) => bars.map(({ time }) => time)))].sort(
    (a, b) => a - b,
  );
  for (const time of times) {
    const present = markets.map(({ bars }) => bars.findIndex((bar) => bar.time === time));
    for (const [m, bar] of present.entries()) {
      if (bar < 0) continue;
      const { open } = markets[m]!.bars[bar]!;
      last[m] = open;
      const order = waiting[m];
      waiting[m] = null;
      if (!order) continue;
      const before = held[m]?.units ?? 0;
      if (rule.sizing.lot === null || order.units === 0) {
        trade(m, time, order.units - before, open, order.reason);
        if (order.units === 0) {
          held[m] = null;
          leftAt[m] = bar;
        } else hold(m, bar, open, order, order.units);
        continue;
      }
      if (before !== 0) {
        trade(m, time, -before, open, order.reason);
        held[m] = null;
        leftAt[m] = bar;
      }
      const { lot } = rule.sizing;
      const price = lot * open * (1 + markets[m]!.rates.reduce((sum, rate) => sum + rate, 0));
      const budget = Math.abs(order.weight) * equity();
      const lots = Math.floor(budget / price);
      const units = Math.sign(order.weight) * lots * lot;
      if (lots < 1) continue;
      trade(m, time, units, open, order.reason);
      hold(m, bar, open, order, units);
    }
    for (const [m, bar] of present.entries()) {
      if (bar < 0) continue;
      const { open, high, low, close } = markets[m]!.bars[bar]!;
      const one = held[m];
      if (one) {
        const isLong = one.units > 0;
        const trail = one.trail?.(one.best) ?? null;
        const levels = [one.stop, trail].filter((level) => level !== null);
        const tighter = levels.length === 0 ? null : isLong ? Math.max(...levels) : Math.min(...levels);
        if (tighter !== null && (isLong ? low <= tighter : high >= tighter)) {
          const price = isLong ? Math.min(tighter, open) : Math.max(tighter, open);
          leave(m, bar, time, price, tighter === one.stop ? 'stop' : 'trailing');
        } else if (one.target !== null && (isLong ? high >= one.target : low <= one.target)) {
          leave(m, bar, time, isLong ? Math.max(one.target, open) : Math.min(one.target, open), 'target');
        } else one.best = isLong ? Math.max(one.best, high) : Math.min(one.best, low);
      }
      last[m] = close;
    }
    const worth = equity();
    if (!(worth > 0)) return null;
    const weightOf = (m: number) => Math.abs((held[m]?.units ?? 0) * last[m]!) / worth;
    if (rule.leverage > 1) {
      // The engine would scale positions down; whoever compares looks at runs in which it need not.
      const gross = markets.reduce((sum, _, m) => {
        return sum + (waiting[m] ? (Math.abs(waiting[m].units) * last[m]!) / worth : weightOf(m));
      }, 0);
      if (gross > 1.4 * rule.leverage) return null;
    }

    const goes = markets.map((market, m) => {
      if (present[m]! < 0) return null;
      const bars = market.bars.slice(0, present[m]! + 1);
      const fires = (condition: Condition | null) => condition !== null && truth(condition, bars) === true;
      const long = fires(rule.entryLong) && !fires(rule.exitLong);
      const short = fires(rule.entryShort) && !fires(rule.exitShort);
      const side = long === short ? 0 : long ? 1 : -1;
      const units = held[m]?.units ?? 0;
      if (units === 0) {
        const rests = rule.cooldownBars > 0 && present[m]! - leftAt[m]! < rule.cooldownBars;
        return rests || side === 0 ? 'nothing' : side;
      }
      if (side === -Math.sign(units)) return rule.cooldownBars > 0 ? 'exit' : side;
      if (fires(units > 0 ? rule.exitLong : rule.exitShort)) return 'exit';
      const bars1 = present[m]! - held[m]!.since + 1;
      return rule.maxBars !== null && bars1 >= rule.maxBars ? 'time' : 'nothing';
    });
    let places = 0;
    let gross = 0;
    for (const [m, wish] of goes.entries()) {
      const order = wish === null ? waiting[m] : null;
      if (order) {
        if (order.units !== 0) places++;
        gross += Math.abs(order.weight);
      } else if (held[m] && wish !== 'exit' && wish !== 'time') {
        places++;
        if (typeof wish !== 'number') gross += weightOf(m);
      }
      if (wish === 'exit' || wish === 'time') waiting[m] = { units: 0, weight: 0, reason: wish, range: 0 };
    }
    for (const [m, side] of goes.entries()) {
      if (typeof side !== 'number') continue;
      const isHeld = held[m] !== null;
      const close = last[m]!;
      const range = indicator(
        { indicator: 'atr', bars: 14 } as IndicatorOperand,
        markets[m]!.bars.slice(0, present[m]! + 1),
      );
      const lacksRange =
        [rule.stop, rule.target, rule.trailing].some((distance) => distance?.unit === 'atr') &&
        (range === undefined || range === 0);
      const share = rule.sizing.percent / 100;
      const stop = rule.stop;
      const away =
        stop === null ? 1 : stop.unit === 'percent' ? (close * stop.value) / 100 : stop.value * (range ?? 0);
      const weight = Math.min(
        rule.sizing.by === 'share' ? share : share / (away / close),
        rule.leverage - gross,
      );
      if ((!isHeld && places >= rule.maxPositions) || lacksRange || weight < 0.001) {
        if (isHeld) {
          places--;
          waiting[m] = { units: 0, weight: 0, reason: 'exit', range: 0 };
        }
        continue;
      }
      if (!isHeld) places++;
      gross += weight;
      waiting[m] = {
        units: (side * weight * worth) / close,
        weight: side * weight,
        reason: isHeld ? 'reverse' : 'entry',
        range: range ?? 0,
      };
    }
  }
  return fills;
}

/** Kleene: undefined is unknown. */
function truth(condition: Condition, bars: readonly TimedBar[]): boolean | undefined {
  if ('is' in condition) return leafTruth(condition, bars);
  const children = ('all' in condition ? condition.all : condition.any).map((child) => truth(child, bars));
  const deciding = !('all' in condition);
  if (children.includes(deciding)) return deciding;
  return children.includes(undefined) ? undefined : !deciding;
}

function leafTruth(leaf: Leaf, bars: readonly TimedBar[]): boolean | undefined {
  if (leaf.is === 'within') {
    const start = new Date(bars.at(-1)!.time);
    const value = {
      weekday: ((start.getUTCDay() + 6) % 7) + 1,
      hour: start.getUTCHours(),
      day: start.getUTCDate(),
      month: start.getUTCMonth() + 1,
    }[leaf.field];
    return leaf.from <= leaf.to
      ? value >= leaf.from && value <= leaf.to
      : value >= leaf.from || value <= leaf.to;
  }
  if ('of' in leaf) {
    const values = Array.from({ length: leaf.bars + 1 }, (_, back) => operandValue(leaf.of, bars, back));
    if (values.includes(undefined)) return undefined;
    return values.every((value, back) => {
      const older = values[back + 1];
      return older === undefined || (leaf.is === 'rising' ? value! > older : value! < older);
    });
  }
  const upwards = leaf.is === 'above' || leaf.is === 'crossesAbove';
  const [low, high] = upwards ? [leaf.right, leaf.left] : [leaf.left, leaf.right];
  const now = [operandValue(low, bars, 0), operandValue(high, bars, 0)];
  if (leaf.is === 'above' || leaf.is === 'below')
    return now.includes(undefined) ? undefined : now[1]! > now[0]!;
  const before = [operandValue(low, bars, 1), operandValue(high, bars, 1)];
  if ([...now, ...before].includes(undefined)) return undefined;
  return before[1]! < before[0]! && now[1]! > now[0]!;
}
