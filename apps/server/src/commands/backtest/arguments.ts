import { parseArgs } from 'node:util';
import { COST_FACTORS } from '@botdepot/contract/limits';
import { DAY_MS } from '@botdepot/trading';
import { Refusal } from './refusal.ts';

const STRATEGY_NAMES = ['smartbot', 'turbobot', 'newsbot', 'sma-cross'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];

export const FORMATS = ['json', 'table', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** A call of the command, read and checked as far as that is possible without the files. */
export type BacktestCall = {
  strategy: StrategyName;
  parameters: Readonly<Record<string, unknown>>;
  /** As given: `DATEI` or `SYMBOL=DATEI`. */
  candles: readonly string[];
  cash: number;
  /** Undefined: what the strategy's markets cost. */
  feeBps: number | undefined;
  halfSpreadBps: number | undefined;
  slippageBps: number | undefined;
  costFactor: number;
  lot: number | undefined;
  /** ms UTC, [from, until); undefined: all there is. */
  from: number | undefined;
  until: number | undefined;
  format: Format;
  out: string | undefined;
};

export type ReportCall = { folder: string; out: string | undefined };

export type Call =
  | { kind: 'help' }
  | { kind: 'report'; report: ReportCall }
  | { kind: 'backtest'; backtest: BacktestCall };

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;

/** @throws Refusal for options that do not exist, are missing or have an impossible value. */
export function readArguments(args: readonly string[]): Call {
  const values = parse(args);
  if (values.help === true) return { kind: 'help' };
  if (values.report !== undefined) {
    return { kind: 'report', report: { folder: values.report, out: values.out } };
  }
  if (values.strategy === undefined) throw new Refusal('Es fehlt --strategy.');
  if (values.candles === undefined) throw new Refusal('Es fehlt --candles.');
  const [from, until] = [timeOf('from', values.from, 0), timeOf('until', values.until, DAY_MS)];
  if (from !== undefined && until !== undefined && from >= until) {
    throw new Refusal('--until liegt vor --from.');
  }
  return {
    kind: 'backtest',
    backtest: {
      strategy: oneOf('strategy', values.strategy, STRATEGY_NAMES),
      parameters: parametersOf(values.param ?? []),
      candles: values.candles,
      cash: numberOf('cash', values.cash, 0.01, 1e15) ?? 10_000,
      feeBps: numberOf('fee-bps', values['fee-bps'], 0, 5_000),
      halfSpreadBps: numberOf('half-spread-bps', values['half-spread-bps'], 0, 5_000),
      slippageBps: numberOf('slippage-bps', values['slippage-bps'], 0, 5_000),
      costFactor: costFactorOf(values['cost-factor']),
      lot: numberOf('lot', values.lot, 1e-8, 1e6),
      from,
      until,
      format: oneOf('format', values.format ?? 'json', FORMATS),
      out: values.out,
    },
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        strategy: text,
        param: list,
        candles: list,
        from: text,
        until: text,
        cash: text,
        'fee-bps': text,
        'half-spread-bps': text,
        'slippage-bps': text,
        'cost-factor': text,
        lot: text,
        format: text,
        out: text,
        report: text,
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error;
    const [, named = ''] = /'([^']*)'/.exec(error.message) ?? [];
    if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw new Refusal(`„${named}“ gibt es nicht.`);
    if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
      throw new Refusal(`„${named}“ gehört zu keiner Angabe.`);
    }
    if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      throw new Refusal(`„${named.replace(/,.*| <.*/, '')}“ hat keinen oder einen unklaren Wert.`);
    }
    throw error;
  }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw new Refusal(`--${name} ist „${value}“, möglich ist ${choices.join(', ')}.`);
  return choice;
}

function numberOf(
  name: string,
  value: string | undefined,
  minimum: number,
  maximum: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= minimum && number <= maximum) return number;
  throw new Refusal(`--${name} ist „${value}“, erwartet wird eine Zahl von ${minimum} bis ${maximum}.`);
}

function costFactorOf(value: string | undefined): number {
  if (value === undefined) return 1;
  const factor = COST_FACTORS.find((known) => String(known) === value);
  if (factor === undefined) throw new Refusal(`--cost-factor ist „${value}“, möglich ist 0, 1, 2.`);
  return factor;
}

/** A day counts as its first moment, or with `dayLength` as its last; a moment in time counts as it stands. */
function timeOf(name: string, value: string | undefined, dayLength: number): number | undefined {
  if (value === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(value);
  const time = isDay || isMoment ? Date.parse(value) : Number.NaN;
  // A day that does not exist would silently become one of the next month.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(value.slice(0, 10))) {
    throw new Refusal(
      `--${name} ist „${value}“, erwartet wird ein Tag wie 2019-01-01 oder 2019-01-01T12:00Z.`,
    );
  }
  return isDay ? time + dayLength : time;
}

function parametersOf(given: readonly string[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const pair of given) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (at < 1 || at === pair.length - 1)
      throw new Refusal(`--param „${pair}“ hat nicht die Form NAME=WERT.`);
    if (Object.hasOwn(parameters, name)) throw new Refusal(`--param „${name}“ steht zweimal da.`);
    const values = pair
      .slice(at + 1)
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map(parameterValue);
    const isList = values.length > 1 || pair[at + 1] === '[';
    parameters[name] = isList ? values : values[0];
  }
  return parameters;
}

function parameterValue(value: string): unknown {
  const trimmed = value.trim();
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return trimmed === '' || Number.isNaN(Number(trimmed)) ? trimmed : Number(trimmed);
}
