import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { ACCOUNT_PARTS } from '../src/account-parts.ts';
import { createApp } from '../src/app.ts';
import {
  createReconciliationRunner,
  type ReconciliationRunner,
  type ReplicaFacts,
} from '../src/modules/admin/index.ts';
import {
  type BacktestRunner,
  type BotStrategies,
  createBacktestRunner,
  createTrackRecordDownloads,
  readInvested,
} from '../src/modules/bots/index.ts';
import { type Auth, createAccountExport } from '../src/modules/identity/index.ts';
import type { MailboxAccess } from '../src/modules/notifications/index.ts';
import {
  createCandleFiles,
  createCandleSources,
  createOwnRecordFiles,
  type StepTimesSeen,
} from '../src/modules/testbench/index.ts';
import type { SignedIn } from '../src/platform/api.ts';
import { createFaultLog } from '../src/platform/fault-log.ts';
import type { Mail } from '../src/platform/mail/mail.ts';
import { createRateLimiter } from '../src/platform/rate-limit.ts';
import type { WebFiles } from '../src/platform/web-files.ts';
import { newId } from '../src/platform/work.ts';
import { createApiDocument } from '../src/reference/api-document.ts';
import { createApiReference } from '../src/reference/reference-page.ts';
import { createRouter } from '../src/router.ts';
import { beginSession, personActor, type ServerFixture } from './server-fixture.ts';

export const ORIGIN = 'http://localhost:3000';

export type ApiAnswer = { status: number; body: Record<string, unknown>; headers: Headers };

export type Api = {
  /** The app itself, for a server of the test's own. */
  fetch(request: Request, connection?: object): Response | Promise<Response>;
  /** A person whose requests carry a session, as the identity module would resolve it. */
  person(
    role: 'user' | 'admin',
    userId?: string,
    session?: Partial<Pick<SignedIn, 'authenticatedAt' | 'hasSecondFactor' | 'adminField'>>,
  ): SignedIn & { token: string };
  call(
    method: string,
    path: string,
    options?: {
      as?: { token: string };
      body?: unknown;
      raw?: string;
      headers?: Record<string, string>;
      key?: string | null;
    },
  ): Promise<ApiAnswer>;
};

const NO_MAIL: Mail = {
  transport: 'none',
  send: () => Promise.reject(new Error('no mail in this test')),
  close: () => undefined,
};

