/**
 * What a person asks of the backtester, and how it stands in the address: `?von=2024-01-01&bis=2024-12-31&kapital=1000.00
 * &symbole=BTC-USD_GOLD&kosten=1`. A link is a whole wish or none; half of one would run something that nobody asked for.
 */
import {
  BACKTEST_LIMITS,
  type BacktestData,
  type BacktestRequest,
  BOTS,
  type BotType,
  COST_FACTORS,
  MARKET_SYMBOLS,
} from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { isDay, readTypedDay, typedDayProblem } from '../../../lib/form/typed.ts';

export type CostFactor = (typeof COST_FACTORS)[number];

export interface BacktestWish {
  /** UTC days, `YYYY-MM-DD`, both included. */
  firstDay: string;
  lastDay: string;
  /** The result holds for any; this is the one it is shown for. */
  capital: Micros;
  /** In the catalogue's order. */
  symbols: readonly string[];
  costFactor: CostFactor;
}

export const WISH_PARAMETERS = {
  firstDay: 'von',
  lastDay: 'bis',
  capital: 'kapital',
  symbols: 'symbole',
  costFactor: 'kosten',
  /** The beginning of the data hash of the result that the link was made from. */
  data: 'daten',
} as const;

export const CAPITAL_LIMITS = { min: fromWire('1'), max: fromWire('1000000000') } as const;

const DATA_MARK_LENGTH = 12;
const CAPITAL = /^\d{1,10}(\.\d{1,2})?$/;
const DATA_MARK = /^[0-9a-f]{12}$/;
const SYMBOLS: readonly string[] = MARKET_SYMBOLS.map(({ symbol }) => symbol);

/** The wish in an address, or null when it holds none or not a whole one. */
export function readWish(parameters: URLSearchParams): BacktestWish | null {
  const read = (name: keyof typeof WISH_PARAMETERS) => parameters.get(WISH_PARAMETERS[name]) ?? '';
  const firstDay = read('firstDay');
  const lastDay = read('lastDay');
  const capital = readCapital(read('capital'));
  const symbols = readSymbols(read('symbols'));
  const costFactor = COST_FACTORS.find((factor) => String(factor) === read('costFactor'));
  if (!isDay(firstDay) || !isDay(lastDay) || capital === null || !symbols || costFactor === undefined)
    return null;
  return { firstDay, lastDay, capital, symbols, costFactor };
}

/** The beginning of the data hash that a link names, or null. */
export function readDataMark(parameters: URLSearchParams): string | null {
  const mark = parameters.get(WISH_PARAMETERS.data) ?? '';
  return DATA_MARK.test(mark) ? mark : null;
}

export const dataMarkOf = (dataHash: string): string => dataHash.slice(0, DATA_MARK_LENGTH);

/** The address with this wish in it; everything else in it stays. */
export function withWish(
  parameters: URLSearchParams,
  wish: BacktestWish,
  dataMark: string | null,
): URLSearchParams {
  const after = new URLSearchParams(parameters);
  const write = (name: keyof typeof WISH_PARAMETERS, text: string) => after.set(WISH_PARAMETERS[name], text);
  write('firstDay', wish.firstDay);
  write('lastDay', wish.lastDay);
  write('capital', toWire(wish.capital));
  write('symbols', wish.symbols.map((symbol) => symbol.replace('/', '-')).join('_'));
  write('costFactor', String(wish.costFactor));
  if (dataMark === null) after.delete(WISH_PARAMETERS.data);
  else write('data', dataMark);
  return after;
}

/** What the server is asked for; the capital is no part of it. */
export function requestOf(botType: BotType, wish: BacktestWish): BacktestRequest {
  // The names were checked against the catalogue when the wish was made; the contract's type lists them one by one.
  const symbols = [...wish.symbols] as BacktestRequest['symbols'];
  return { botType, firstDay: wish.firstDay, lastDay: wish.lastDay, symbols, costFactor: wish.costFactor };
}

/** Puts symbols into the catalogue's order, each once; unknown ones are left out. */
export const inCatalogueOrder = (symbols: readonly string[]): string[] =>
  SYMBOLS.filter((symbol) => symbols.includes(symbol));

/** Days from the first to the last, both included. */
export function daysBetween(firstDay: string, lastDay: string): number {
  return Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1;
}

