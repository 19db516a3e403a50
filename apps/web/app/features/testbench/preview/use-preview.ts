import type { Operand, Rule } from '@botdepot/trading/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PriceSource } from '../own-candles/own-candles.ts';
import type { Preview } from './preview.ts';
import type { Answer, FromWorker, PreviewOrder, Question } from './preview-messages.ts';

/** A run that takes longer, once its prices are there, is given up when something newer is wanted. */
const PATIENCE_MS = 250;

export const startWorker = (): Worker =>
  new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });

export type AnswerOf<Kind> = Extract<Answer, { kind: Kind }>;

/** Asks the worker, one question after the other: of several that wait only the newest is asked. */
class PreviewWorker {
  readonly #onAnswer: (question: string, answer: Answer) => void;
  #worker: Worker | null = null;
  #running: { question: string; since: number } | null = null;
  #waiting: string | null = null;

  constructor(onAnswer: (question: string, answer: Answer) => void) {
    this.#onAnswer = onAnswer;
  }

  ask(question: string): void {
    this.#waiting = question;
    if (this.#running !== null && performance.now() - this.#running.since > PATIENCE_MS) this.end();
    if (this.#running === null) this.#next();
  }

  end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  #next(): void {
    const question = this.#waiting;
    if (question === null) return;
    this.#waiting = null;
    this.#worker ??= this.#start();
    // What has not begun has taken no time yet.
    this.#running = { question, since: Number.POSITIVE_INFINITY };
    this.#worker.postMessage(question);
  }

  #start(): Worker {
    const worker = startWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (this.#running === null) return;
      if (data.kind === 'began') this.#running.since = performance.now();
      else this.#answer(data);
    });
    worker.addEventListener('error', () => {
      this.#worker?.terminate();
      this.#worker = null;
      this.#answer({ kind: 'failed', symbol: null, status: null });
    });
    return worker;
  }

  #answer(answer: Answer): void {
    const running = this.#running;
    this.#running = null;
    if (running !== null) this.#onAnswer(running.question, answer);
    this.#next();
  }
}

/**
 * Asks the question, and again when it is another one. Null: there is nothing to ask.
 * @param onAnswer gets the question as text with its answer, which may be an earlier one.
 * @returns how to ask once more.
 */
function useQuestion(text: string | null, onAnswer: (text: string, answer: Answer) => void): () => void {
  const answered = useEffectEvent(onAnswer);
  const worker = useRef<PreviewWorker>(null);
  useEffect(() => {
    const made = new PreviewWorker((question, answer) => answered(question, answer));
    worker.current = made;
    return () => made.end();
  }, []);
  const ask = () => {
    if (text !== null) worker.current?.ask(text);
  };
  const asks = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another question
  useEffect(() => asks(), [text]);
  return ask;
}

export interface PreviewState {
  /** The newest that is there. */
  preview: Preview | null;
  /** The prices that it is of; those that are asked about where there is none. */
  source: PriceSource | undefined;
  /** Whether it is of what is asked now; else it is of something before. */
  isCurrent: boolean;
  /** It is of something before, and nothing newer is on its way. */
  isOld: boolean;
  /** When it was there, ms. */
  at: number;
  /** How long it took, ms. */
  ms: number;
  pending: boolean;
  failure: AnswerOf<'failed'> | null;
  retry: () => void;
}

type Asked = Extract<Question, { kind: 'preview' }>;
type Last = { text: string; answer: AnswerOf<'preview'>; source: PriceSource; at: number };

/** @param order null where there is nothing to work out: the rule is not complete, or its prices are not known. */
export function usePreview(order: PreviewOrder | null, source: PriceSource | undefined): PreviewState {
  const question: Asked | null = order && source ? { kind: 'preview', order, source } : null;
  const text = question && JSON.stringify(question);
  const [last, setLast] = useState<Last | null>(null);
  const [failed, setFailed] = useState<{ text: string; answer: AnswerOf<'failed'> } | null>(null);
  const ask = useQuestion(text, (asked, answer) => {
    if (answer.kind === 'preview')
      setLast({ text: asked, answer, source: (JSON.parse(asked) as Asked).source, at: Date.now() });
    else if (answer.kind === 'failed') setFailed({ text: asked, answer });
  });
  const isCurrent = last !== null && last.text === text;
  const failure = failed !== null && failed.text === text && !isCurrent ? failed.answer : null;
  const pending = text !== null && !isCurrent && failure === null;
  return {
    preview: last?.answer.preview ?? null,
    source: last?.source ?? source,
    ms: last?.answer.ms ?? 0,
    isCurrent,
    isOld: last !== null && !isCurrent && !pending,
    at: last?.at ?? 0,
    pending,
    failure,
    retry: () => {
      setFailed(null);
      ask();
    },
  };
}

/** Asks what is answered once and for all: null until that is known, or where it failed. */
function useAnswer<Kind extends Answer['kind']>(
  kind: Kind,
  question: Question | null,
): AnswerOf<Kind> | null {
  const text = question && JSON.stringify(question);
  const [found, setFound] = useState<{ text: string; answer: AnswerOf<Kind> } | null>(null);
  useQuestion(text, (asked, answer) => {
    if (answer.kind === kind) setFound({ text: asked, answer: answer as AnswerOf<Kind> });
  });
  return found !== null && found.text === text ? found.answer : null;
}

/** How the values beside a number are spread, and what its neighbours would do; null until that is known. */
export const useNeighbours = (
  order: PreviewOrder | null,
  operand: Operand,
  variants: readonly Rule[],
): AnswerOf<'neighbours'> | null =>
  useAnswer('neighbours', order && { kind: 'neighbours', order, operand, variants });

/** Why orders were given, and from which price on they would have been others; null until that is known. */
export const useWhy = (
  asked: Omit<Extract<Question, { kind: 'why' }>, 'kind'> | null,
): AnswerOf<'why'> | null => useAnswer('why', asked && { kind: 'why', ...asked });