/** The real HTTP app on a test database; only who a request belongs to is given by the test. */
export function createApi(
  fixture: ServerFixture,
  parts: {
    mailbox?: MailboxAccess;
    reconciliation?: ReconciliationRunner;
    backtests?: BacktestRunner;
    replica?: ReplicaFacts;
    demo?: boolean;
    /** What runs as bots; else what the product runs. */
    strategies?: BotStrategies;
    mail?: Mail;
    onReplyDue?: (dueAt: Date) => void;
    /** Sessions as they really are, instead of `person`. */
    auth?: Auth;
    webFiles?: WebFiles;
    /** How many own bots may trade; 0 is off. */
    ownBotsMax?: number;
    /** What own bots take; else nothing is known of it. */
    stepTimes?: StepTimesSeen;
    /** Where the practice market is kept. */
    dataDir?: string;
    /** Whether people come by https. */
    secure?: boolean;
  } = {},
): Api {
  const { demo = true } = parts;
  const people = new Map<string, SignedIn>();
  const backtests =
    parts.backtests ??
    createBacktestRunner({ ...fixture, databaseUrl: fixture.url, log: pino({ level: 'silent' }) });
  const dataDir = parts.dataDir ?? join(tmpdir(), 'botdepot-no-data');
  const candleSources = createCandleSources({ ...fixture, backtests, dataDir });
  const limiter = createRateLimiter(fixture);
  const app = createApp({
    log: pino({ level: 'silent' }),
    clock: fixture.clock,
    adminsNeedSecondFactor: !demo,
    allowedOrigins: new Set([ORIGIN]),
    secure: parts.secure ?? false,
    router: createRouter({
      database: fixture.database,
      clock: fixture.clock,
      runWork: fixture.runWork,
      installation: {
        brandName: 'Botdepot',
        demo,
        mail: 'none',
        linksByMail: false,
        captcha: false,
        welcomeDepositUsd: null,
        identityProvider: null,
        version: 'test',
      },
      baseUrl: ORIGIN,
      mailbox: parts.mailbox ?? null,
      readInvested,
      ...(parts.strategies && { strategies: parts.strategies }),
      account: ACCOUNT_PARTS,
      onAccountDeleted: async (deleted) => {
        if (parts.auth) parts.auth.farewell(deleted);
        else fixture.bus.publishHint({ to: 'sessions', userId: deleted.userId });
      },
      onAccessChanged: (change) => parts.auth?.accessChanged(change),
      reconciliation:
        parts.reconciliation ??
        createReconciliationRunner({ ...fixture, log: pino({ level: 'silent' }), term: () => null }),
      replica: parts.replica ?? {
        version: 'test',
        name: 'test',
        startedAt: fixture.clock.now(),
        bus: 'local',
        mailTransport: 'none',
        sockets: () => ({ connections: 0, accounts: 0 }),
      },
      backtests,
      candleSources,
      ownBotsMax: parts.ownBotsMax ?? 1_000,
      stepTimes: parts.stepTimes ?? { of: () => null, sum: () => null },
      savingsRate: 0.02,
      support: {
        mail: parts.mail ?? NO_MAIL,
        onReplyDue: (dueAt) => parts.onReplyDue?.(dueAt),
      },
    }),
    authHandler: async (request, _, context) =>
      parts.auth ? parts.auth.handle(request, '203.0.113.1', context) : new Response(null, { status: 404 }),
    onAdminRefused: (userId, headers) =>
      parts.auth?.adminRefused(userId, { userAgent: headers.get('user-agent'), address: '203.0.113.9' }),
    resolveActor: async (headers, requestId) => {
      const session = parts.auth && (await parts.auth.resolveSession(headers));
      if (session) return { ...session, requestId };
      return people.get(headers.get('x-test-session') ?? '') ?? null;
    },
    clientNetwork: (_, headers) => headers.get('x-test-network') ?? '203.0.113.0',
    limiter,
    requestTick: async () => ({ lastUpdated: null }),
    readiness: async () => ({ ready: true, checks: {} }),
    reportFault: createFaultLog({ ...fixture, log: pino({ level: 'silent' }), replica: 'test' }),
    metrics: { observeRequest: () => undefined, text: async () => ({ contentType: 'text/plain', body: '' }) },
    webFiles: parts.webFiles ?? { serve: () => new Response('web') },
    candleFile: createCandleFiles({ sources: candleSources, limiter }),
    trackRecordFile: createTrackRecordDownloads(fixture).serve,
    ownRecordFile: createOwnRecordFiles({ ...fixture, limiter }),
    accountExport: createAccountExport({
      ...fixture,
      brandName: 'Botdepot',
      sections: ACCOUNT_PARTS.exports,
    }),
    referenceFile: createApiReference({
      brandName: 'Botdepot',
      makeDocument: () => createApiDocument({ brandName: 'Botdepot', version: 'test', baseUrl: ORIGIN }),
    }).serve,
  });

  return {
    fetch: app.fetch,
    person: (role, userId, session) => {
      const token = newId();
      const { userId: id, adminField } = personActor(role, userId);
      const fresh = { authenticatedAt: fixture.clock.now(), hasSecondFactor: true };
      const person = {
        role,
        adminField,
        userId: id,
        sessionId: newId(),
        ...fresh,
        ...session,
        requestId: newId(),
      };
      people.set(token, person);
      return { ...person, token };
    },
    call: async (method, path, options = {}) => {
      const writes = method !== 'GET';
      const headers: Record<string, string> = {};
      if (writes) headers['content-type'] = 'application/json';
      if (writes && options.key !== null) headers['idempotency-key'] = options.key ?? newId();
      if (options.as) {
        headers['x-test-session'] = options.as.token;
        const person = people.get(options.as.token);
        await ensureUser(fixture, person);
        if (person && path === '/api/profile/delete') await beginSession(fixture, person);
      }
      Object.assign(headers, options.headers);
      const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
      const response = await app.request(`${ORIGIN}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const answer: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : { text };
      return {
        status: response.status,
        body: (Array.isArray(answer) ? { items: answer } : answer) as Record<string, unknown>,
        headers: response.headers,
      };
    },
  };
}

/** People of the tests exist as users, too; only their sign-up is left out. */
export async function ensureUser(fixture: ServerFixture, person: SignedIn | undefined): Promise<void> {
  if (!person) return;
  await fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role, limited_to) VALUES ($1, 'Probe', $2, $3, nullif($4, 'all'))
     ON CONFLICT DO NOTHING`,
    [person.userId, `${person.userId}@probe.example`, person.role, person.adminField],
  );
}
