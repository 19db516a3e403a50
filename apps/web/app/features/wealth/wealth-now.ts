import type { WealthHistory } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { valueOfUnits } from '../../entities/investment/value-of-units.ts';
import { directionOfFraction } from '../../lib/format/numbers.ts';
import { type Navs, navOf } from '../../lib/live/live-prices.ts';

/** A customer's money at the newest tick, and how it came there in the period of a history. */
export interface WealthNow {
  wealth: Micros;
  /** Everything since the beginning of the period that neither came in nor went out. */
  earned: Micros;
  /** What of it the prices did since the answer; its parts are not known yet. */
  sinceAnswer: Micros;
  /** Something is invested, so the prices move it. */
  isLive: boolean;
  /** In own bots, those that are about to start included, when the history was read. */
  inOwnBots: Micros;
  /** In the wallet when the history was read; null where the server does not say. */
  inWallet: Micros | null;
}

/**
 * All of it from one answer and the newest NAVs. The wallet and the list of investments are other answers: whichever of them
 * comes first after a booking would show it as profit or loss, until the last is there.
 */
export function wealthNow(
  { sum, holdings, inOwnBots: own }: Pick<WealthHistory, 'sum' | 'holdings' | 'inOwnBots'>,
  navs: Navs,
): WealthNow {
  const { start, deposits, withdrawals, corrections } = sum;
  const end = fromWire(sum.end);
  // A server of before an update names none: then nothing moves until the next answer.
  const held = (holdings ?? []).map((holding) => ({
    before: fromWire(holding.value),
    now: valueOfUnits(holding.units, holding.value, navOf(holding, navs)),
  }));
  const sinceAnswer = held.reduce((total, { before, now }) => total + now - before, 0n);
  const wealth = end + sinceAnswer;
  // No tick tells of own bots: theirs is the value of the answer.
  const inOwnBots = fromWire(own ?? '0');
  return {
    wealth,
    earned: [start, deposits, withdrawals, corrections]
      .map(fromWire)
      .reduce((rest, part) => rest - part, wealth),
    sinceAnswer,
    isLive: held.length > 0,
    inOwnBots,
    inWallet: holdings && own ? held.reduce((rest, { before }) => rest - before, end - inOwnBots) : null,
  };
}

/** Why money and return point different ways, where they do; empty where they do not. */
export function whyOpposed(earned: Micros, returnFraction: number): string {
  const direction = directionOfFraction(returnFraction);
  if (earned < 0n && direction === 'up')
    return 'Im Minus trotz positiver Rendite: Während der Verluste war Ihr Vermögen größer als während der Gewinne. Die Rendite richtet sich nicht danach, wie viel Geld da war.';
  if (earned > 0n && direction === 'down')
    return 'Im Plus trotz negativer Rendite: Während der Gewinne war Ihr Vermögen größer als während der Verluste. Die Rendite richtet sich nicht danach, wie viel Geld da war.';
  return '';
}
