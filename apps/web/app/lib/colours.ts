import type { ColourChoice } from '@botdepot/contract';
import { KEPT_COLOURS } from './kept-colours.ts';

/** Shows gains and losses in these colours, and keeps them in this browser for the first paint of the next visit. */
export function showColours(colours: ColourChoice): void {
  document.documentElement.dataset.colours = colours;
  try {
    localStorage.setItem(KEPT_COLOURS, colours);
  } catch {
    // Without storage the account still knows; the first paint is in the other colours.
  }
}