/** The UTC day some days before (negative: after) another. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10);
}

export const PRESETS = [
  { value: '1j', label: `1\u00a0J.`, days: 365 },
  { value: '3j', label: `3\u00a0J.`, days: 1096 },
  { value: 'alles', label: 'alles', days: BACKTEST_LIMITS.days },
] as const;
export type Preset = (typeof PRESETS)[number]['value'];

export interface Period {
  firstDay: string;
  lastDay: string;
}

/** The newest days of what there is, as many as the preset says or as there are. */
export function periodOf(preset: Preset, history: Period): Period {
  const days = PRESETS.find(({ value }) => value === preset)?.days ?? BACKTEST_LIMITS.days;
  const wanted = daysBefore(history.lastDay, days - 1);
  return {
    firstDay: wanted < history.firstDay ? history.firstDay : wanted,
    lastDay: history.lastDay,
  };
}

/** Presets that show less than everything, and everything. */
export function offeredPresets(history: Period): readonly (typeof PRESETS)[number][] {
  const there = daysBetween(history.firstDay, history.lastDay);
  return PRESETS.filter(({ value, days }) => value === 'alles' || days < there);
}

/** Both days of a period as somebody types them. */
export interface PeriodTexts {
  firstText: string;
  lastText: string;
}

export interface PeriodProblem {
  field: keyof PeriodTexts;
  text: string;
}

/** What is wrong with a period as it was typed, in German, and with which of its days; or null. */
export function periodProblem(texts: PeriodTexts, history: Period): PeriodProblem | null {
  for (const field of ['firstText', 'lastText'] as const) {
    const text = dayProblem(texts[field], history);
    if (text !== null) return { field, text };
  }
  const [firstDay, lastDay] = [readDay(texts.firstText), readDay(texts.lastText)];
  if (firstDay > lastDay) return { field: 'lastText', text: 'Der letzte Tag liegt vor dem ersten.' };
  if (daysBetween(firstDay, lastDay) > BACKTEST_LIMITS.days)
    return {
      field: 'firstText',
      text: `Höchstens ${Math.floor(BACKTEST_LIMITS.days / 366)} Jahre auf einmal.`,
    };
  return null;
}

function dayProblem(text: string, { firstDay, lastDay }: Period): string | null {
  if (text.trim() === '') return 'Bitte geben Sie beide Tage an, zum Beispiel 31.12.2024.';
  const day = readDay(text);
  if (day === '') return typedDayProblem(text);
  if (day >= firstDay && day <= lastDay) return null;
  return `Kurse gibt es vom ${germanDay(firstDay)} bis zum ${germanDay(lastDay)}.`;
}

/** `31.12.2024` as it stands in a field. */
export const germanDay = (day: string): string => day.split('-').reverse().join('.');

/** Reads a day as Germans write it or as the address does; empty when it is none. */
export function readDay(text: string): string {
  const asInAddress = text.trim();
  return readTypedDay(text) ?? (isDay(asInAddress) ? asInAddress : '');
}

function readCapital(text: string): Micros | null {
  if (!CAPITAL.test(text)) return null;
  const capital = fromWire(text);
  return capital >= CAPITAL_LIMITS.min && capital <= CAPITAL_LIMITS.max ? capital : null;
}

function readSymbols(text: string): string[] | null {
  const named = text.split('_').map((name) => SYMBOLS.find((symbol) => symbol.replace('/', '-') === name));
  const known = named.filter((symbol) => symbol !== undefined);
  return known.length === named.length ? inCatalogueOrder(known) : null;
}

/** Smaller amounts leave nothing to see of the costs of a single trade. */
const READABLE_CAPITAL = fromWire('1000');

export function firstCapital(botType: BotType): Micros {
  const { minimum } = BOTS[botType];
  return minimum > READABLE_CAPITAL ? minimum : READABLE_CAPITAL;
}

/** What the bot trades and there are prices of, in the catalogue's order. */
export function offeredSymbols(botType: BotType, data: BacktestData): string[] {
  const traded = data.bots.find((bot) => bot.botType === botType)?.symbols ?? [];
  return traded.filter((symbol) =>
    data.symbols.some((one) => one.symbol === symbol && one.firstDay !== null),
  );
}
