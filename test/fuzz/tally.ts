import type { Attempt } from './attempt.ts';

const CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
type StatusClass = (typeof CLASSES)[number];

/** Counts requests by operation and class of their status, and by kind. */
export function createTally() {
  const operations = new Map<string, Record<StatusClass, number>>();
  const kinds = new Map<string, number>();
  let total = 0;
  return {
    count(operation: string, { kind }: Attempt, status: number): void {
      const row = operations.get(operation) ?? { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 };
      row[CLASSES[Math.floor(status / 100) - 2] ?? 'none'] += 1;
      operations.set(operation, row);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      total += 1;
    },
    total: () => total,
    /** One line, or one per operation as well. */
    text(isLong: boolean): string {
      const sums = CLASSES.map((name) => {
        const sum = [...operations.values()].reduce((all, row) => all + row[name], 0);
        return `${name} ${sum}`;
      });
      const line = `${total} requests to ${operations.size} operations: ${sums.join(', ')} (${[...kinds]
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')})`;
      if (!isLong) return line;
      const rows = [...operations].map(
        ([name, row]) =>
          `${name.padEnd(60)} ${CLASSES.map((each) => String(row[each]).padStart(6)).join('')}`,
      );
      return [`${' '.repeat(60)} ${CLASSES.map((each) => each.padStart(6)).join('')}`, ...rows, line].join(
        '\n',
      );
    },
  };
}
