// Whether a page speaks German: common English words that are no German ones, wherever somebody reads or hears them.
import type { Page } from '@playwright/test';

const ENGLISH =
  'the and of to from with without your you our we they this these that those there here it its is are be been has have had ' +
  'not no yes but or if then than when while which who what why how where can could should would must may does did done ' +
  'please sorry thanks welcome error failed failure fail success successful loading loaded load save saved cancel submit ' +
  'continue close closed open opened search found next previous back new old all any some none more less show hide view ' +
  'edit delete remove add create update change confirm select choose click password username email sign signed login log ' +
  'logout out up down account balance amount deposit deposits withdrawal withdrawals withdraw wallet profile settings ' +
  'notifications notification message messages user users admin investment investments start stop stopped running pending ' +
  'approved rejected approve reject invalid required unknown missing empty day days week month year today yesterday price ' +
  'prices market markets value profit loss return returns risk help page pages';

/** What the product says in German as well: names of things here, and strings of the specification that it quotes. */
const GERMAN = 'wallet login admin start stop account support chat live up out';

const WORDS = ENGLISH.split(' ').filter((word) => !GERMAN.split(' ').includes(word));

/** `word in „text“` for each text or name on the page that has one. What says that it is English may be, and so may code. */
export function findEnglish(page: Page): Promise<string[]> {
  return page.evaluate((words) => {
    const apart = '[lang]:not([lang^="de"]), script, style, code';
    const english = new Set(words);
    const found: string[] = [];
    const look = (element: Element | null, text: string | null) => {
      if (!element || !text || element.closest(apart)) return;
      // Addresses and the names of actions are one word each.
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+(?:[@.\-_][\p{L}\p{N}]+)*/gu) ?? [])
        if (english.has(word)) found.push(`${word} in „${text.trim().slice(0, 80)}“`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.parentElement?.checkVisibility()) look(text.parentElement, text.textContent);
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) look(element, element.getAttribute(name));
    return [...new Set(found)];
  }, WORDS);
}
