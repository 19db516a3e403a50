import {
  formatCount,
  formatDecimal,
  formatPercent,
  NBSP,
  NO_FIGURE,
  perHundred,
} from '../../../lib/format/numbers.ts';
import { OWN_CANDLES_LIMITS, type ShownResult } from '../own-candles/own-candles.ts';
import { costWords } from '../rule-numbers.ts';
import { triesText } from '../tally-marks.tsx';

/** The bounds of the verdict, as they are told. */
const LEAST_TRADES = 10;
const LEAST_DAYS = 180;
const UNLIKELY = 0.05;
const CONFIDENT = 0.95;
/** One-sided, 5 %. */
const T_BOUND = 1.645;
const DAYS_PER_YEAR = 365;

/** „47 Versuche, davon 12 deutlich verschiedene“. */
export function countedTries({ trials }: ShownResult['judgement']): string {
  const { total, effective } = trials;
  if (total === 1) return triesText(total);
  return effective === 1
    ? `${triesText(total)}, die sich kaum unterscheiden und als einer zählen`
    : `${triesText(total)}, davon ${formatCount(effective)} deutlich verschiedene`;
}

/** Why the head of the page counts more than what the result is weighed against; null where it does not. @param all of the person */
export function otherTries({ trials }: ShownResult['judgement'], all: number): string | null {
  if (all <= trials.total) return null;
  return `Von Ihren ${triesDative(all)} zählen hier nur die auf denselben Kursen mit gleich langen Kerzen, einem gemeinsamen Markt und ähnlichem Zeitraum.`;
}

/** Why the verdict is what it is, a few plain sentences. */
export function verdictReasons(shown: ShownResult): string[] {
  const { result, judgement } = shown;
  const { trades, figures, randomBots } = result;
  const worse =
    randomBots.value &&
    `${formatCount(randomBots.value.worse)} von ${formatCount(randomBots.value.count)} Zufallsbots`;
  switch (judgement.verdict) {
    case 'too-little-data':
      return [
        trades.count < LEAST_TRADES
          ? `${tradesText(trades.count)}. Für ein Urteil braucht es mindestens ${LEAST_TRADES}.`
          : `${formatCount(figures.days)} Tage. Für ein Urteil braucht es mindestens ${LEAST_DAYS}.`,
      ];
    case 'worse-than-chance':
      return [worseText(randomBots.value), 'Ihre Zeitpunkte haben hier geschadet.'];
    case 'passed-with-reservation':
      return [
        `${worse} waren schlechter, und nach ${triesText(judgement.trials.total)} ist das mehr, als Glück erwarten lässt.`,
        `Vorbehalt: ${reservationOf(shown)}`,
      ];
    case 'no-evidence':
      return [
        ...(randomBots.value && randomBots.value.p <= UNLIKELY
          ? [`Allein gesehen sieht sie gut aus: ${worse} waren schlechter.`]
          : worse
            ? [`${worse} waren schlechter. Auffällig wäre es ab 950.`]
            : []),
        ...luckText(judgement),
        'Das heißt nicht, dass sie nichts taugt. Diese Daten reichen nur nicht, um es zu zeigen.',
      ];
  }
}

function worseText(found: ShownResult['result']['randomBots']['value']): string {
  const { worse = 0, count = 0 } = found ?? {};
  return `${worse === 0 ? 'Keiner' : `Nur ${formatCount(worse)}`} von ${formatCount(count)} Zufallsbots mit denselben Trades zu zufälligen Zeiten ${worse > 1 ? 'waren' : 'war'} schlechter.`;
}

function luckText({ luck, trials }: ShownResult['judgement']): string[] {
  if (luck.value === null) return [];
  const often = `in ${perHundred(luck.value)} von 100 Fällen`;
  return [
    trials.effective > 1
      ? `So gut wird die beste von ${formatCount(trials.effective)} wertlosen Regeln ${often}.`
      : `So gut wird eine wertlose Regel ${often}.`,
  ];
}

function reservationOf({ result, source, testPeriod }: ShownResult): string {
  if (source === 'practice') return 'Die Kurse sind simuliert.';
  if (source === 'own') return 'Die Kurse sind Ihre eigenen; niemand hat sie geprüft.';
  if (testPeriod.opened === null) return 'Der Prüfzeitraum ist noch geschlossen.';
  if (result.dependent) return 'Die Tage hängen zusammen, die Unsicherheit ist größer als gezeigt.';
  return 'Es ist die Vergangenheit. Die Zukunft kennt niemand.';
}

