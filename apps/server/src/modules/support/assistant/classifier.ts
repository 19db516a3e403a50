/** Which label a text has most likely: a linear model over words, pairs of words and parts of words, trained from phrasings. */
import { stemOf, termOf, wordsOf } from './words.ts';

export type Model = {
  labels: readonly string[];
  /** What each label has before anything is said. */
  bias: readonly number[];
  /** What one step of a weight is worth. */
  step: number;
  /** How much each bucket tells, in steps of `TELLING_STEP`: the rarer the more. */
  telling: Uint8Array;
  /** One weight for each bucket and label, label by label within a bucket, in steps of `step`. */
  weights: Int8Array;
};

/** The words and their parts share this many buckets; a few of them meet in one. */
export const BUCKETS = 8192;
export const TELLING_STEP = 1 / 24;

/** How much each kind of feature counts. */
const WORD = 1;
const TERM = 1.5;
const PAIR = 1;
const PART = 0.8;
/** Parts of words find slips and compounds. */
const PART_LENGTHS = [3, 4];

/** The bots ask and answer alike: which one is named is looked at afterwards. */
const A_BOT = /\b(?:(?:smart|turbo|news) ?bots?|turbo)\b/g;
const A_FIGURE = /\b\d+\b/g;

function bucketOf(feature: string): number {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS;
}

/** The buckets that a text falls into, with the weight of each by its kind. */
export function bucketsOf(text: string): Map<number, number> {
  const words = wordsOf(wordsOf(text).join(' ').replace(A_BOT, 'einbot').replace(A_FIGURE, '0'));
  const buckets = new Map<number, number>();
  const add = (feature: string, weight: number) => {
    const bucket = bucketOf(feature);
    buckets.set(bucket, Math.max(buckets.get(bucket) ?? 0, weight));
  };
  const stems = words.map(stemOf);
  for (const stem of stems) add(`w${stem}`, WORD);
  for (const word of words) add(`s${termOf(word)}`, TERM);
  for (let at = -1; at < stems.length; at += 1) add(`b${stems[at] ?? '^'} ${stems[at + 1] ?? '$'}`, PAIR);
  for (const word of words.map((word) => ` ${word} `))
    for (const length of PART_LENGTHS)
      for (let at = 0; at + length <= word.length; at += 1) add(`c${word.slice(at, at + length)}`, PART);
  return buckets;
}

export type Vector = { buckets: Int32Array; values: Float64Array };

/** The same weighed by how much each bucket tells, at length 1. */
export function vectorOf(weighed: ReadonlyMap<number, number>, telling: Uint8Array): Vector {
  const buckets = Int32Array.from(weighed.keys());
  const values = Float64Array.from(
    weighed,
    ([bucket, weight]) => weight * (telling[bucket] ?? 0) * TELLING_STEP,
  );
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { buckets, values: values.map((value) => value / length) };
}

/** Adds to the score of each label what a vector says for it. */
export function addTo(scores: Float64Array, { buckets, values }: Vector, weights: Int8Array | Float32Array) {
  for (let of = 0; of < buckets.length; of += 1) {
    const from = (buckets[of] ?? 0) * scores.length;
    const value = values[of] ?? 0;
    for (let at = 0; at < scores.length; at += 1)
      scores[at] = (scores[at] ?? 0) + value * (weights[from + at] ?? 0);
  }
}

export type Guess = { label: string /** Up to 1 for all labels together. */; probability: number };

/** All labels, the likeliest first. */
export function classify({ labels, bias, step, telling, weights }: Model, text: string): Guess[] {
  const scores = new Float64Array(labels.length);
  addTo(scores, vectorOf(bucketsOf(text), telling), weights);
  scores.forEach((score, at) => {
    scores[at] = score * step + (bias[at] ?? 0);
  });
  const highest = Math.max(...scores);
  const odds = scores.map((score) => Math.exp(score - highest));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return labels
    .map((label, at) => ({ label, probability: (odds[at] ?? 0) / all }))
    .toSorted((a, b) => b.probability - a.probability);
}

/** A line of JSON, then a byte for each bucket and one for each weight. */
export function writeModel({ telling, weights, ...head }: Model): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), telling, Buffer.from(weights.buffer)]);
}

export function readModel(file: Buffer): Model {
  const bytes = file.subarray(file.indexOf('\n') + 1);
  const head: Omit<Model, 'telling' | 'weights'> = JSON.parse(file.toString('utf8', 0, file.indexOf('\n')));
  return { ...head, telling: bytes.subarray(0, BUCKETS), weights: new Int8Array(bytes.subarray(BUCKETS)) };
}
