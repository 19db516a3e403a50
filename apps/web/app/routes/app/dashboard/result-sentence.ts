import {
  BOTS,
  type BotType,
  type Investment,
  type OwnHolding,
  type Rarity,
  rarityOf,
  type UsualRange,
} from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { formatCount, formatPercent, NBSP } from '../../../lib/format/numbers.ts';
import type { ValuedInvestment } from './investment-sums.ts';

/** How the running bots stand, for somebody who knows nothing of trading. */
export interface ResultSentence {
  /** `Ihr SmartBot liegt 16,10 USDT im Minus.` */
  lead: string;
  /** `Das ist für acht Wochen üblich.`, or why nobody can say. */
  judgement: string;
  /** See `manualSentence`. */
  manual: string | null;
  /** What that rests on, and the bot whose backtest it is; null where nothing was judged. */
  basis: { text: string; botType: BotType } | null;
}

interface Judged {
  botType: BotType;
  usual: UsualRange;
  returnFraction: number;
  rarity: Rarity;
}

const RARITIES: readonly Rarity[] = ['usual', 'unusual', 'rare'];

/**
 * Told and judged is what the bot brought, from NAV to NAV: a manual return is the customer's profit and not the bot's, and is told
 * apart. Of several the one that is furthest from usual is named.
 *
 * @param active At least one, each with its newest value.
 * @param navOf Its newest NAV as a decimal string; null where only the answer's is known.
 */
export function resultSentence(
  active: readonly ValuedInvestment[],
  navOf: (investment: Investment) => string | null,
): ResultSentence {
  if (active.length === 0) throw new Error('a sentence about no investment');
  const isOnly = active.length === 1;
  const judged = active
    .map(({ investment }) => judge(investment, navOf(investment)))
    .filter((one) => one !== null)
    .toSorted((one, other) => RARITIES.indexOf(other.rarity) - RARITIES.indexOf(one.rarity));
  const [furthest] = judged;
  const manual = active.reduce<Micros>((sum, one) => sum + one.manual, 0n);
  return {
    lead: leadOf(active, manual),
    judgement:
      furthest && (furthest.rarity !== 'usual' || judged.length === active.length)
        ? judgementOf(furthest, isOnly)
        : whyNot(active, judged.length),
    manual: manualSentence(manual),
    basis:
      furthest && (furthest.rarity !== 'usual' || isOnly)
        ? { text: basisOf(furthest, isOnly), botType: furthest.botType }
        : null,
  };
}

/** What an operator has booked beside what bots brought; null where nothing. */
export const manualSentence = (manual: Micros): string | null =>
  manual === 0n ? null : `Von Hand gebucht wurden außerdem ${inUsdt(manual, { sign: 'always' })}.`;

function leadOf(active: readonly ValuedInvestment[], manual: Micros): string {
  const profit = active.reduce<Micros>((sum, one) => sum + one.profit, -manual);
  const [first] = active;
  const who =
    active.length === 1 && first
      ? `Ihr ${BOTS[first.investment.botType].name} `
      : `Ihre ${numberWord(active.length)} Bots `;
  return standing(who, active.length, profit);
}

function standing(who: string, count: number, profit: Micros): string {
  const verb = count === 1 ? 'liegt' : 'liegen zusammen';
  if (profit === 0n) return `${who}${verb} genau beim Einsatz.`;
  return `${who}${verb} ${inUsdt(profit < 0n ? -profit : profit)} im ${profit < 0n ? 'Minus' : 'Plus'}.`;
}

/** How own bots stand, of which nobody knows what is usual; null without one that holds money. */
export function ownSentence(own: readonly OwnHolding[]): string | null {
  const running = own.filter(({ isWaiting }) => !isWaiting);
  const [first] = running.length > 0 ? running : own;
  if (!first) return null;
  const count = running.length || own.length;
  const who = count === 1 ? `Ihr eigener Bot „${first.name}“ ` : `Ihre ${numberWord(count)} eigenen Bots `;
  if (running.length === 0) return `${who}${count === 1 ? 'wartet auf seinen' : 'warten auf ihren'} Start.`;
  return standing(
    who,
    count,
    running.reduce((sum, { put, value }) => sum + fromWire(value) - fromWire(put), 0n),
  );
}

function judge(investment: Investment, newest: string | null): Judged | null {
  const { botType, usual, navAtStart, nav } = investment;
  if (!usual) return null;
  const returnFraction = Number(newest ?? nav) / Number(navAtStart) - 1;
  const rarity = rarityOf(returnFraction, usual);
  return rarity === null ? null : { botType, usual, returnFraction, rarity };
}

function judgementOf({ botType, usual, returnFraction, rarity }: Judged, isOnly: boolean): string {
  if (rarity === 'usual')
    return isOnly ? `Das ist für ${spanOf(usual)} üblich.` : 'Das ist für ihre Laufzeiten üblich.';
  const which = returnFraction < 0 ? 'schlecht' : 'gut';
  const it = isOnly ? 'Das ist' : `Beim ${BOTS[botType].name} ist das Ergebnis`;
  const how = rarity === 'rare' ? `sehr selten so ${which}` : `ungewöhnlich ${which}`;
  return `${it} für ${spanOf(usual)} ${how}.`;
}

/** Nobody can say before the first day, and after more days than the backtest has often enough. */
function whyNot(active: readonly ValuedInvestment[], judged: number): string {
  const young = active.filter(({ investment }) => !investment.usual).length;
  if (young === active.length) return 'Ob das üblich ist, lässt sich nach dem ersten Tag sagen.';
  return young + judged === 0
    ? 'Der Rücktest enthält zu wenige so lange Zeiträume, um zu sagen, ob das üblich ist.'
    : 'Ob das üblich ist, lässt sich noch nicht für jeden sagen.';
}

function basisOf({ botType, usual, returnFraction }: Judged, isOnly: boolean): string {
  const percent = (fraction: number) => formatPercent(fraction, { sign: 'always' });
  const days = usual.days === 1 ? `1${NBSP}Tag` : `${formatCount(usual.days)}${NBSP}Tagen`;
  const whose = isOnly ? 'er' : `der ${BOTS[botType].name}`;
  return `Im Rücktest lagen 9 von 10${NBSP}Zeiträumen von ${days} zwischen ${percent(usual.low)} und ${percent(usual.high)}, seit Ihrem Start liegt ${whose} bei ${percent(returnFraction)}.`;
}

/** `einen Tag`, `zwölf Tage`, `acht Wochen`, `fünf Monate`: as one speaks. */
function spanOf({ days }: UsualRange): string {
  if (days < 14) return days === 1 ? 'einen Tag' : `${numberWord(days)} Tage`;
  if (days < 84) return `${numberWord(Math.round(days / 7))} Wochen`;
  return `${numberWord(Math.round(days / 30.4))} Monate`;
}

const WORDS = 'null,ein,zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf'.split(',');
const numberWord = (count: number): string => WORDS[count] ?? formatCount(count);
