// A whole server on a database of its own, people with real sessions, and rows of every kind that an id can name.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromWire } from '@botdepot/money';
import { ensureFourEyes } from '../../apps/server/src/modules/wallet/index.ts';
import { createApi } from '../../apps/server/test/api-fixture.ts';
import { createBotsFixture } from '../../apps/server/test/bots/bots-fixture.ts';
import { createIdentityFixture, GOOD_PASSWORD } from '../../apps/server/test/identity/identity-fixture.ts';
import { listen } from '../../apps/server/test/listening-api.ts';
import { createSmtpInbox } from '../../apps/server/test/notifications/smtp-inbox.ts';
import type { Attempt } from './attempt.ts';
import { keepChangeLog } from './change-log.ts';
import type { ApiDocument } from './operations.ts';
import { createPeople } from './people.ts';
import { fillIn } from './placeholders.ts';
import { createStock, THRESHOLD } from './stock.ts';
import { createWire, type WireAnswer } from './wire.ts';

/** After so many requests there are new rows to decide on, and nobody is held back by what was tried before. */
const REFRESH_AFTER = 40;

export interface Sent {
  answer: WireAnswer;
  changed: string[];
}

export async function openFuzzWorld() {
  const bots = await createBotsFixture();
  const inbox = await createSmtpInbox();
  const environment = { SMTP_URL: inbox.url, MAIL_FROM: 'Botdepot <post@botdepot.example>' };
  const identity = await createIdentityFixture(
    { DEMO: '0', AUTH_SECRET: 'x'.repeat(32), ...environment },
    bots,
  );
  const { pool } = bots.database;
  let asked = 0;
  // Every request from another network: the counters of networks have tests of their own.
  const address = () => `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const auth = {
    ...identity.auth,
    handle: ((request, _, context) =>
      identity.auth.handle(request, address(), context)) satisfies typeof identity.auth.handle,
  };
  const mailbox = await mkdtemp(join(tmpdir(), 'botdepot-fuzz-'));
  const api = createApi(bots, { auth, mail: identity.mail, mailbox: { folder: mailbox, ownOnly: true } });
  const underWay = new Set<Promise<unknown>>();
  const listening = await listen({
    fetch: (request) => {
      const answered = Promise.resolve(api.fetch(request));
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered)).catch(() => undefined);
      return answered;
    },
  });
  const wire = createWire(listening.port);

  await bots.run(7);
  const people = createPeople(bots, identity);
  const stock = createStock(bots, people);
  await ensureFourEyes(bots.database.db, {
    thresholdUsd: fromWire(THRESHOLD),
    needsSecondFactor: false,
    now: bots.clock.now(),
  });
  await people.check();
  await stock.fill();
  const changes = await keepChangeLog(pool);

  /**
   * Until everything that a request has begun is done. A client may have been told that its request is none, or have gone,
   * while the server has it in a socket still: it comes to the app some turns of the event loop later.
   */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.allSettled(underWay);
      await identity.settled();
    }
    // A reconciliation goes on behind the request that began it, and tells the admins at its end.
    while ((await pool.query(`SELECT FROM reconciliation_runs WHERE status = 'running'`)).rowCount !== 0)
      await sleep(5);
  }

  /** What the checks themselves change is nobody's request's, also what comes a moment later. */
  async function forget(): Promise<void> {
    await identity.settled();
    await changes.take();
  }

  async function refresh(): Promise<void> {
    await people.check();
    await stock.fill();
    await pool.query('DELETE FROM rate_limits');
    await forget();
  }

  let before: Promise<unknown> = Promise.resolve();
  async function send(attempt: Attempt): Promise<Sent> {
    asked += 1;
    if (asked % REFRESH_AFTER === 0) await refresh();
    const sender = people.of(attempt.sender);
    const resolve = (name: string, which: string) =>
      name === 'password'
        ? GOOD_PASSWORD
        : (people.resolve(sender, name, which) ?? stock.resolve(name, which));
    const cookie = sender === undefined ? [] : [['cookie', sender.cookie] as const];
    const named = attempt.headers.some(([name]) => name === 'cookie');
    const answer = await wire.send({
      ...attempt,
      target: fillIn(attempt.target, resolve),
      body: typeof attempt.body === 'string' ? fillIn(attempt.body, resolve) : attempt.body,
      headers: [...attempt.headers, ...(named ? [] : cookie)],
    });
    await settle();
    const changed = await changes.take();
    // A session may have ended, a person may be gone or locked.
    if (changed.some((change) => /^auth_(?!sign_in_events)/.test(change))) {
      await people.check();
      await forget();
    }
    return { answer, changed };
  }

  return {
    async readDocument(): Promise<ApiDocument> {
      const { text } = await wire.send({
        method: 'GET',
        target: '/api/openapi.json',
        headers: [],
        body: undefined,
        isRaw: false,
      });
      // What the server publishes about itself.
      return JSON.parse(text) as ApiDocument;
    },
    /** The answer, and which rows it changed. One request at a time, whatever calls this. */
    send(attempt: Attempt): Promise<Sent> {
      const sent = before.then(() => send(attempt));
      before = sent.catch(() => undefined);
      return sent;
    },
    async close(): Promise<void> {
      wire.close();
      await listening.close();
      await identity.settled();
      await bots.close();
      await inbox.goDown();
      await rm(mailbox, { recursive: true });
    },
  };
}

export type FuzzWorld = Awaited<ReturnType<typeof openFuzzWorld>>;
