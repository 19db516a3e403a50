import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTIFICATION_SUBJECTS, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import * as authMails from '../../src/modules/identity/auth/auth-mails.ts';
import { notificationMail } from '../../src/modules/notifications/mails.ts';
import { composeMail } from '../../src/platform/mail/compose-mail.ts';
import type { MailMessage } from '../../src/platform/mail/mail.ts';
import { createMailbox } from '../../src/platform/mail/mailbox.ts';
import { newId } from '../../src/platform/work.ts';

const BASE = 'https://botdepot.example';
const HOSTILE = 'Firefox</p><img src=x onerror=alert(1)>\r\nBcc: eve@example.com';
const input = {
  brandName: 'Botdepot',
  to: 'anna@example.com',
  url: `${BASE}/reset-password?token=abc&next=%2F`,
  device: HOSTILE,
  at: new Date('2026-07-24T12:05:00Z'),
};

type MailOf = (given: typeof input) => MailMessage;

/** Every message of identity, by the name of the function that writes it. */
const identityMails = Object.entries<unknown>(authMails).filter(
  (entry): entry is [string, MailOf] => typeof entry[1] === 'function',
);

const ofNotification = (subject: (typeof NOTIFICATION_SUBJECTS)[number] | null): MailMessage =>
  notificationMail(
    { brandName: 'Botdepot', baseUrl: BASE, to: input.to },
    {
      title: 'Auszahlung abgelehnt\r\nBcc: eve@example.com',
      message: `A-2001 wurde abgelehnt. Grund: ${HOSTILE}`,
      facts: [
        { label: 'Betrag', value: '1.234,56 USDT' },
        { label: 'Referenz', value: 'A-2001' },
      ],
      subject,
      subjectId: newId(),
    },
  );

const mails: [string, MailMessage][] = [
  ...identityMails.map(([name, write]): [string, MailMessage] => [name, write(input)]),
  ...[...NOTIFICATION_SUBJECTS, null].map((subject): [string, MailMessage] => [
    `a notification about ${subject}`,
    ofNotification(subject),
  ]),
];

/** What a person sees of HTML, in one line. */
function visibleText(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

it('every message that identity writes is looked at here', () => {
  expect(identityMails.length).toBeGreaterThanOrEqual(13);
});

describe.each(mails)('%s', (_, mail) => {
  const { html, text, subject } = mail;

  it('begins and ends with the play-money notice, in both forms', () => {
    expect(text.startsWith(PLAY_MONEY_NOTICE)).toBe(true);
    expect(text.endsWith(PLAY_MONEY_NOTICE)).toBe(true);
    expect(visibleText(html).startsWith(PLAY_MONEY_NOTICE)).toBe(true);
    expect(visibleText(html).endsWith(PLAY_MONEY_NOTICE)).toBe(true);
  });

  it('says the same as text and as HTML, links included', () => {
    const shown = visibleText(html);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
    for (const line of text.split('\n').filter((part) => part !== '' && part !== '--')) {
      const said = line.replace(/:$/, '').replace(/\s+/g, ' ');
      expect(shown.includes(said) || links.includes(said), said).toBe(true);
    }
    for (const url of links) expect(text).toContain(url);
  });

  it('leads nowhere but to our own pages and loads nothing', () => {
    const addresses = [...`${html}\n${text}`.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([url]) => url);
    for (const url of addresses) expect(new URL(url).origin).toBe(BASE);
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|base|video|svg)\b/i);
    expect(html).not.toMatch(/url\(|@import|<[^>]*\s(src|srcset|background|on[a-z]+)\s*=/i);
  });

  it('goes on in the middle of a sentence after the comma of the greeting', () => {
    expect(text).toMatch(/\nGuten Tag,\n\n(\p{Ll}|Ihr )/u);
  });

  it('has a subject of one line with the brand', () => {
    expect(subject).toMatch(/ – Botdepot$/);
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  it('fits light and dark mail programs', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('max-width:600px');
    expect(html).toContain('<html lang="de">');
  });
});

it('what people write adds no header, no recipient and no markup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'botdepot-mails-'));
  try {
    await createMailbox({ folder, from: 'Botdepot <demo@localhost>' }).send(ofNotification('withdrawal'));
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
    const [head = ''] = (await readFile(join(folder, name), 'utf8')).split('\n\n');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).toMatch(/^To: anna@example\.com$/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('facts stand one to a line in the text', () => {
  const { text } = composeMail('Botdepot', {
    to: input.to,
    subject: 'Probe',
    paragraphs: ['Ein Satz.'],
    facts: [
      { label: 'Betrag', value: '10,00 USDT' },
      { label: 'Status', value: 'Ausgeführt' },
    ],
  });
  expect(text).toContain('Betrag: 10,00 USDT\nStatus: Ausgeführt\n');
});