export type Stand = 'against' | 'for' | 'open';

export interface Check {
  readonly key: string;
  readonly stand: Stand;
  readonly title: string;
  /** „643 von 1.000“. */
  readonly value: string;
  readonly text: string;
}

const standOf = (isFor: boolean): Stand => (isFor ? 'for' : 'against');
const MISSING: Readonly<Record<string, string>> = {
  'too-short': 'Dafür sind es zu wenige Tage oder Trades.',
  flat: 'Dafür hat sich das Kapital zu wenig bewegt.',
  undefined: 'Dafür gibt es hier keinen Wert.',
  'no-benchmark': 'Dafür fehlt der Vergleich.',
};
/** Why a figure stands as „–“. */
export const missingText = (reason: string): string => MISSING[reason] ?? MISSING.undefined!;

/**
 * Whether all is lost, as it is told: −100,00 %. What such a rule loses of crumbs day by day is nearly the same every day, so a ratio to how
 * far that varies is a number by its formula, and says nothing.
 */
export const isAllLost = (totalReturn: number | null): boolean =>
  totalReturn !== null && totalReturn <= -0.99995;
export const ALL_LOST = 'Vom Kapital blieb nichts. Was ein Rest davon schwankt, sagt nichts mehr.';

/** What speaks against the rule, for it, and what is still open. */
export function checksOf(shown: ShownResult): Check[] {
  return [
    luckCheck(shown),
    savingsCheck(shown),
    holdingCheck(shown),
    lengthCheck(shown),
    randomCheck(shown),
    costsCheck(shown),
    certificateCheck(shown),
    testPeriodCheck(shown),
  ];
}

function luckCheck({ judgement }: ShownResult): Check {
  const { dsr, luck, trials } = judgement;
  const common = {
    key: 'luck',
    title: `Glaubhaft nach ${trials.total === 1 ? 'einem Versuch' : triesDative(trials.total)}`,
  };
  if (dsr.value === null || luck.value === null)
    return { ...common, stand: 'open', value: NO_FIGURE, text: missingText(dsr.missing ?? 'undefined') };
  return {
    ...common,
    stand: standOf(dsr.value >= CONFIDENT),
    value: `${perHundred(luck.value)} von 100`,
    text: `${luckText(judgement).join(' ')} Auf denselben Kursen gezählt: ${countedTries(judgement)}.`,
  };
}

function savingsCheck({ result }: ShownResult): Check {
  const { bands, figures, savings } = result;
  const common = { key: 'savings', title: 'Besser als das Sparbuch' };
  if (bands.value === null || figures.cagr === null)
    return { ...common, stand: 'open', value: NO_FIGURE, text: missingText(bands.missing ?? 'too-short') };
  const [low, , high] = bands.value.cagr;
  const rate = savings.ratePerYear;
  return {
    ...common,
    stand: standOf(low > rate),
    value: low > rate ? 'ja' : high < rate ? 'nein' : 'ungewiss',
    text: `${signed(figures.cagr)} im Jahr gegen ${formatPercent(rate)}. In 90 von 100 Fällen liegt die Rendite zwischen ${signed(low)} und ${signed(high)}.`,
  };
}

function holdingCheck({ result }: ShownResult): Check {
  const { alphaYear, tAlpha } = result;
  const common = { key: 'holding', title: 'Ertrag, den das Halten nicht erklärt' };
  if (alphaYear.value === null || tAlpha.value === null)
    return {
      ...common,
      stand: 'open',
      value: NO_FIGURE,
      text: missingText(alphaYear.missing ?? 'undefined'),
    };
  return {
    ...common,
    stand: standOf(tAlpha.value > T_BOUND),
    value: tAlpha.value > T_BOUND ? 'ja' : tAlpha.value < -T_BOUND ? 'nein' : 'ungewiss',
    text: `${signed(alphaYear.value)} im Jahr erklärt das Halten derselben Märkte nicht (Fachwort: Alpha). Erst ab einem t von 1,65 käme so viel durch Zufall in höchstens 5 von 100 Fällen vor; hier ist t ${formatDecimal(tAlpha.value)}.`,
  };
}

