import { parseArgs } from 'node:util';
import { CURRENCY_RULE } from '@botdepot/contract';
import { COST_FACTORS } from '@botdepot/contract/limits';
import { DAY_MS, newsBot, type Strategy, smaCross, smartBot, turboBot } from '@botdepot/trading';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';

const STRATEGY_NAMES = ['smartbot', 'turbobot', 'newsbot', 'sma-cross'] as const;
type StrategyName = (typeof STRATEGY_NAMES)[number];

const FORMATS = ['json', 'table', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** A call of the command, read and checked as far as that is possible without the files. */
export type BacktestCall = {
  strategy: StrategyName | 'rule';
  /** The file of a rule, for that strategy. */
  rule: string | undefined;
  parameters: Readonly<Record<string, unknown>>;
  /** As given: `DATEI` or `SYMBOL=DATEI`. */
  candles: readonly string[];
  cash: number;
  /** Undefined: what the strategy's markets cost. */
  feeBps: number | undefined;
  halfSpreadBps: number | undefined;
  slippageBps: number | undefined;
  /** Per year, as a fraction. */
  financing: number | undefined;
  costFactor: number;
  lot: number | undefined;
  /** ms UTC, [from, until); undefined: all there is. */
  from: number | undefined;
  until: number | undefined;
  format: Format;
  out: string | undefined;
};

export type ReportCall = { folder: string; out: string | undefined };

type Call =
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
  if (values.strategy === undefined && values.rule === undefined)
    throw new Refusal('Es fehlt --strategy oder --rule.');
  if (values.strategy !== undefined && values.rule !== undefined)
    throw new Refusal('--strategy und --rule gehen nicht zusammen.');
  if (values.rule !== undefined && values.param !== undefined)
    throw new Refusal('--param gibt es bei einer Regel nicht, alles steht in ihr.');
  if (values.candles === undefined) throw new Refusal('Es fehlt --candles.');
  const [from, until] = [timeOf('from', values.from, 0), timeOf('until', values.until, DAY_MS)];
  if (from !== undefined && until !== undefined && from >= until) {
    throw new Refusal('--until liegt vor --from.');
  }
  return {
    kind: 'backtest',
    backtest: {
      strategy: values.strategy === undefined ? 'rule' : oneOf('strategy', values.strategy, STRATEGY_NAMES),
      rule: values.rule,
      parameters: parametersOf(values.param ?? []),
      candles: values.candles,
      cash: numberOf('cash', values.cash, 0.01, 1e15) ?? 10_000,
      feeBps: numberOf('fee-bps', values['fee-bps'], 0, 5_000),
      halfSpreadBps: numberOf('half-spread-bps', values['half-spread-bps'], 0, 5_000),
      slippageBps: numberOf('slippage-bps', values['slippage-bps'], 0, 5_000),
      financing: percentOf('financing', values.financing),
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
        rule: text,
        param: list,
        candles: list,
        from: text,
        until: text,
        cash: text,
        'fee-bps': text,
        'half-spread-bps': text,
        'slippage-bps': text,
        financing: text,
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

function percentOf(name: string, value: string | undefined): number | undefined {
  const percent = numberOf(name, value, 0, 100);
  return percent === undefined ? undefined : percent / 100;
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

export const HINT = 'Alle Angaben: npm run -s backtest -- --help';

export const USAGE = `Rücktest auf eigenen Kerzen: dieselbe Handelslogik wie im laufenden Betrieb, ohne Datenbank und Netz.

Aufruf:
  npm run -s backtest -- --strategy NAME --candles DATEI [weitere Angaben]
  npm run -s backtest -- --rule REGEL.json --candles SYMBOL=DATEI [weitere Angaben]

  --strategy NAME        smartbot, turbobot, newsbot oder sma-cross
  --rule DATEI           eigene Regel als JSON; die Sprache steht in docs/rules.md
  --param NAME=WERT      Parameter der Strategie, mehrfach; Listen mit Komma: lookbackDays=30,91,365
  --candles DATEI        Kerzen als CSV, auch mit gzip gepackt; mehrfach als SYMBOL=DATEI
  --from TAG             erster Tag, z. B. 2019-01-01; frühere Kerzen dienen als Vorlauf
  --until TAG            letzter Tag, eingeschlossen (mit Uhrzeit: ausgeschlossen)
  --cash BETRAG          Startkapital (Vorgabe 10000)
  --fee-bps ZAHL         Gebühr je Seite in Basispunkten (0,01 %)
  --half-spread-bps ZAHL halbe Spanne zwischen An- und Verkauf je Seite
  --slippage-bps ZAHL    Abweichung von der Eröffnung je Seite
  --financing PROZENT    Zins für gehaltene Positionen im Jahr, wo die Strategie ihn zahlt
  --cost-factor 0|1|2    Vielfaches aller Kosten (Vorgabe 1)
  --lot GRÖSSE           kleinste Stückelung, nur sma-cross (Vorgabe 1)
  --format FORM          json (Vorgabe), table oder csv (nur die Geschäfte)
  --out DATEI            schreibt das Ergebnis in eine Datei statt auf die Standardausgabe
  --report ORDNER        schreibt die mitgelieferten Berichte aus den Kerzen des Ordners neu
                         (--out: Zielordner, Vorgabe packages/contract/reports)

Kosten ohne Angabe: bei Bots und Regeln die Annahmen der Plattform je Markt, bei sma-cross keine.
Eine Regel zahlt Finanzierung nur, wenn sie einen Hebel hat oder auf fallende Kurse setzt.
${CURRENCY_RULE.replace('. ', '.\n')}
NewsBot handelt in den Fenstern des eingebauten Kalenders (US-Arbeitsmarkt, US-Notenbank).

Kerzen: eine Kopfzeile wie time,open,high,low,close,volume oder Date,Open,High,Low,Close,Volume, danach die Kerzen nach
ihrem Beginn, auf- oder absteigend. Gelesen wird, was Tabellenprogramme, pandas, Yahoo, TradingView und Börsen schreiben:
  Spalten    in jeder Reihenfolge, auch Datum;Eröffnung;Hoch;Tief;Schluss;Volumen. Andere, etwa „Adj Close“, werden
             nicht gelesen und gemeldet. Eine erste Spalte ohne Namen ist die Zeit; ohne Volumen zählt es als 0.
  Zeiten     ISO 8601 in UTC, außer unter time auch ohne Zone (gilt als UTC) und als TT.MM.JJJJ; Unix-Zeit in
             Sekunden oder Millisekunden, in der ganzen Datei gleich
  Trennung   Komma, Semikolon oder Tabulator; mit Semikolon auch Dezimalkommas. Zeilen mit # am Anfang zählen nicht.
Was sich auf zwei Arten lesen ließe, etwa 01/02/2024, und unbrauchbare Kerzen enden mit Zeilennummer und Grund. Die
Länge der Kerzen wird erkannt; Lücken werden gemeldet, nicht abgelehnt.

Regel von sma-cross: Nach der ersten strengen Kreuzung zweier einfacher Mittel der Schlusskurse (fast, slow) immer im
Markt, darüber long, darunter short. Entschieden zum Schluss, ausgeführt zur nächsten Eröffnung; ein Wechsel schließt
erst und eröffnet dann mit dem ganzen Kapital in ganzen Stückelungen. Zur Eröffnung der letzten Kerze wird geschlossen.
Mehrere Märkte teilen das Kapital gleich. Die Bots dagegen behalten am Ende ihre Positionen zum letzten Schlusskurs.

Ergebnis (json), Prozente in Prozent, undefiniert ist null:
  finalEquity      Vermögen am Ende, offene Positionen zum letzten Schlusskurs
  returnPct        finalEquity ÷ Startkapital − 1
  buyAndHoldPct    letzter ÷ erster Schlusskurs des Zeitraums − 1, bei mehreren Märkten das Mittel
  trades           geschlossene Geschäfte: Einstieg und Ausstieg (Beginn der Kerze), side long oder short, units,
                   mittlere Kurse vor Kosten, costs (Gebühr, Spanne, Abweichung, Finanzierung), profit nach Kosten,
                   returnPct = profit ÷ (units × entryPrice), reason der schließenden Ausführung,
                   entryBar und exitBar die Nummern der Kerzen in der Datei, die erste ist 0
  tradeCount       Zahl der geschlossenen Geschäfte
  winRatePct       Anteil mit profit > 0
  bestTradePct, worstTradePct, expectancyPct   höchstes, niedrigstes, mittleres returnPct der Geschäfte
  profitFactor     Summe der Gewinne ÷ Summe der Verluste, in Geld nach Kosten
  sqn              √Anzahl × Mittel ÷ Standardabweichung (n − 1) der profit
  maxDrawdownPct   größter Rückgang vom Höchststand (≤ 0), Tagesstände mit dem Startkapital davor
  sharpe, sortino  aus Tagesrenditen (UTC, alle Kalendertage), × √365, Zins 0; Sharpe mit n − 1, Sortino gegen 0
  cagrPct          (finalEquity ÷ Startkapital)^(365 ÷ Tage) − 1
  calmar           cagrPct ÷ |maxDrawdownPct|
  sharpeInterval, cagrPctInterval   low und high: 5. und 95. Perzentil aus 2.000 Reihen, in denen dieselben Tage in
                   Blöcken neu zusammengesetzt sind (stationärer Bootstrap)
  ratiosMissing    warum Sharpe, Sortino, Calmar, cagrPct oder die Spannen fehlen: too-short (unter 60 Tagen),
                   flat (jeder Tag gleich), undefined (Kapital aufgebraucht), sonst null
  dependentDays    benachbarte Tage hängen zusammen, die Spannen sind zu schmal
  exposurePct      Anteil der Kerzen, an deren Ende eine Position besteht
  dataHash         SHA-256 über alle benutzten Kerzen und Termine
  engineVersion    Fassung der Handelslogik
  gaps             Lücken: Ende der Kerze davor, Beginn der Kerze danach, Zahl der fehlenden Kerzen
Dazu Strategie, Parameter, Kosten, Zeitraum und offene Positionen. Derselbe Aufruf gibt dieselben Bytes.`;

/** @param intervalMs length of the bars, which is also how often sma-cross decides. */
export function strategyByName(name: StrategyName, intervalMs: number): Strategy<unknown> {
  switch (name) {
    case 'smartbot':
      return smartBot;
    case 'turbobot':
      return turboBot;
    case 'newsbot':
      return newsBot;
    case 'sma-cross':
      return smaCross(intervalMs);
  }
}

/** @throws Refusal naming the parameters there are, for unknown ones and for values out of their bounds. */
export function checkParameters(strategy: Strategy<unknown>, parameters: unknown): void {
  const { success, error } = strategy.parameters.safeParse(parameters);
  if (success) return;
  const problems = error.issues.map((issue) => {
    const name = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') return `„${issue.keys.join('“, „')}“ gibt es nicht.`;
    if (name === '') return 'Die Werte passen nicht zueinander.';
    return `„${name}“ hat einen unmöglichen Wert.`;
  });
  throw new Refusal(
    `--param: ${[...new Set(problems)].join(' ')} Möglich sind:\n${describeParameters(strategy)}`,
  );
}

const property = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown(),
  items: z.object({ minimum: z.number().optional(), maximum: z.number().optional() }).optional(),
});
const objectSchema = z.object({ properties: z.record(z.string(), property) });

function describeParameters(strategy: Strategy<unknown>): string {
  const { properties } = objectSchema.parse(z.toJSONSchema(strategy.parameters, { io: 'input' }));
  return Object.entries(properties)
    .map(([name, { type, items, minimum = items?.minimum, maximum = items?.maximum, default: preset }]) => {
      const kind = type === 'array' ? 'Liste ganzer Zahlen' : type === 'integer' ? 'ganze Zahl' : 'Zahl';
      const bounds = minimum === undefined || maximum === undefined ? '' : ` von ${minimum} bis ${maximum}`;
      return `  ${name}: ${kind}${bounds}, Vorgabe ${JSON.stringify(preset)}`;
    })
    .join('\n');
}
