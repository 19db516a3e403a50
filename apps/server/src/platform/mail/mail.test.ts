import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../work.ts';
import { composeMail } from './compose-mail.ts';
import { createMailbox, listStoredMails } from './mailbox.ts';

const draft = {
  to: 'anna@example.com',
  subject: 'E-Mail-Adresse bestätigen',
  paragraphs: ['Hallo <b>Welt</b> & alle'],
  action: { label: 'Bestätigen', url: 'https://example.com/?a=1&b="2"' },
  afterword: 'Der Link gilt 24 Stunden.',
};

describe('a message', () => {
  it('says in text and HTML that the platform is about play money', () => {
    const message = composeMail('Botdepot', draft);
    expect(message.text).toContain(PLAY_MONEY_NOTICE);
    expect(message.html).toContain(PLAY_MONEY_NOTICE);
    expect(message.subject).toBe('E-Mail-Adresse bestätigen – Botdepot');
  });

  it('shows markup in its texts as text and keeps the link whole', () => {
    const message = composeMail('Botdepot', draft);
    expect(message.html).toContain('Hallo &lt;b&gt;Welt&lt;/b&gt; &amp; alle');
    expect(message.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
    expect(message.text).toContain('https://example.com/?a=1&b="2"');
  });

  it('lets a fact in letters from right to left turn nothing beside it', () => {
    const message = composeMail('Botdepot', { ...draft, facts: [{ label: 'Name', value: 'מרים 12' }] });
    expect(message.text).toContain('Name: \u2068מרים 12\u2069');
    expect(message.html).toContain('</span> <bdi>מרים 12</bdi></p>');
  });

  it('lands in the local mailbox as a file that only its owner may read', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'botdepot-mail-')), 'mail');
    try {
      const mailbox = createMailbox({ folder, from: 'Botdepot <demo@localhost>' });
      await mailbox.send(composeMail('Botdepot', draft));
      const [name = '', ...others] = (await readdir(folder)).sort();
      expect(name).toMatch(/\.eml$/);
      expect(others).toEqual([name.replace('.eml', '.json')]);
      const content = await readFile(join(folder, name), 'utf8');
      expect(content).toContain('To: anna@example.com');
      expect(content).toContain('multipart/alternative');
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    } finally {
      await rm(join(folder, '..'), { recursive: true, force: true });
    }
  });
});

describe('the local mailbox', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'botdepot-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const mailbox = () => createMailbox({ folder, from: 'Botdepot <demo@localhost>' });
  const send = (to: string) => mailbox().send(composeMail('Botdepot', { ...draft, to }));
  const addressees = async () => (await listStoredMails(folder, { limit: 10 })).map(({ to }) => to);

  it('passes over a message that a lost write left empty, and forgets the others all the same', async () => {
    await writeFile(join(folder, `${newId()}.json`), '');
    await send('anna@example.com');
    await send('ben@example.com');
    expect(await addressees()).toEqual(['ben@example.com', 'anna@example.com']);
    await mailbox().mailbox?.forget('Anna@example.com');
    expect(await addressees()).toEqual(['ben@example.com']);
  });

  it('forgets with an account what was cut off while it was written, and no message that is being written', async () => {
    await send('ben@example.com');
    const kept = await readdir(folder);
    const [cutOff, half, underWay] = [newId(), newId(), newId()];
    await writeFile(join(folder, `${cutOff}.eml`), 'To: anna@example.com');
    await writeFile(join(folder, `${half}.json`), '{"to":"anna@exam');
    await writeFile(join(folder, `${half}.eml`), 'To: anna@example.com');
    for (const id of [cutOff, underWay]) await writeFile(join(folder, `${id}.part`), '{"to":"anna@exam');
    await utimes(join(folder, `${cutOff}.part`), new Date('2026-01-01'), new Date('2026-01-01'));
    // What is not named like a message of ours is not ours.
    await writeFile(join(folder, 'notes.eml'), 'To: anna@example.com');
    await mailbox().mailbox?.forget('anna@example.com');
    expect((await readdir(folder)).sort()).toEqual([...kept, 'notes.eml', `${underWay}.part`].sort());
  });
});
