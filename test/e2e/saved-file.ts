import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** What the browser saves, without its byte order mark, in lines and cells. */
export async function saved(page: Page, button: Locator) {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)], 'the mark by which German Excel knows UTF-8').toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString('utf8').split('\r\n');
  expect(lines.at(-1), 'every line is ended').toBe('');
  return { name: file.suggestedFilename(), lines: lines.slice(0, -1).map((line) => line.split(';')) };
}
