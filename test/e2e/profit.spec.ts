// „Gewinn gesamt“: the figure on the dashboard, and what stands behind it.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';

test('the profit in total opens the parts it is made of, since the day that the sheet names as well', {
  tag: '@gate',
}, async ({ regular: page }) => {
  await page.goto('/dashboard?zeitraum=1w');
  const card = page.getByRole('link', { name: /^Gewinn gesamt/ });
  await card.click();
  const drawer = page.getByRole('dialog', { name: /^Gewinn gesamt/ });
  await expect(drawer).toBeVisible();
  await expect(page).toHaveURL('/dashboard?teil=gewinn');
  // The prices go on; all of it is read at one moment.
  const shown = await page.evaluate(() => {
    const texts = (root: Element | null | undefined, of: string) =>
      [...(root?.querySelectorAll(of) ?? [])].map((element) => element.textContent);
    const link = [...document.querySelectorAll('main a')].find((one) =>
      one.textContent.startsWith('Gewinn gesamt'),
    );
    return {
      card: link?.textContent ?? '',
      sheet: document.querySelector('#verlauf')?.textContent ?? '',
      parts: texts(document.querySelector('[role=dialog]'), 'tbody td'),
      total: texts(document.querySelector('[role=dialog]'), 'tfoot td'),
      note: document.querySelector('[role=dialog]')?.textContent ?? '',
    };
  });
  const cents = (text: string | undefined) =>
    Number((/[+−]?[\d.]+,\d\d/.exec(text ?? '')?.[0] ?? '').replace('−', '-').replace(/[.,]/g, ''));
  expect(shown.parts.length).toBeGreaterThan(2);
  expect(shown.parts.reduce((sum, part) => sum + cents(part), 0)).toBe(cents(shown.total[0]));
  expect(cents(shown.card)).toBe(cents(shown.total[0]));
  const since = /seit \d\d\.\d\d\.\d{4}/;
  const [day] = since.exec(shown.card) ?? [];
  expect(since.exec(shown.sheet)?.[0]).toBe(day);
  expect(since.exec(shown.note)?.[0]).toBe(day);

  // A part leads on to its investments, and back.
  await drawer
    .getByRole('row', { name: /Handelskosten/ })
    .getByRole('button')
    .click();
  await expect(page.getByRole('dialog', { name: /^Handelskosten/ })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  // The period that was chosen before is chosen again.
  await expect(page).toHaveURL('/dashboard?zeitraum=1w');
});
