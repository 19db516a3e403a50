import { formatCount } from '../format/numbers.ts';

/**
 * What a field says when its text is longer than the server takes; null while it is not. In the place of `maxLength`, which
 * cuts what is pasted and says nothing.
 */
export function lengthProblem(text: string, longest: number): string | null {
  return text.trim().length > longest ? `Höchstens ${formatCount(longest)} Zeichen.` : null;
}
