// npm run -s evidence -- FILE.json | --matrix FILE.json | --help
import { parseArgs } from 'node:util';
import {
  evidenceFigures,
  type Figure,
  keyDigest,
  type MissingReason,
  overfittingByBlocks,
  overfittingOf,
  REPLICATES,
  savingsAccount,
  textHash,
} from '@botdepot/trading';
import type { Command } from './command.ts';
import {
  type EvidenceRecord,
  MOST_COLUMNS,
  MOST_DAYS,
  readRecord,
  readSweep,
} from './evidence/input-files.ts';
import { explainWith, printAll, Refusal } from './refusal.ts';

const SAVINGS_RATE = 0.02;

const USAGE = `Wie sicher ist ein Ergebnis? Rechnet es aus Tagesrenditen aus, ohne Datenbank und Netz.

Aufruf:
  npm run -s evidence -- DATEI.json [--matrix DATEI.json] [weitere Angaben]

  DATEI.json             { "returns": […], "benchmark": […], "trials": …, "startingEquity": … }
    returns              Rendite jedes Tages als Anteil (0.01 ist 1 %), lückenlos, höchstens ${MOST_DAYS}
    benchmark            Renditen des Vergleichs, dieselben Tage; darf fehlen
    trials               was sonst versucht wurde: eine Zahl verschiedener Versuche, { "N": …, "V": … } oder je Versuch
                         eine Liste seiner Tagesrenditen, in der Folge der Zeit (höchstens ${MOST_COLUMNS}); fehlt es, war es einer
    startingEquity       Betrag in USDT (Vorgabe 10000)
  --matrix DATEI.json    Tagesrenditen vieler Varianten für PBO: eine Liste von Zeilen, je Tag eine, darin je Variante
                         eine Zahl (höchstens ${MOST_COLUMNS} Varianten)
  --blocks ZAHL          Blöcke für PBO, gerade, 2 bis 16 (Vorgabe: 16 ab 640 Tagen, 8 ab 160)
  --key TEXT             Schlüssel der Zufallszahlen (Vorgabe: bands/ und SHA-256 der Renditen als JSON)
  --replicates ZAHL      Reihen des Bootstraps, 1 bis 10000 (Vorgabe ${REPLICATES})
  --days ZAHL            Tage für den Betrag, 1 bis 3650 (Vorgabe 365)
  --format json          die einzige Form

Ergebnis, undefiniert ist null und steht mit seinem Grund unter missing:
  days, meanPerDay, sdPerDay, skew, kurtosis   Tage, Mittel und Streuung (n − 1) je Tag, Schiefe, Wölbung (normal 3)
  sharpeYear             Sharpe im Jahr: Mittel ÷ Streuung × √365
  cagr                   Rendite im Jahr, ab 60 Tagen
  psr0, psrHalf          Wahrscheinlichkeit, dass die wahre Sharpe über 0, über 0,5 im Jahr liegt (PSR)
  lowerBound95           darüber liegt die wahre Sharpe im Jahr in 95 von 100 Fällen
  minTrackRecordDays     so viele Tage, bis psr0 bei dieser Sharpe 95 % ist (MinTRL)
  cvar5                  Mittel des schlechtesten Zwanzigstels der Tage, ab 100 Tagen
  alphaBeta              alphaYear, beta und tAlpha gegen den Vergleich, ab 60 Tagen
  recovery               maxDrawdown, peakDay, troughDay (Tag 0 ist der Beginn) und recoveryDays vom Tief bis zum alten
                         Höchststand; undefined, solange er nicht erreicht ist
  autocorrelation, dependent   Zusammenhang benachbarter Tage; dependent: die Unsicherheit ist größer als gezeigt
  blockLength, bands…    mittlere Blocklänge; 5., 50. und 95. Perzentil von cagr, sharpe und maxDrawdown aus so vielen
                         Reihen, in denen dieselben Tage neu zusammengesetzt sind; bootstrapKey ist der Schlüssel
  N, V, leaders          verschiedene Versuche, Streuung ihrer Sharpe je Tag, ihre Nummern (ab 0)
  expectedBest, sr0PerDay, dsr   E_N, die Sharpe je Tag, die Glück allein erwarten lässt, und PSR dagegen (DSR)
  minBacktestYears, daysNeeded   Jahre, damit Glück nicht genügt (MinBTL); Tage, um es zu zeigen
  luck                   1 − PSR(0)^N: so oft wäre der beste von N Versuchen ohne Vorteil so gut
  power                  so oft zeigen so viele Tage einen wahren Vorteil von srYear
  amount, savingsAccount was aus startingEquity wird: 10., 50. und 90. Perzentil nach days Tagen und Anteil der Verluste;
                         auf einem Sparbuch mit 2 % nach den Tagen der Reihe
  variants, blocks, combinations, pbo, oosLoss, meanLogit   zu --matrix
Gründe: too-short (zu wenige Tage, Versuche oder Varianten), flat (alles gleich), undefined (keine Zahl), no-benchmark.`;

