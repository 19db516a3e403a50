import type { Page } from '@playwright/test';

/**
 * Texts in letters from right to left that stand in a line with others and would turn what is beside them. What people typed
 * stands in `<bdi>`, in a line of its own, or in plain strings between U+2068 and U+2069.
 */
export function findLoose(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FROM_THE_RIGHT = /[\u0590-\u08ff]/;
    const withoutIsolated = (text: string) => text.replace(/\u2068[^\u2069]*\u2069/g, '');
    /** What lays out its own text, whatever stands around it. */
    const isApart = (element: Element) => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return !/^(inline|contents)$/.test(display) || /isolate|plaintext/.test(unicodeBidi);
    };
    const lineOf = (element: Element): Element =>
      isApart(element) || element.parentElement === null ? element : lineOf(element.parentElement);
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      const typed = withoutIsolated(text.textContent ?? '').trim();
      if (!element || !FROM_THE_RIGHT.test(typed) || /^(SCRIPT|STYLE|TEXTAREA)$/.test(element.tagName))
        continue;
      const line = (lineOf(element).textContent ?? '').trim();
      if (line !== typed || /[\p{Script=Latin}\d]/u.test(typed))
        found.add(line.replace(/\s+/g, ' ').slice(0, 120));
    }
    return [...found];
  });
}
