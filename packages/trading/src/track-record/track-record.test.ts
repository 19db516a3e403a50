import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downloadOf, recordedRun } from '../testing/recorded-run.ts';
import { genesisHash, nextHash, splitDownloadLine } from './chain.ts';
import { type BarEntry, serialiseRecord, type TrackRecordEntry } from './record.ts';
import { replayStateSchema } from './replay.ts';
import { createTrackRecordVerifier, type KeptHead, UnreadableRecordError, type Verdict } from './verify.ts';

function verify(lines: readonly string[], since?: KeptHead): Verdict {
  const verifier = createTrackRecordVerifier(since);
  for (const line of lines) if (!verifier.take(line)) break;
  return verifier.finish();
}

const GENESIS = 'c866fb28bb7fdd0727a0f1fc46be9d62a6ca592c886d3eaad3a53cc498a439ac';

const isBar = (entry: TrackRecordEntry | undefined): entry is BarEntry => entry?.kind === 'bar';
const seed = Number(process.env.TRACK_RECORD_SEED ?? Date.now() % 2 ** 31);
console.info(`track record seed ${seed} (TRACK_RECORD_SEED repeats it)`);

describe('the format is fixed to the byte', () => {
  test('the genesis is that of sha256sum', () => {
    // printf 'botdepot-track-record/1\nsmartbot' | sha256sum
    expect(genesisHash('smartbot').toString('hex')).toBe(GENESIS);
  });

  test('a record is one line of JSON in a fixed order, with the shortest numbers', () => {
    const close = { reason: 'ended', nav: '1.000000000000', at: '2026-03-02T10:01:00.000Z' } as const;
    expect(serialiseRecord({ ...close, strike: 7, series: 2, kind: 'close', n: 9 })).toBe(
      '{"n":9,"kind":"close","series":2,"strike":7,"at":"2026-03-02T10:01:00.000Z","nav":"1.000000000000","reason":"ended"}',
    );
    const event = { kind: 'gap', code: 'gap', symbol: null, at: close.at, until: null } as const;
    const figures = {
      realised: 0.1 + 0.2,
      unrealised: -0,
      fee: 1e-7,
      spread: 1e21,
      slippage: 0.5,
      financing: 0,
    };
    const bar = { n: 1, kind: 'bar', series: 1, strike: 1, at: close.at, ms: 60_000, source: null } as const;
    const entry = { ...bar, nav: close.nav, figures, marks: { 'BTC/USD': 0.1 }, fills: [] };
    expect(serialiseRecord({ ...entry, events: [{ ...event, figures: { to: 2, from: 1, a: null } }] })).toBe(
      '{"n":1,"kind":"bar","series":1,"strike":1,"at":"2026-03-02T10:01:00.000Z","ms":60000,"source":null,' +
        '"nav":"1.000000000000","figures":{"realised":0.30000000000000004,"unrealised":0,"fee":1e-7,"spread":1e+21,' +
        '"slippage":0.5,"financing":0},"marks":{"BTC/USD":0.1},"fills":[],"events":[{"kind":"gap","code":"gap",' +
        '"symbol":null,"at":"2026-03-02T10:01:00.000Z","until":null,"figures":{"a":null,"from":1,"to":2}}]}',
    );
  });

  test('a figure that is no number is refused, not turned into null', () => {
    const [, bar] = recordedRun(1, { bars: 3 });
    if (!isBar(bar)) throw new Error('no bar');
    const broken = { ...bar, figures: { ...bar.figures, fee: Number.NaN } };
    expect(() => serialiseRecord(broken)).toThrow(RangeError);
  });

  test('the record of a download line lies between its 68th byte and its last', () => {
    const [, line = ''] = downloadOf(recordedRun(1, { bars: 3 }));
    expect(splitDownloadLine(line)?.line).toBe(line.slice(68, -1));
    expect(nextHash(genesisHash('smartbot'), line.slice(68, -1)).toString('hex')).toBe(line.slice(2, 66));
  });
});

describe('an honest record', () => {
  test('is confirmed whatever the bot did, from its fills and prices alone', () => {
    let [fills, series] = [0, 0];
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.boolean(), (market, isRuinous) => {
        const entries = recordedRun(market, { bars: 120, isRuinous });
        const verdict = verify(downloadOf(entries));
        expect(verdict.deviation).toBeNull();
        expect(verdict.records).toBe(entries.length);
        fills += verdict.fills;
        series = Math.max(series, verdict.series);
      }),
      // The first of these is ruined, so that a second series is always among them.
      { seed, numRuns: 30, examples: [[1, true]] },
    );
    expect(fills).toBeGreaterThan(500);
    expect(series).toBeGreaterThan(1);
  });

  test('that is empty is one', () => {
    expect(verify(downloadOf([]))).toMatchObject({ records: 0, deviation: null });
  });
});

