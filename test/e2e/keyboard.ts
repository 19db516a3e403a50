// The keyboard as somebody uses it who has no mouse.
import { expect, type Locator, type Page } from '@playwright/test';

/** Tab, again and again, until the control has the focus; the focus must be seen. */
export async function tabTo(page: Page, control: Locator) {
  await control.first().waitFor();
  for (let steps = 0; steps < 80; steps++) {
    if (await control.first().evaluate((element) => element === document.activeElement)) {
      expect(await control.first().evaluate(showsFocus), 'the focus is not seen').toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${control}`);
}

/** A ring around the control, around the box it stands in, or around its label. */
function showsFocus(element: Element): boolean {
  return [element, element.parentElement, element.closest('label')].some((around) => {
    if (!around) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(around);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  });
}

export async function press(page: Page, control: Locator, key: 'Enter' | 'Space') {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

export async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
