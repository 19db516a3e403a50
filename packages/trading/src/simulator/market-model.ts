import type { MarketCategory } from '../costs.ts';
import { FIRST_FIGURES, MARKET_FIGURES, type MarketFigures } from './calibration.ts';
import { CATEGORIES, CATEGORY_OF, SIMULATED_SYMBOLS } from './symbols.ts';

/** The figures of the market as the simulator computes with them: arrays by symbol, or by index into `CATEGORIES`. */
export interface MarketModel {
  readonly figures: MarketFigures;
  /** By category: degrees of freedom, and weights in the next variance; see `day-shocks.ts`. */
  readonly nu: readonly number[];
  readonly alpha: readonly number[];
  readonly gamma: readonly number[];
  readonly beta: readonly number[];
  /** By symbol: the fat-tail factor is `tailScale · g ** tailPower`, g that of the category. */
  readonly tailPower: readonly number[];
  readonly tailScale: readonly number[];
  /** By symbol: standard deviation of an average day's log return at v = g = 1, jumps aside: fraction. */
  readonly deviation: readonly number[];
  readonly news: NewsModel | undefined;
}

/** Hours of news and jumps; see `day-news.ts`. */
export interface NewsModel {
  /** Chance that an hour is one of news, and that a jump falls into an hour. */
  readonly newsPerHour: number;
  readonly jumpsPerHour: number;
  /** By symbol: factors on the standard deviation of a calm hour and of one of news; their mean square is 1. */
  readonly calm: readonly number[];
  readonly nervous: readonly number[];
  /** By category: standard deviation of a jump in units of its hour's, before clipping, … */
  readonly jumpDeviation: readonly number[];
  /** … and the largest log jump, whatever the day. */
  readonly largestJump: readonly number[];
}

const DAYS_PER_YEAR = 365.2425;
export const tradingDaysPerYear = (category: MarketCategory): number =>
  (category === 'crypto' ? 1 : 5 / 7) * DAYS_PER_YEAR;

/** ln Γ(x) for x > 0 by Stirling's series, shifted to where its error is below 10⁻¹². */
function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 12; y++) shift += Math.log(y);
  const series = 1 / (12 * y) - 1 / (360 * y ** 3) + 1 / (1260 * y ** 5);
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** ln E[g^q] of g = √((ν−2)/χ²_ν), from E[χ²^−p] = 2^−p·Γ(ν/2−p)/Γ(ν/2); it exists for q < ν. */
const logTailMoment = (nu: number, q: number): number =>
  (q / 2) * Math.log((nu - 2) / 2) + logGamma((nu - q) / 2) - logGamma(nu / 2);

/** Factor that gives g^p the mean square 1. */
const tailScale = (nu: number, power: number): number =>
  power === 1 ? 1 : Math.exp(-0.5 * logTailMoment(nu, 2 * power));

/**
 * How much of a correlation survives the fat-tail factors of two symbols: E[gᵢ·gⱼ]. Within a category they go together,
 * across categories they are independent.
 */
export function tailOverlap(
  { nu, tailPower, tailScale }: MarketModel,
  first: number,
  second: number,
): number {
  const [a, b] = [CATEGORY_OF[first]!, CATEGORY_OF[second]!];
  const [p, q] = [tailPower[first]!, tailPower[second]!];
  const scale = tailScale[first]! * tailScale[second]!;
  if (a === b) return scale * Math.exp(logTailMoment(nu[a]!, p + q));
  return scale * Math.exp(logTailMoment(nu[a]!, p) + logTailMoment(nu[b]!, q));
}

function modelOf(figures: MarketFigures): MarketModel {
  const { variance, symbols, news } = figures;
  const models = CATEGORIES.map((category) => variance[category]);
  const byCategory = (figure: (category: MarketCategory) => number): number[] => CATEGORIES.map(figure);
  const nu = models.map((model) => model.nu);
  // The tail index of g^p is ν/p, so a symbol gets its own from the shock that it shares with its category.
  const tailPower = SIMULATED_SYMBOLS.map(({ symbol }, i) => {
    const categoryNu = nu[CATEGORY_OF[i]!]!;
    return categoryNu / (symbols?.[symbol]?.nu ?? categoryNu);
  });
  const jumpVariance = (category: MarketCategory): number =>
    news === undefined ? 0 : news.jumpsPerHour * news.jumpVariance[category];
  const newsVariance = SIMULATED_SYMBOLS.map(({ symbol }) => symbols?.[symbol]?.newsVariance ?? 1);
  return {
    figures,
    nu,
    alpha: models.map((model) => model.alpha),
    gamma: models.map((model) => model.gamma),
    beta: models.map((model) => model.beta),
    tailPower,
    tailScale: tailPower.map((power, i) => tailScale(nu[CATEGORY_OF[i]!]!, power)),
    deviation: SIMULATED_SYMBOLS.map(({ symbol, category, volatilityPerYear }) => {
      const scale = symbols?.[symbol]?.volatilityScale ?? variance[category].volatilityScale;
      const whole = (volatilityPerYear * scale) / Math.sqrt(tradingDaysPerYear(category));
      return whole / Math.sqrt(1 + jumpVariance(category));
    }),
    news: news && {
      newsPerHour: news.newsPerHour,
      jumpsPerHour: news.jumpsPerHour,
      calm: newsVariance.map((variance) => calm(news.newsPerHour, variance)),
      nervous: newsVariance.map((variance) => calm(news.newsPerHour, variance) * Math.sqrt(variance)),
      jumpDeviation: byCategory((category) => Math.sqrt(news.jumpVariance[category])),
      largestJump: byCategory((category) => news.largestJump[category]),
    },
  };
}

const calm = (chance: number, variance: number): number => 1 / Math.sqrt(1 + chance * (variance - 1));

/** The model in force … */
export const MARKET_MODEL: MarketModel = modelOf(MARKET_FIGURES);
/** … and the first one, which the history of older installations keeps for ever. */
export const FIRST_MODEL: MarketModel = modelOf(FIRST_FIGURES);

/** The model of an hour or a trading day that starts then. @param sinceMs start of the first trading day of the one in force. */
export const modelAt = (startMs: number, sinceMs: number): MarketModel =>
  startMs >= sinceMs ? MARKET_MODEL : FIRST_MODEL;