describe('one change', () => {
  const lines = downloadOf(recordedRun(seed, { bars: 150, isRuinous: true }));
  const record = fc.integer({ min: 1, max: lines.length - 1 });
  const kinds = fc.constantFrom('changed', 'dropped', 'doubled', 'swapped', 'moved', 'cut off');

  test('of any character, or of which rows there are and where, is found at the first record concerned', () => {
    fc.assert(
      fc.property(kinds, record, record, fc.nat(), (kind, at, other, where) => {
        const changed = [...lines];
        const line = lines[at] ?? '';
        let first = at;
        if (kind === 'changed') {
          const place = where % line.length;
          const letter = line[place] === '7' ? '8' : '7';
          changed[at] = line.slice(0, place) + letter + line.slice(place + 1);
        } else if (kind === 'dropped') changed.splice(at, 1);
        else if (kind === 'doubled') {
          changed.splice(at, 0, line);
          first = at + 1;
        } else if (kind === 'swapped') {
          fc.pre(at !== other);
          [changed[at], changed[other]] = [lines[other] ?? '', line];
          first = Math.min(at, other);
        } else if (kind === 'moved') {
          fc.pre(at !== other);
          changed.splice(at, 1);
          changed.splice(other, 0, line);
          first = Math.min(at, other);
        } else changed.splice(at);
        expect(verify(changed).deviation?.record).toBe(first);
      }),
      { seed, numRuns: 400 },
    );
  });

  test('of the header is found', () => {
    const [header = '', ...records] = lines;
    for (const [from, to] of [
      ['smartbot', 'turbobot'],
      [GENESIS.slice(0, 8), 'ffffffff'],
      [`"position":${records.length}`, `"position":${records.length - 1}`],
      [`"position":${records.length}`, `"position":${records.length + 1}`],
    ] as const)
      expect(verify([header.replace(from, to), ...records]).deviation).not.toBeNull();
  });
});

describe('a verification that goes on where another one ended', () => {
  /** In two parts, with what is remembered in between as JSON. */
  function verifyFrom(lines: readonly string[], at: number): Verdict {
    const first = createTrackRecordVerifier();
    for (const line of lines.slice(0, at + 1)) first.take(line);
    const { hash, ...kept } = first.checkpoint();
    const remembered = JSON.parse(JSON.stringify(kept)) as typeof kept;
    const replay = replayStateSchema.parse(remembered.replay);
    const second = createTrackRecordVerifier(undefined, { ...remembered, replay, hash });
    for (const line of [lines[0] ?? '', ...lines.slice(at + 1)]) if (!second.take(line)) break;
    return second.finish();
  }
  const lines = downloadOf(recordedRun(seed, { bars: 150, isRuinous: true }));
  const last = lines.length - 1;

  test('finds what one from the first record on would find, wherever it goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: last }), fc.integer({ min: 1, max: last }), (at, changed) => {
        const { records, hash, deviation } = verifyFrom(lines, at);
        expect({ records, hash, deviation }).toEqual({
          records: last,
          hash: verify(lines).hash,
          deviation: null,
        });
        fc.pre(changed > at);
        const tampered = lines.with(changed, (lines[changed] ?? '').replace('"strike":', '"strike":1'));
        expect(verifyFrom(tampered, at).deviation).toEqual(verify(tampered).deviation);
      }),
      { seed, numRuns: 200 },
    );
  });

  test('finds that what it remembers is no longer in the chain', () => {
    const verifier = createTrackRecordVerifier();
    for (const line of lines) verifier.take(line);
    const end = verifier.checkpoint();
    for (const other of [
      lines.slice(0, -1),
      downloadOf(recordedRun(seed + 1, { bars: 150, isRuinous: true })),
    ]) {
      const again = createTrackRecordVerifier(undefined, end);
      again.take(downloadOf([])[0]?.replace('"position":0', `"position":${other.length - 1}`) ?? '');
      expect(again.finish().deviation).not.toBeNull();
    }
  });
});

