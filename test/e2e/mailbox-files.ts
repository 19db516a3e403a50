// The messages of the demo, which lie as files in its data folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The newest link to this path in a message to the address, once it is there. */
export async function linkInMail(email: string, path: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      found = (await messagesTo(email)).flatMap((text) => linksIn(text, path)).at(-1);
      return found;
    })
    .toBeDefined();
  return found ?? '';
}

/** Oldest first, decoded. */
async function messagesTo(email: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const messages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return messages
    .filter((raw) => raw.includes(`To: ${email}`))
    .map((raw) =>
      raw
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .replaceAll('&amp;', '&'),
    );
}

function linksIn(text: string, path: string): string[] {
  return [...text.matchAll(/https?:\/\/[^\s"<]+/g)]
    .map(([link]) => new URL(link))
    .filter(({ pathname }) => pathname === path)
    .map(({ pathname, search }) => pathname + search);
}
