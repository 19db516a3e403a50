// @module-tag long
// What one customer has, and what the team knows, with words in it that occur nowhere else: no operation tells them to others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt, Sender } from '../../../../test/fuzz/attempt.ts';
import { validAttempts } from '../../../../test/fuzz/attempts.ts';
import { type FuzzWorld, openFuzzWorld } from '../../../../test/fuzz/fuzz-world.ts';
import { type FuzzedOperation, operationsOf } from '../../../../test/fuzz/operations.ts';

/** Requests of each person to each operation; ids name rows of everybody. */
const REQUESTS_EACH = 2;

const SAID_BY_ANNA = 'Kanarie-Nachricht';
const SAID_TO_ANNA = 'Kanarie-Antwort';
const NOTE_OF_TEAM = 'Kanarie-Notiz';
const REASON_OF_TEAM = 'Kanarie-Sperrgrund';
const NOTE_TO_SECOND = 'Kanarie-Vorlage';

let world: FuzzWorld;
let operations: FuzzedOperation[];
/** Words of Anna's, and words that only the team knows. */
let ofAnna: string[];
let ofTeam: string[];

beforeAll(async () => {
  world = await openFuzzWorld();
  operations = operationsOf(await world.readDocument());
  const profile = await ask('anna', 'GET', '/api/profile');
  const chat = await ask('anna', 'POST', '/api/support/chats', {});
  await ask('anna', 'POST', '/api/auth/update-user', { name: 'Kanarie Beispiel' });
  await ask('anna', 'POST', `/api/support/chats/${chat.id}/messages`, say(SAID_BY_ANNA));
  await ask('admin', 'POST', `/api/admin/support/chats/${chat.id}/messages`, say(SAID_TO_ANNA));
  await ask('admin', 'POST', `/api/admin/support/chats/${chat.id}/notes`, {
    clientId: crypto.randomUUID(),
    note: NOTE_OF_TEAM,
  });
  const deposit = await ask('anna', 'POST', '/api/deposits', { amountUsd: '12.34', cryptoCurrency: 'BTC' });
  const own = await ask('anna', 'GET', '/api/wallet/crypto-address?currency=BTC');
  const withdrawal = await ask('anna', 'POST', '/api/withdrawals', {
    amountUsd: '5.67',
    cryptoCurrency: 'BTC',
    withdrawalAddress: own.ownAddress,
  });
  await ask('admin', 'POST', '/api/admin/approvals', {
    kind: 'withdrawal',
    input: { id: withdrawal.id, overridesLock: true },
    note: NOTE_TO_SECOND,
  });
  // Somebody whom the team locks, with a reason that only the team reads. What they asked for goes to Anna's address.
  await ask('ben', 'POST', '/api/withdrawals', {
    amountUsd: '5.67',
    cryptoCurrency: 'BTC',
    withdrawalAddress: own.ownAddress,
  });
  const { userId: somebody } = await ask('ben', 'GET', '/api/profile');
  await ask('admin', 'POST', `/api/admin/customers/${somebody}/lock`, {
    reason: REASON_OF_TEAM,
    holdWithdrawals: true,
  });
  const admins = await ask('admin', 'GET', '/api/profile');
  const chief = await ask('chief', 'GET', '/api/profile');
  ofAnna = [
    String(profile.email),
    String(profile.userId),
    'Kanarie Beispiel',
    SAID_BY_ANNA,
    SAID_TO_ANNA,
    String(deposit.id),
    String(deposit.reference),
    String(withdrawal.id),
    String(withdrawal.reference),
    String(own.ownAddress),
    String(chat.id),
  ];
  ofTeam = [
    NOTE_OF_TEAM,
    NOTE_TO_SECOND,
    REASON_OF_TEAM,
    ...[admins, chief].flatMap(({ email, userId }) => [String(email), String(userId)]),
  ];
  expect([...ofAnna, ...ofTeam].filter((word) => word === 'undefined')).toEqual([]);
});
afterAll(() => world?.close());

const say = (message: string) => ({ clientId: crypto.randomUUID(), message });

async function ask(
  sender: Sender,
  method: string,
  target: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const attempt: Attempt = {
    kind: 'valid',
    sender,
    method,
    target,
    headers: [
      ['content-type', 'application/json'],
      ['idempotency-key', crypto.randomUUID()],
    ],
    body: body && JSON.stringify(body),
    isRaw: false,
  };
  const { answer } = await world.send(attempt);
  expect(answer.status, `${method} ${target}: ${answer.text.slice(0, 200)}`).toBeLessThan(300);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

/** Every operation that does not end an account, asked as this person, and the words that came back. */
async function wordsTold(sender: Sender, words: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const operation of operations) {
    // The first would leave nobody to ask as; who knows the password is told whose it is.
    if (/^\/profile\/delete|^\/auth\/sign-in\/email/.test(operation.path)) continue;
    for (const attempt of validAttempts(operation, REQUESTS_EACH)) {
      const { answer } = await world.send({ ...attempt, sender });
      const asked = JSON.stringify(attempt);
      for (const word of words)
        if (answer.text.includes(word) && !asked.includes(word))
          told.push(`${operation.name} ${attempt.target} tells ${word}: ${answer.text.slice(0, 300)}`);
    }
  }
  return told;
}

describe('what a customer has', () => {
  it('is told to that customer and to the team, so that there is something to find', async () => {
    const { items } = await ask('anna', 'GET', '/api/support/chats');
    expect(JSON.stringify(items)).toContain('Kanarie');
    const customers = await ask(
      'admin',
      'GET',
      `/api/admin/customers?query=${encodeURIComponent(ofAnna[0] ?? '')}`,
    );
    expect(JSON.stringify(customers)).toContain(ofAnna[1]);
  });

  it.each(['ben', 'nobody'] as const)('is told to nobody else by any operation: %s', async (sender) => {
    expect(await wordsTold(sender, ofAnna)).toEqual([]);
  });
});

describe('what only the team knows', () => {
  it.each(['anna', 'ben', 'nobody'] as const)(
    'is told to no customer by any operation: %s',
    async (sender) => {
      expect(await wordsTold(sender, ofTeam)).toEqual([]);
    },
  );
});