const HINT = 'Alle Angaben: npm run -s evidence -- --help';

/** What is printed: each figure as its number or null, and the reasons of the nulls by their names. */
class Shown {
  readonly values: Record<string, unknown> = {};
  readonly missing: Record<string, MissingReason> = {};

  add(name: string, value: unknown): void {
    this.values[name] = this.#plain(name, value);
  }

  #plain(name: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (isFigure(value)) {
      if (value.missing !== null) this.missing[name] = value.missing;
      return value.value;
    }
    if (Array.isArray(value)) return value.map((item, index) => this.#plain(`${name}.${index}`, item));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#plain(`${name}.${key}`, inner)]),
    );
  }
}

const isFigure = (value: object): value is Figure<unknown> => 'missing' in value && 'value' in value;

export const run: Command = (args) => evidence(args).catch(explainWith(HINT));

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function evidence(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help === true) {
    await printAll(`${USAGE}\n`);
    return 0;
  }
  const [file, ...others] = positionals;
  if (others.length > 0) throw new Refusal(`„${others[0]}“ gehört zu keiner Angabe.`);
  if (file === undefined && values.matrix === undefined) throw new Refusal('Es fehlt die Datei.');
  if (values.format !== undefined && values.format !== 'json')
    throw new Refusal(`--format ist „${values.format}“, möglich ist json.`);
  const settings = {
    key: values.key,
    replicates: wholeNumber('replicates', values.replicates, 1, 10_000) ?? REPLICATES,
    days: wholeNumber('days', values.days, 1, 3650) ?? 365,
  };
  const blocks = wholeNumber('blocks', values.blocks, 2, 16);
  if (blocks !== undefined && blocks % 2 !== 0) throw new Refusal('--blocks muss gerade sein.');
  const shown = new Shown();
  if (file !== undefined) addRecord(shown, await readRecord(file), settings);
  if (values.matrix !== undefined) addSweep(shown, await readSweep(values.matrix), blocks);
  await printAll(`${JSON.stringify({ ...shown.values, missing: shown.missing }, null, 2)}\n`);
  return 0;
}

type Settings = { key: string | undefined; replicates: number; days: number };

function addRecord(shown: Shown, record: EvidenceRecord, { key, replicates, days }: Settings): void {
  const { returns, benchmark, trials, startingEquity } = record;
  const bootstrapKey = key ?? `bands/${textHash(JSON.stringify(returns))}`;
  const { bands, ...figures } = evidenceFigures({
    returns,
    benchmark,
    trials,
    amount: { amount: startingEquity, days },
    seed: keyDigest(bootstrapKey),
    replicates,
  });
  shown.add('days', returns.length);
  for (const [name, value] of Object.entries(figures)) shown.add(name, value);
  if ('leaders' in trials) shown.add('leaders', trials.leaders);
  shown.add('bootstrapKey', bootstrapKey);
  const { blockLength: b, ...percentiles } = bands.value ?? { blockLength: null };
  shown.add('blockLength', bands.value === null ? bands : b);
  shown.add(`bands${replicates}`, bands.value === null ? bands : { b, ...percentiles });
  shown.add('savingsAccount', savingsAccount(startingEquity, SAVINGS_RATE, returns.length));
}

function addSweep(shown: Shown, variants: number[][], blocks: number | undefined): void {
  shown.add('variants', variants.length);
  const found = blocks === undefined ? overfittingOf(variants) : overfittingByBlocks(variants, blocks);
  for (const name of ['blocks', 'combinations', 'pbo', 'oosLoss', 'meanLogit'] as const)
    shown.add(name, found.value === null ? found : found.value[name]);
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        matrix: text,
        blocks: text,
        key: text,
        replicates: text,
        days: text,
        format: text,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [, named = ''] = /'([^']*)'/.exec(error instanceof Error ? error.message : '') ?? [];
    throw new Refusal(`„${named}“ gibt es nicht oder hat keinen Wert.`);
  }
}

function wholeNumber(
  name: string,
  value: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  const whole = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (whole >= least && whole <= most) return whole;
  throw new Refusal(`--${name} ist „${value}“, erwartet wird eine ganze Zahl von ${least} bis ${most}.`);
}
