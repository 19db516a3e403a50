import { VISIBLE_NAME } from '@botdepot/contract';
import { lengthProblem } from '../../../lib/form/text-length.ts';

/** Said while it is typed. */
export const nameTooLong = (name: string) => lengthProblem(name, 100);

export function nameProblem(name: string): string | undefined {
  const tooLong = nameTooLong(name);
  if (tooLong) return tooLong;
  if (name.trim() === '') return 'Bitte geben Sie einen Namen ein.';
  return VISIBLE_NAME.test(name.trim())
    ? undefined
    : 'Der Name enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu.';
}
