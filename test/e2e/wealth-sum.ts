import { expect, type Page } from '@playwright/test';

interface WealthSum {
  /** The large amount above the sheet. */
  wealth: number;
  labels: string[];
  lines: number[];
  total: number;
}

/**
 * The overview's sheet „So setzt sich Ihr Vermögen zusammen“ in cents, with the amount above it. All of it is read at one
 * moment, since the prices go on meanwhile.
 */
export async function readSum(page: Page): Promise<WealthSum> {
  const sheet = page.getByRole('region', { name: 'Vermögen' });
  await expect(sheet.getByRole('table', { name: 'So setzt sich Ihr Vermögen zusammen' })).toBeVisible();
  const { wealth, rows } = await sheet.evaluate((element) => {
    const table = [...element.querySelectorAll('table')].find((one) =>
      one.caption?.textContent?.startsWith('So setzt sich'),
    );
    return {
      wealth: element.querySelector('a')?.textContent ?? '',
      rows: [...(table?.querySelectorAll('tbody tr, tfoot tr') ?? [])].map((row) => ({
        label: row.querySelector('th')?.textContent ?? '',
        amount: row.querySelector('td')?.textContent ?? '',
      })),
    };
  });
  const amounts = rows.map(({ amount }) => cents(amount));
  return {
    wealth: cents(wealth),
    labels: rows.map(({ label }) => label),
    lines: amounts.slice(0, -1),
    total: amounts.at(-1) ?? Number.NaN,
  };
}

/** The first amount in a text, `1.234,56` or `−1.234,56`, in cents. */
function cents(text: string): number {
  const amount = /[+−]?[\d.]+,\d\d/.exec(text)?.[0];
  expect(amount, text).toBeDefined();
  return Number((amount ?? '').replace('−', '-').replace(/[.,]/g, ''));
}