function lengthCheck({ result, judgement }: ShownResult): Check {
  const { daysNeeded } = judgement;
  const { days } = result.figures;
  const common = { key: 'length', title: 'Lang genug gemessen' };
  if (daysNeeded.value === null)
    return {
      ...common,
      stand: 'against',
      value: yearsText(days),
      text: 'Bei einem Ertrag, der nicht über null liegt, ist keine Zeit lang genug.',
    };
  return {
    ...common,
    stand: standOf(days >= daysNeeded.value),
    value: `${years(days)} von ${yearsText(daysNeeded.value)}`,
    text: `So lange braucht es nach ${triesDative(judgement.trials.total)}, damit ein Zufallstreffer nicht genügt.`,
  };
}

function randomCheck({ result }: ShownResult): Check {
  const { randomBots } = result;
  const common = { key: 'random', title: 'Besser als Zufallsbots' };
  if (randomBots.value === null)
    return { ...common, stand: 'open', value: NO_FIGURE, text: missingText(randomBots.missing) };
  const { p, worse, count } = randomBots.value;
  return {
    ...common,
    stand: standOf(p <= UNLIKELY),
    value: `${formatCount(worse)} von ${formatCount(count)}`,
    text: 'So viele waren schlechter: gleich viele Trades, gleich lang gehalten, zu zufälligen Zeiten.',
  };
}

function costsCheck({ result }: ShownResult): Check {
  const twice = result.byCostFactor.find(({ factor }) => factor === 2);
  const total = twice?.totalReturn ?? null;
  return {
    key: 'costs',
    title: 'Hält doppelte Kosten aus',
    stand: standOf(total !== null && total > 0),
    value: signed(twice?.cagr ?? total),
    text: `${twice?.cagr === null ? 'Rendite im ganzen Zeitraum' : 'Rendite im Jahr'}, wenn Gebühr, Spread und Slippage doppelt so hoch wären.`,
  };
}

function certificateCheck({ certificate }: ShownResult): Check {
  const common = { key: 'certificate', title: 'Kein Blick in die Zukunft' };
  if (certificate === null)
    return {
      ...common,
      stand: 'open',
      value: 'ungeprüft',
      text: 'Die Regel wird auf dem Übungsmarkt geprüft.',
    };
  const cuts = formatCount(certificate.cuts.length);
  return {
    ...common,
    stand: standOf(certificate.passed),
    value: certificate.passed ? `${cuts} von ${cuts}` : 'nein',
    text: certificate.passed
      ? 'So oft wurde die Zukunft abgeschnitten oder vertauscht. Jede Entscheidung blieb gleich.'
      : 'Mit einer anderen Zukunft entschied die Regel anders als zuvor.',
  };
}

/** A file that is too short to keep anything back. */
export const NO_TEST_PERIOD = `Die Datei hat weniger als ${formatCount(OWN_CANDLES_LIMITS.leastDays)} Tage. Deshalb bleibt nichts zurück, was noch keiner Ihrer Versuche gesehen hat.`;

function testPeriodCheck({ testPeriod, result }: ShownResult): Check {
  const { opened } = testPeriod;
  const common = { key: 'test-period', title: 'Prüfzeitraum' };
  if (testPeriod.from === null)
    return {
      ...common,
      stand: 'open',
      value: 'keiner',
      text: NO_TEST_PERIOD,
    };
  if (opened === null)
    return {
      ...common,
      stand: 'open',
      value: 'geschlossen',
      text: 'Tage, die keiner Ihrer Versuche gesehen hat. Sie lassen sich einmal öffnen.',
    };
  if (!opened.isThisRule)
    return {
      ...common,
      stand: 'open',
      value: 'schon gesehen',
      text: 'Sie haben ihn mit einer anderen Regel geöffnet. Für diese zählt er nicht mehr.',
    };
  const { totalReturn } = opened.result.figures;
  return {
    ...common,
    stand: standOf(totalReturn !== null && totalReturn > 0),
    value: signed(totalReturn),
    text: `Ergebnis im ganzen Prüfzeitraum, ${costWords(result.costFactor)}.`,
  };
}

export const tradesText = (count: number): string =>
  count === 1 ? '1 Trade' : `${formatCount(count)} Trades`;

const triesDative = (count: number): string =>
  count === 1 ? 'einem Versuch' : `${formatCount(count)} Versuchen`;

export const signed = (fraction: number | null): string => formatPercent(fraction, { sign: 'always' });

/** „5,7 J.“; beyond a thousand nobody waits for it. */
export const yearsText = (days: number): string =>
  days > 1000 * DAYS_PER_YEAR ? `über 1.000${NBSP}J.` : `${years(days)}${NBSP}J.`;
const years = (days: number): string => formatDecimal(days / DAYS_PER_YEAR, { digits: 1 });
