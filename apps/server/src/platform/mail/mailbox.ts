import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { isMissing } from '../describe-error.ts';
import { newId } from '../work.ts';
import type { Mail } from './mail.ts';

const storedMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});
/** A message as the page of the mailbox shows it. */
export type StoredMail = z.infer<typeof storedMail>;

/**
 * Keeps each message as one `.eml` file in `folder`, for mail programs, and as one `.json` file beside it, which the
 * mailbox page reads. Both are named by the message's id, so that they sort by time.
 */
export function createMailbox(options: { folder: string; from: string; ownOnly?: boolean }): Mail {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    transport: 'mailbox',
    mailbox: {
      ownOnly: options.ownOnly ?? false,
      forget: (to) => deleteStoredMails(options.folder, to),
    },
    async send(message) {
      const composed = await transport.sendMail({
        ...message,
        to: { name: '', address: message.to },
        from: options.from,
      });
      if (!Buffer.isBuffer(composed.message)) throw new Error('The composed message is no buffer');
      const id = newId();
      const { to, subject, text, html } = message;
      const stored: StoredMail = { id, to, subject, text, html, sentAt: new Date().toISOString() };
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      // First what says to whom it is: by that the message is found when the account is deleted. Renamed into place, so that
      // nobody reads half of it.
      const unfinished = join(options.folder, `${id}.part`);
      await writeFile(unfinished, JSON.stringify(stored), { mode: 0o600 });
      await rename(unfinished, join(options.folder, `${id}.json`));
      await writeFile(join(options.folder, `${id}.eml`), composed.message, { mode: 0o600 });
    },
    close: () => transport.close(),
  };
}

/** The newest messages first, at most `limit`. With `to` only those to this address, whatever its case. */
export async function listStoredMails(
  folder: string,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(emptyWithoutFolder);
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse();
  const found: StoredMail[] = [];
  for (const id of ids) {
    if (found.length === limit) break;
    const mail = await readStoredMail(folder, { id, to });
    if (mail) found.push(mail);
  }
  return found;
}

/** @param id a UUID; it becomes part of a path. Null when there is no such message, or it is to somebody else. */
export async function readStoredMail(
  folder: string,
  { id, to }: { id: string; to?: string | undefined },
): Promise<StoredMail | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(nullWithoutFile);
  if (text === null) return null;
  const parsed = storedMail.safeParse(parseJson(text));
  if (!parsed.success) return null;
  return to === undefined || parsed.data.to.toLowerCase() === to.toLowerCase() ? parsed.data : null;
}

/** A file is written in an instant; one that is unfinished after this time stays so. */
const UNFINISHED_MS = 60_000;

/** Also deletes what was cut off while it was written: nobody can tell to whom it was. */
async function deleteStoredMails(folder: string, to: string): Promise<void> {
  const forget = (id: string, form: string) => rm(join(folder, `${id}.${form}`), { force: true });
  for (const { id } of await listStoredMails(folder, { to, limit: Number.POSITIVE_INFINITY }))
    for (const form of ['eml', 'json']) await forget(id, form);
  for (const name of await readdir(folder).catch(emptyWithoutFolder)) {
    const [, id = '', form = ''] = /^([^.]+)\.(eml|json|part)$/.exec(name) ?? [];
    if (!z.uuid().safeParse(id).success || (await readStoredMail(folder, { id }))) continue;
    if (form !== 'part' || (await isOld(join(folder, name)))) await forget(id, form);
  }
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(nullWithoutFile);
  return found !== null && Date.now() - found.mtimeMs > UNFINISHED_MS;
}

/** What a lost write left is no message. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function emptyWithoutFolder(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function nullWithoutFile(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
