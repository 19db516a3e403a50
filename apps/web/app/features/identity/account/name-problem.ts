import { VISIBLE_NAME } from '@botdepot/contract';
import { lengthProblem } from '../../../lib/form/text-length.ts';

/** Of a name that people choose: their own, or one of a passkey. */
export function nameProblem(name: string, longest: number): string | undefined {
  const tooLong = lengthProblem(name, longest);
  if (tooLong) return tooLong;
  if (name.trim() === '') return 'Bitte geben Sie einen Namen ein.';
  return VISIBLE_NAME.test(name.trim())
    ? undefined
    : 'Der Name enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu.';
}
