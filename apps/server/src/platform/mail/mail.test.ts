import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { composeMail } from './compose-mail.ts';
import { createMailbox } from './mailbox.ts';

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
