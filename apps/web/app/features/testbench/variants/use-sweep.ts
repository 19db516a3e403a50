import {
  type Figure,
  type Overfitting,
  type Rule,
  ruleHashOf,
  type SweepAxis,
  type Variant,
  type VariantResult,
  variantsOf,
} from '@botdepot/trading/browser';
import { useEffect, useRef, useState } from 'react';
import type { FromWorker, PreviewOrder, Question, SweepQuestion } from '../preview/preview-messages.ts';
import { type AnswerOf, startWorker } from '../preview/use-preview.ts';

/** A variant and what it would have done; nothing where it is no rule. */
export interface SweptVariant extends Variant {
  readonly result: VariantResult | null;
}

export interface Sweep {
  readonly rule: Rule;
  readonly ruleHash: string;
  /** The first goes across, the second up. */
  readonly axes: readonly [SweepAxis, SweepAxis];
  /** One for each combination, the second axis changing first. */
  readonly variants: readonly SweptVariant[];
  /** Bars that start in [from, until), ms UTC, were traded. */
  readonly from: number;
  readonly until: number;
  readonly overfitting: Figure<Overfitting>;
  /** Hashes of those that move like none before them. */
  readonly leaders: ReadonlySet<string>;
}

export type SweepStatus =
  | { readonly step: 'idle' | 'cancelled' }
  | { readonly step: 'running'; readonly done: number; readonly total: number }
  | { readonly step: 'failed'; readonly failure: AnswerOf<'failed'> };

interface SweepOrder {
  readonly order: PreviewOrder;
  readonly axes: readonly [SweepAxis, SweepAxis];
}

/** So many variants a worker does before it says how far it is. */
const AT_ONCE = 6;

/** One core stays for the page. */
const mostWorkers = (): number => Math.max(1, (navigator.hardwareConcurrency || 2) - 1);

/** The newest sweep that is complete, and what the one that is wanted is at. */
export function useSweep() {
  const [status, setStatus] = useState<SweepStatus>({ step: 'idle' });
  const [sweep, setSweep] = useState<Sweep | null>(null);
  const running = useRef<SweepRun>(null);
  useEffect(() => () => running.current?.end(), []);
  const run = (wanted: SweepOrder) => {
    running.current?.end();
    const started = new SweepRun(wanted, {
      onProgress: (done, total) => setStatus({ step: 'running', done, total }),
      onDone: (done) => {
        setSweep(done);
        setStatus({ step: 'idle' });
      },
      onFailed: (failure) => setStatus({ step: 'failed', failure }),
    });
    running.current = started;
    started.begin();
  };
  const cancel = () => {
    running.current?.end();
    setStatus({ step: 'cancelled' });
  };
  return { status, sweep, run, cancel };
}

interface Listeners {
  onProgress: (done: number, total: number) => void;
  onDone: (sweep: Sweep) => void;
  onFailed: (failure: AnswerOf<'failed'>) => void;
}

/** One sweep on as many workers as there are cores to spare; the first fetches the prices, the others find them with the browser. */
class SweepRun {
  readonly #wanted: SweepOrder;
  readonly #listeners: Listeners;
  readonly #variants: readonly Variant[];
  readonly #results: (VariantResult | null)[];
  /** Places of the variants that are rules, in pieces that nobody has taken yet. */
  readonly #waiting: number[][] = [];
  readonly #workers: Worker[] = [];
  #left = 0;
  #period = { from: 0, until: 0 };

  constructor(wanted: SweepOrder, listeners: Listeners) {
    this.#wanted = wanted;
    this.#listeners = listeners;
    this.#variants = variantsOf(wanted.order.rule, wanted.axes);
    this.#results = this.#variants.map(() => null);
    const rules = this.#variants.flatMap(({ rule }, index) => (rule === null ? [] : [index]));
    this.#left = rules.length;
    for (let at = 0; at < rules.length; at += AT_ONCE) this.#waiting.push(rules.slice(at, at + AT_ONCE));
  }

  begin(): void {
    this.#progress();
    if (this.#left > 0) this.#add();
    else this.#finish({ kind: 'sweep', overfitting: { value: null, missing: 'too-short' }, leads: [] });
  }

  /** At once: what the workers are at is not waited for. */
  end(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers.length = 0;
  }

  #add(): void {
    const worker = startWorker();
    const isFirst = this.#workers.length === 0;
    let taken = this.#take(worker, !isFirst);
    let isAlone = isFirst;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (!this.#workers.includes(worker)) return;
      if (data.kind === 'began') {
        if (!isAlone) return;
        isAlone = false;
        const most = Math.min(mostWorkers(), this.#waiting.length + 1);
        while (this.#workers.length < most) this.#add();
      } else if (data.kind === 'variants') {
        for (const [index, result] of data.results.entries()) this.#results[taken[index]!] = result;
        this.#left -= taken.length;
        this.#period = { from: data.from, until: data.until };
        this.#progress();
        if (this.#left === 0) worker.postMessage(this.#question());
        else taken = this.#take(worker, false);
      } else if (data.kind === 'sweep') this.#finish(data);
      else if (data.kind === 'failed') this.#fail(data);
    });
    worker.addEventListener('error', () => this.#fail({ kind: 'failed', symbol: null, status: null }));
    this.#workers.push(worker);
  }

  /** Gives a worker the next piece, if there is one. */
  #take(worker: Worker, isStored: boolean): number[] {
    const next = this.#waiting.shift() ?? [];
    if (next.length === 0) return next;
    const variants = next.map((index) => this.#variants[index]!.rule!);
    const question: Question = { kind: 'variants', order: this.#wanted.order, variants, isStored };
    worker.postMessage(JSON.stringify(question));
    return next;
  }

  #progress(): void {
    const total = this.#variants.length;
    this.#listeners.onProgress(total - this.#left, total);
  }

  /** Each distinct rule once. */
  #distinct(): VariantResult[] {
    const results = this.#results.filter((result) => result !== null);
    return [...new Map(results.map((result) => [result.ruleHash, result])).values()];
  }

  #question(): SweepQuestion {
    const distinct = this.#distinct();
    const firstDay = distinct.find((result) => !Number.isNaN(result.firstDay))?.firstDay ?? 0;
    return { kind: 'sweep', firstDay, returns: distinct.map(({ returns }) => returns) };
  }

  #finish({ overfitting, leads }: AnswerOf<'sweep'>): void {
    this.end();
    const { order, axes } = this.#wanted;
    const hashes = this.#distinct().map(({ ruleHash }) => ruleHash);
    this.#listeners.onDone({
      rule: order.rule,
      ruleHash: ruleHashOf(order.rule),
      axes,
      variants: this.#variants.map((variant, index) => ({ ...variant, result: this.#results[index]! })),
      ...this.#period,
      overfitting,
      leaders: new Set(hashes.filter((_, index) => leads[index])),
    });
  }

  #fail(failure: AnswerOf<'failed'>): void {
    if (this.#workers.length === 0) return;
    this.end();
    this.#listeners.onFailed(failure);
  }
}
