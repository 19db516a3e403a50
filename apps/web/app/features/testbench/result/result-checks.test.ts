import { describe, expect, test } from 'vitest';
import { RULE_VERDICTS } from '../../../entities/bot/verdicts.ts';
import type { ShownResult } from '../own-candles/own-candles.ts';
import { checksOf, countedTries, otherTries, verdictReasons } from './result-checks.ts';

type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;

/** Only what the words look at. */
function shown(changes: Deep<ShownResult> = {}): ShownResult {
  const { result = {}, judgement = {}, ...rest } = changes;
  return {
    source: 'wti',
    certificate: null,
    testPeriod: { from: '2012-06-01', until: '2019-01-04', opened: null },
    ...rest,
    result: {
      figures: { days: 2082, cagr: 0.0217, totalReturn: 0.13 },
      savings: { ratePerYear: 0.02 },
      bands: { value: { cagr: [0.0035, 0.02, 0.0412] }, missing: null },
      randomBots: { value: { p: 0.02, worse: 980, count: 1000 }, missing: null },
      byCostFactor: [{ factor: 2, totalReturn: 0.1, cagr: 0.0173 }],
      trades: { count: 62 },
      alphaYear: { value: 0.01, missing: null },
      tAlpha: { value: 0.8, missing: null },
      dependent: false,
      ...result,
    },
    judgement: {
      verdict: 'no-evidence',
      trials: { total: 47, effective: 12 },
      dsr: { value: 0.4, missing: null },
      luck: { value: 0.67, missing: null },
      daysNeeded: { value: 3139, missing: null },
      ...judgement,
    },
  } as ShownResult;
}

const standOf = (one: ShownResult, key: string) => {
  const check = checksOf(one).find((each) => each.key === key);
  return [check?.stand, check?.value];
};

describe('the verdict', () => {
  test('says why, and what it does not say', () => {
    expect(verdictReasons(shown())).toEqual([
      'Allein gesehen sieht sie gut aus: 980 von 1.000 Zufallsbots waren schlechter.',
      'So gut wird die beste von 12 wertlosen Regeln in 67 von 100 Fällen.',
      'Das heißt nicht, dass sie nichts taugt. Diese Daten reichen nur nicht, um es zu zeigen.',
    ]);
  });

  test('says that no random bot was worse as one says it', () => {
    const worst = (worse: number) =>
      verdictReasons(
        shown({
          judgement: { verdict: 'worse-than-chance' },
          result: { randomBots: { value: { p: 1, worse, count: 1000 }, missing: null } },
        }),
      )[0];
    const others = 'Zufallsbots mit denselben Trades zu zufälligen Zeiten';
    expect(worst(0)).toBe(`Keiner von 1.000 ${others} war schlechter.`);
    expect(worst(1)).toBe(`Nur 1 von 1.000 ${others} war schlechter.`);
    expect(worst(12)).toBe(`Nur 12 von 1.000 ${others} waren schlechter.`);
  });

  test('is „zu wenig Daten“ with the number that is lacking', () => {
    const few = shown({ judgement: { verdict: 'too-little-data' }, result: { trades: { count: 7 } } });
    expect(verdictReasons(few)).toEqual(['7 Trades. Für ein Urteil braucht es mindestens 10.']);
    const short = shown({
      judgement: { verdict: 'too-little-data' },
      result: { trades: { count: 40 }, figures: { days: 90 } },
    });
    expect(verdictReasons(short)).toEqual(['90 Tage. Für ein Urteil braucht es mindestens 180.']);
  });

  test.each([
    ['practice', false, 'Vorbehalt: Die Kurse sind simuliert.'],
    ['wti', false, 'Vorbehalt: Der Prüfzeitraum ist noch geschlossen.'],
    ['wti', true, 'Vorbehalt: Es ist die Vergangenheit. Die Zukunft kennt niemand.'],
  ] as const)('passed on %s names one reservation', (source, isOpened, expected) => {
    const opened = isOpened ? { at: '', isThisRule: true, result: {} } : null;
    const passed = shown({
      source,
      judgement: { verdict: 'passed-with-reservation' },
      testPeriod: { opened } as Deep<ShownResult['testPeriod']>,
    });
    expect(verdictReasons(passed).at(-1)).toBe(expected);
  });

  test('has one sentence for each, without an adjective of praise', () => {
    expect(Object.values(RULE_VERDICTS)).toEqual([
      'Zu wenig Daten für ein Urteil.',
      'Schlechter als Zufall.',
      'Bestanden mit Vorbehalt.',
      'Kein Nachweis, dass diese Regel besser ist als Zufall.',
    ]);
  });
});

