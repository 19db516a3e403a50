import type { Operand, Rule } from '@botdepot/trading/browser';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Histogram, Preview } from './preview.ts';
import type { FromWorker, PreviewOrder, ToWorker } from './preview-messages.ts';

/** A run that takes longer, once its prices are there, is given up when something newer is wanted. */
const PATIENCE_MS = 250;

export interface PreviewFailure {
  readonly symbol: string | null;
  readonly status: number | null;
}

export interface PreviewState {
  /** The newest that is there; while another one is worked out, the one before. */
  preview: Preview | null;
  /** How long it took, ms. */
  ms: number;
  pending: boolean;
  failure: PreviewFailure | null;
}

type Answer = Exclude<FromWorker, { kind: 'began' }>;

/** Asks the worker, one question after the other: of several that wait only the newest is asked. */
class PreviewWorker {
  readonly #onAnswer: (answer: Answer) => void;
  #worker: Worker | null = null;
  #running: { message: ToWorker; since: number } | null = null;
  #waiting: ToWorker | null = null;

  constructor(onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer;
  }

  ask(message: ToWorker): void {
    this.#waiting = message;
    const running = this.#running;
    if (running === null) this.#next();
    else if (performance.now() - running.since > PATIENCE_MS) {
      this.end();
      this.#next();
    }
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  #next(): void {
    const message = this.#waiting;
    if (message === null) return;
    this.#waiting = null;
    this.#worker ??= this.#start();
    // What has not begun has taken no time yet.
    this.#running = { message, since: Number.POSITIVE_INFINITY };
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'began') {
        if (this.#running !== null) this.#running.since = performance.now();
        return;
      }
      this.#running = null;
      this.#onAnswer(data);
      this.#next();
    });
    worker.addEventListener('error', () => {
      const id = this.#running?.message.id;
      this.end();
      if (id !== undefined) this.#onAnswer({ kind: 'failed', id, symbol: null, status: null });
    });
    return worker;
  }
}

function usePreviewWorker(onAnswer: (answer: Answer) => void) {
  const answered = useEffectEvent(onAnswer);
  const worker = useRef<PreviewWorker>(null);
  useEffect(() => {
    const made = new PreviewWorker((answer) => answered(answer));
    worker.current = made;
    return () => made.end();
  }, []);
  return worker;
}

/** @param order null where there is nothing to work out: the rule is not complete, or its prices are not known yet. */
export function usePreview(order: PreviewOrder | null): PreviewState & { retry: () => void } {
  const [state, setState] = useState<Omit<PreviewState, 'pending'>>({ preview: null, ms: 0, failure: null });
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState(0);
  const newest = useRef(0);
  const worker = usePreviewWorker((answer) => {
    if (answer.kind === 'neighbours') return;
    setAnswered(answer.id);
    if (answer.kind === 'preview') setState({ preview: answer.preview, ms: answer.ms, failure: null });
    else if (answer.id === newest.current)
      setState((before) => ({ ...before, failure: { symbol: answer.symbol, status: answer.status } }));
  });
  const [tries, setTries] = useState(0);
  const text = order && JSON.stringify([order, tries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same order as text is the same order
  useEffect(() => {
    if (order === null) return;
    newest.current++;
    setAsked(newest.current);
    worker.current?.ask({ kind: 'preview', id: newest.current, order });
  }, [text]);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  return { ...state, pending: order !== null && answered < asked, retry };
}

export interface Neighbours {
  readonly histogram: Histogram | null;
  readonly entries: readonly number[];
}

/** How the values beside a number are spread, and what its neighbours would do; null until that is known. */
export function useNeighbours(
  order: PreviewOrder | null,
  operand: Operand | null,
  variants: readonly Rule[],
): Neighbours | null {
  const [found, setFound] = useState<{ text: string; neighbours: Neighbours } | null>(null);
  const text = order && JSON.stringify([order, operand, variants]);
  const asked = useRef(new Map<number, string>());
  const worker = usePreviewWorker((answer) => {
    const askedText = asked.current.get(answer.id);
    asked.current.delete(answer.id);
    if (answer.kind !== 'neighbours' || askedText === undefined) return;
    setFound({ text: askedText, neighbours: answer });
  });
  const number = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question as text is the same question
  useEffect(() => {
    if (order === null || text === null) return;
    const id = ++number.current;
    asked.current.set(id, text);
    worker.current?.ask({ kind: 'neighbours', id, order, operand, variants });
  }, [text]);
  return found?.text === text ? found.neighbours : null;
}
