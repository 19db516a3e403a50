import { type FillReason, linesOf, type Rule, type TalliedTrade } from '@botdepot/trading/browser';

/** What can end a position beside the lines of its exit, in the order in which the sheet tells it. */
export const ENDINGS = ['stop', 'target', 'trailing', 'time'] as const;
export type Ending = (typeof ENDINGS)[number];

export interface RuleNumbers {
  readonly entryLong: number;
  readonly entryShort: number | null;
  /** By index of the line, as `linesOf` gives them; those of an entry share its number. */
  readonly lines: readonly number[];
  readonly endings: Readonly<Partial<Record<Ending, number>>>;
}

/** ①②③: one number for each entry, each line of an exit and each other end; on the sheet, in the chart and at the trades. */
export function numbersOf(rule: Rule): RuleNumbers {
  let next = 2;
  let entryShort: number | null = null;
  const lines = linesOf(rule).map(({ section }) => {
    if (section === 'entryLong') return 1;
    if (section !== 'entryShort') return next++;
    entryShort = entryShort ?? next++;
    return entryShort;
  });
  const has: Readonly<Record<Ending, unknown>> = {
    stop: rule.stop,
    target: rule.target,
    trailing: rule.trailing,
    time: rule.maxBars,
  };
  const endings = Object.fromEntries(
    ENDINGS.filter((ending) => has[ending] !== null).map((ending) => [ending, next++]),
  );
  return { entryLong: 1, entryShort, lines, endings };
}

/** The number at which a trade ended; null where the rule has no line for it, as in a reversal. */
export function endNumberOf({ line, reason, direction }: TalliedTrade, numbers: RuleNumbers): number | null {
  if (line !== null) return numbers.lines[line] ?? null;
  if (reason === 'reverse' || reason === 'exit')
    return direction === 'long' ? numbers.entryShort : numbers.entryLong;
  return numbers.endings[reason as Ending] ?? null;
}

/** Why a position was closed, where no line of the rule says it. */
export const OTHER_ENDS: Readonly<Partial<Record<FillReason, string>>> = {
  stop: 'Stopp',
  target: 'Ziel erreicht',
  trailing: 'nachgezogener Stopp',
  time: 'längste Haltedauer',
  exit: 'Gegensignal',
  reverse: 'Gegensignal',
  liquidation: 'Kapital aufgebraucht',
};

/** What stands beside a figure of a test with so many times the usual costs. */
export const costWords = (factor: number): string =>
  factor === 0 ? 'ohne Kosten' : factor === 1 ? 'nach Kosten' : 'nach doppelten Kosten';