describe('a chain that was rewritten as a whole', () => {
  const entries = recordedRun(seed, { bars: 150 });
  const bars = entries.flatMap((entry, index) =>
    isBar(entry) && entry.fills.length > 0 && Object.keys(entry.marks ?? {}).length > 0 ? [index] : [],
  );

  /** Falsifies one bar that has fills and chains everything anew, as somebody with the database could. */
  function forged(forge: (bar: BarEntry) => BarEntry): { at: number; lines: string[] } {
    const index = bars[Math.floor(bars.length / 2)] ?? -1;
    const bar = entries[index];
    if (!isBar(bar)) throw new Error('no bar with fills');
    return { at: bar.n, lines: downloadOf(entries.with(index, forge(bar))) };
  }
  const better = 1.000_01;
  const withFill = (change: (fill: BarEntry['fills'][number]) => Partial<BarEntry['fills'][number]>) =>
    forged((bar) => ({
      ...bar,
      fills: bar.fills.map((fill, at) => (at ? fill : { ...fill, ...change(fill) })),
    }));
  const withFigure = (name: keyof BarEntry['figures'], by: number) =>
    forged((bar) => ({ ...bar, figures: { ...bar.figures, [name]: bar.figures[name] + by } }));

  test.each([
    ['a higher NAV', () => forged((bar) => ({ ...bar, nav: (Number(bar.nav) * better).toFixed(12) })), 'nav'],
    ['a fill that is left out', () => forged((bar) => ({ ...bar, fills: bar.fills.slice(1) })), ''],
    ['a cheaper fill', () => withFill(({ price }) => ({ price: price / better })), 'fills[0].price'],
    ['a smaller fee', () => withFill(({ fee }) => ({ fee: fee / 2 - 1e-6 })), ''],
    ['more bought', () => withFill(({ quantity }) => ({ quantity: quantity * better })), 'fills[0].after'],
    [
      'a better result',
      () => withFill(({ realised }) => ({ realised: realised + 1e-6 })),
      'fills[0].realised',
    ],
    ['smaller costs in sum', () => withFigure('slippage', -1e-6), 'figures.slippage'],
    ['financing given back', () => withFigure('financing', -1), 'figures.financing'],
    ['a better result in sum', () => withFigure('realised', 1e-6), 'figures.realised'],
    ['a better unrealised result', () => withFigure('unrealised', 1e-6), 'figures.unrealised'],
    ['prices that are not there', () => forged((bar) => ({ ...bar, marks: null })), 'marks'],
    ['a time before the last one', () => forged((bar) => ({ ...bar, at: '2020-01-01T00:00:00.000Z' })), ''],
    ['a number left out', () => forged((bar) => ({ ...bar, strike: bar.strike + 1 })), 'strike'],
    ['another series', () => forged((bar) => ({ ...bar, series: bar.series + 1 })), 'series'],
  ])('is found out by recomputing: %s', (_, forge, field) => {
    const { at, lines } = forge();
    const { deviation } = verify(lines);
    expect(deviation?.record).toBe(at);
    if (field !== '') expect(deviation?.field).toBe(field);
  });

  test('consistently, is found out by a head that was kept; an honest one is a prefix', () => {
    const lines = downloadOf(entries);
    const kept = (position: number): KeptHead => ({
      bot: 'smartbot',
      position,
      hash: splitDownloadLine(lines[position] ?? '')?.hash.toString('hex') ?? '',
    });
    const other = downloadOf(recordedRun(seed + 1, { bars: 150 }));
    expect(verify(lines, kept(1)).deviation).toBeNull();
    expect(verify(lines, kept(entries.length)).deviation).toBeNull();
    for (const position of [60, 120]) {
      expect(verify(lines, kept(position)).deviation).toBeNull();
      expect(verify(other, kept(position)).deviation).toMatchObject({ field: 'since', record: position });
    }
    const shortened = downloadOf(entries.slice(0, 40));
    expect(verify(shortened, kept(41)).deviation).toMatchObject({ field: 'since', found: '40' });
    expect(verify(lines, { ...kept(5), bot: 'turbobot' }).deviation).toMatchObject({ field: 'bot' });
  });
});

test.each([[[]], [['']], [['{"format":"another/1"}']], [['<!doctype html>', '<html>']]])(
  'what is no record is unreadable: %j',
  (lines) => {
    expect(() => verify(lines)).toThrow(UnreadableRecordError);
  },
);