describe('what speaks for it and against it', () => {
  test('stands where the figures put it', () => {
    const one = shown();
    expect(standOf(one, 'luck')).toEqual(['against', '67 von 100']);
    expect(checksOf(one).find(({ key }) => key === 'luck')?.text).toMatch(/ Auf denselben Kursen gezählt: /);
    expect(standOf(one, 'savings')).toEqual(['against', 'ungewiss']);
    expect(standOf(one, 'holding')).toEqual(['against', 'ungewiss']);
    expect(standOf(one, 'length')).toEqual(['against', '5,7 von 8,6\u00a0J.']);
    expect(standOf(one, 'random')).toEqual(['for', '980 von 1.000']);
    expect(standOf(one, 'costs')).toEqual(['for', '+1,73\u00a0%']);
    expect(standOf(one, 'certificate')).toEqual(['open', 'ungeprüft']);
    expect(standOf(one, 'test-period')).toEqual(['open', 'geschlossen']);
  });

  test('what holding does not explain is no comparison with holding', () => {
    const holding = checksOf(shown()).find(({ key }) => key === 'holding');
    expect(holding?.title).toBe('Ertrag, den das Halten nicht erklärt');
  });

  test('a savings account is beaten or not only where the whole range says so', () => {
    const of = (low: number, high: number) =>
      standOf(
        shown({ result: { bands: { value: { cagr: [low, 0.03, high] }, missing: null } } as never }),
        'savings',
      );
    expect(of(0.021, 0.05)).toEqual(['for', 'ja']);
    expect(of(-0.05, 0.019)).toEqual(['against', 'nein']);
  });

  test('what has no figure is open and says why', () => {
    const one = shown({
      result: {
        bands: { value: null, missing: 'too-short' },
        randomBots: { value: null, missing: 'too-short' },
      } as never,
      judgement: { dsr: { value: null, missing: 'flat' }, luck: { value: null, missing: 'flat' } } as never,
    });
    for (const key of ['savings', 'random', 'luck']) expect(standOf(one, key)).toEqual(['open', '–']);
    expect(checksOf(one).find(({ key }) => key === 'luck')?.text).toMatch(/zu wenig bewegt/);
  });

  test('the test period counts for the rule with which it was opened', () => {
    const opened = (isThisRule: boolean, totalReturn: number) =>
      shown({
        testPeriod: { opened: { isThisRule, result: { figures: { totalReturn } } } },
      } as Deep<ShownResult>);
    expect(standOf(opened(true, 0.02), 'test-period')).toEqual(['for', '+2,00\u00a0%']);
    expect(standOf(opened(true, -0.02), 'test-period')).toEqual(['against', '−2,00\u00a0%']);
    expect(standOf(opened(false, 0.02), 'test-period')).toEqual(['open', 'schon gesehen']);
  });
});

test('tries are told with those that differ', () => {
  expect(countedTries(shown().judgement)).toBe('47 Versuche, davon 12 deutlich verschiedene');
  expect(countedTries(shown({ judgement: { trials: { total: 1, effective: 1 } } }).judgement)).toBe(
    '1 Versuch',
  );
});

test('the head of the page counts all tries, a result only what is like it: that is said where both are there', () => {
  const { judgement } = shown({ judgement: { trials: { total: 1, effective: 1 } } });
  expect(otherTries(judgement, 1)).toBeNull();
  expect(otherTries(judgement, 13)).toBe(
    'Von Ihren 13 Versuchen zählen hier nur die auf denselben Kursen mit gleich langen Kerzen, einem gemeinsamen Markt und ähnlichem Zeitraum.',
  );
});
