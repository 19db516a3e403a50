import { expect, it } from 'vitest';
import { nameProblem } from './name-problem.ts';

it.each(['', '   '])('the name %j is missing', (name) => {
  expect(nameProblem(name, 60)).toBe('Bitte geben Sie einen Namen ein.');
});

it.each(['An\u00adna', 'An\u200bna', 'An\tna', '\u202eanna', 'An\u2028na'])(
  'says that %j has a character that nobody sees',
  (name) => {
    expect(nameProblem(name, 60)).toBe(
      'Der Name enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu.',
    );
  },
);

it('a name is too long', () => expect(nameProblem('a'.repeat(61), 60)).toBe('Höchstens 60 Zeichen.'));

it.each(['Anna', ' Anna\t', 'Ånna-Łucja O’Neill', '李小龙'])('%j is a name', (name) => {
  expect(nameProblem(name, 60)).toBeUndefined();
});
