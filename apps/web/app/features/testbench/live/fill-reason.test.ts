import { expect, it } from 'vitest';
import { reasonOf } from './fill-reason.tsx';

it.each([
  ['entry', 'Einstieg'],
  // By a condition of the rule as a rule; a signal of the other side may close as well.
  ['exit', 'Ausstieg'],
  ['reverse', 'Gegensignal'],
  ['stop', 'Stopp'],
  ['operator-pause', 'vom Betreiber angehalten'],
])('an order of the reason %s is told as „%s“', (reason, text) => expect(reasonOf(reason)).toBe(text));
