import { lengthProblem } from '../../../lib/form/text-length.ts';

/** What turns or hides the text around it comes with what is pasted. The server refuses the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Said while it is typed. */
export const nameTooLong = (name: string) => lengthProblem(name, 100);

export function nameProblem(name: string): string | undefined {
  const tooLong = nameTooLong(name);
  if (tooLong) return tooLong;
  if (name.trim() === '') return 'Bitte geben Sie einen Namen ein.';
  return INVISIBLE.test(name.trim())
    ? 'Der Name enthält ein unsichtbares Zeichen. Bitte tippen Sie ihn neu.'
    : undefined;
}
