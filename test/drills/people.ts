import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownAddress } from '../../apps/server/src/modules/wallet/index.ts';
import { codeFor } from '../e2e/authenticator.ts';
import { type Received, send, sendAs } from './http-client.ts';
import type { Person } from './person.ts';
import { randomFrom, randomKey } from './random.ts';

const run = promisify(execFile);
const ADMIN_COMMAND = fileURLToPath(new URL('../../apps/server/src/commands/admin.ts', import.meta.url));
const PASSWORD = 'wolkenbruch gartenzaun 77';
/** More than a customer can withdraw or invest in a drill, less than needs two admins. */
const FIRST_DEPOSIT = '4000.00';

export type People = { customers: Person[]; admins: Person[] };

/** Signs people up over HTTP, makes admins of some, and gives every customer a first deposit that an admin approves. */
export async function gatherPeople(
  port: number,
  environment: NodeJS.ProcessEnv,
  count: { customers: number; admins: number },
  clockOffsetMs = 0,
): Promise<People> {
  const admins: Person[] = [];
  for (let index = 0; index < count.admins; index++) {
    const admin = await signUp(port, `admin${index}`, index);
    await run(process.execPath, [ADMIN_COMMAND, 'create', admin.email], { env: environment });
    admins.push(await enrolSecondFactor(port, admin, clockOffsetMs));
  }
  const customers: Person[] = [];
  const [admin] = admins;
  // Some at a time: hashing a password keeps a core busy.
  for (let first = 0; first < count.customers; first += 8) {
    const batch = Array.from({ length: Math.min(8, count.customers - first) }, (_, index) => first + index);
    customers.push(
      ...(await Promise.all(
        batch.map(async (index) => {
          const customer = await signUp(port, `kunde${index}`, 1_000 + index);
          if (admin) await fund(port, customer, admin, index);
          return { ...customer, ownBots: await buildOwnBots(port, customer, index) };
        }),
      )),
    );
  }
  return { customers, admins };
}

async function signUp(port: number, name: string, index: number): Promise<Person> {
  const email = `${name}@uebung.example`;
  const network = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const answer = await expectDone(
    send(port, {
      method: 'POST',
      path: '/api/auth/sign-up/email',
      body: { name, email, password: PASSWORD },
      headers: { 'x-forwarded-for': network },
    }),
  );
  const { user } = JSON.parse(answer.body) as { user: { id: string } };
  return {
    userId: user.id,
    email,
    network,
    cookie: cookiesOf(answer),
    address: ownAddress('BTC', user.id),
  };
}

async function enrolSecondFactor(port: number, person: Person, clockOffsetMs: number): Promise<Person> {
  const enabled = await expectDone(
    sendAs(port, person, {
      method: 'POST',
      path: '/api/auth/two-factor/enable',
      body: { password: PASSWORD },
    }),
  );
  const { totpURI } = JSON.parse(enabled.body) as { totpURI: string };
  const totpSecret = new URL(totpURI).searchParams.get('secret') ?? '';
  const verified = await expectDone(
    sendAs(port, person, {
      method: 'POST',
      path: '/api/auth/two-factor/verify-totp',
      body: { code: codeFor(totpSecret, Math.round(clockOffsetMs / 30_000)) },
    }),
  );
  return { ...person, totpSecret, cookie: cookiesOf(verified) || person.cookie };
}

async function fund(port: number, customer: Person, admin: Person, index: number): Promise<void> {
  const random = randomFrom(900_000 + index);
  const requested = await expectDone(
    sendAs(port, customer, {
      method: 'POST',
      path: '/api/deposits',
      body: { amountUsd: FIRST_DEPOSIT, cryptoCurrency: 'USDT' },
      headers: { 'idempotency-key': randomKey(random) },
    }),
  );
  const { id } = JSON.parse(requested.body) as { id: string };
  await expectDone(
    sendAs(port, admin, {
      method: 'POST',
      path: `/api/admin/deposits/${id}/approve`,
      body: {},
      headers: { 'idempotency-key': randomKey(random) },
    }),
  );
}

/** Buys at once and holds, on markets that never close. */
const OWN_RULE = {
  ruleVersion: 1,
  symbols: ['BTC/USD', 'ETH/USD'],
  interval: '1h',
  side: 'long',
  entryLong: { is: 'above', left: { kind: 'price', field: 'close' }, right: { kind: 'number', value: 0 } },
  sizing: { by: 'share', percent: 45 },
  maxPositions: 2,
};

/** With the rule of each frozen as version 1; what a start needs besides comes from `certifyOwnBots`. */
async function buildOwnBots(port: number, customer: Person, index: number): Promise<string[]> {
  const random = randomFrom(1_900_000 + index);
  const setup = { source: 'installation', from: null, until: null, costFactor: 1 };
  const made: string[] = [];
  for (const name of ['Eins', 'Zwei', 'Drei']) {
    const created = await expectDone(
      sendAs(port, customer, {
        method: 'POST',
        path: '/api/own-bots',
        body: { name, rule: OWN_RULE, setup },
        headers: { 'idempotency-key': randomKey(random) },
      }),
    );
    const { id } = JSON.parse(created.body) as { id: string };
    await expectDone(
      sendAs(port, customer, { method: 'POST', path: `/api/own-bots/${id}/versions`, body: { version: 1 } }),
    );
    made.push(id);
  }
  return made;
}

/** A new session for somebody whose last one has ended. Admins give the code that their app shows by the server's clock. */
export async function signInAgain(port: number, person: Person, clockOffsetMs: number): Promise<void> {
  const first = await expectDone(
    send(port, {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email: person.email, password: PASSWORD },
      headers: { 'x-forwarded-for': person.network },
    }),
  );
  person.cookie = cookiesOf(first);
  if (person.totpSecret === undefined) return;
  const second = await expectDone(
    sendAs(port, person, {
      method: 'POST',
      path: '/api/auth/two-factor/verify-totp',
      body: { code: codeFor(person.totpSecret, Math.round(clockOffsetMs / 30_000)) },
    }),
  );
  person.cookie = cookiesOf(second);
}

async function expectDone(answer: Promise<Received>): Promise<Received> {
  const received = await answer;
  if (received.status >= 300) throw new Error(`answered ${received.status}: ${received.body.slice(0, 300)}`);
  return received;
}

/** As a browser keeps them: of several by one name the last. */
const cookiesOf = ({ setCookies }: Received): string =>
  [...new Map(setCookies.map((cookie) => [cookie.split('=', 1)[0], cookie.split(';', 1)[0] ?? ''])).values()]
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
