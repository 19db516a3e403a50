import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Mail, MailMessage } from './mail.ts';
import { createOutbox } from './outbox.ts';

const MESSAGE: MailMessage = {
  to: 'anna@beispiel.example',
  subject: 'Neues Passwort',
  text: 'Text',
  html: '<p>Text</p>',
};
const AWAY = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A mail server that answers a number of times with an error. */
function serverThatFails(times: number, error: Error) {
  const lines: string[] = [];
  const sent: MailMessage[] = [];
  let asked = 0;
  const mail: Pick<Mail, 'send'> = {
    send: async (message) => {
      asked += 1;
      if (asked <= times) throw error;
      sent.push(message);
    },
  };
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { outbox: createOutbox({ mail: mail as Mail, log }), sent, lines, asked: () => asked };
}

it('asks a server again that was away, and sends the message once', async () => {
  const { outbox, sent, asked } = serverThatFails(2, AWAY);
  outbox.send(MESSAGE);
  await outbox.settled();
  expect([asked(), sent.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked(), sent.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(sent).toEqual([MESSAGE]);
  expect(asked()).toBe(3);
});

it('gives up after a quarter of an hour, and says so without the address', async () => {
  const { outbox, sent, lines, asked } = serverThatFails(Number.POSITIVE_INFINITY, AWAY);
  outbox.send(MESSAGE);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect([asked(), sent.length]).toEqual([5, 0]);
  expect(lines.at(-1)).toContain('a message was not sent');
  expect(lines.join()).not.toContain(MESSAGE.to);
});

it('does not ask again what was refused for good', async () => {
  const { outbox, asked } = serverThatFails(
    1,
    Object.assign(new Error('no such user'), {
      responseCode: 550,
      command: 'RCPT TO',
    }),
  );
  outbox.send(MESSAGE);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(asked()).toBe(1);
});

it('runs again what a database that is away broke off', async () => {
  const { outbox } = serverThatFails(0, AWAY);
  let runs = 0;
  let done = 0;
  outbox.run(async () => {
    runs += 1;
    if (runs < 3) throw new Error('Connection terminated unexpectedly');
    done += 1;
  });
  await outbox.settled();
  expect([runs, done]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect([runs, done]).toEqual([3, 1]);
});
