import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { toWire } from '@botdepot/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { ACCOUNT_PARTS } from './account-parts.ts';
import { createApp } from './app.ts';
import { addErased, eraseAgain, listErased, readErased } from './backup/erased-accounts.ts';
import { createReconciliationRunner, endLapsedApprovals, readFigures } from './modules/admin/index.ts';
import {
  createBacktestRunner,
  createBotRunner,
  createRecordThinning,
  createTrackRecordDownloads,
  createTrackRecordSealer,
  readInvested,
  readNervousWindows,
} from './modules/bots/index.ts';
import {
  createAccountExport,
  createAuth,
  createUnconfirmedAccountsEnd,
  deleteExpiredReversals,
  deleteExpiredSessions,
  deleteForgottenDevices,
  deleteOldSignInEvents,
  sessionsAlive,
} from './modules/identity/index.ts';
import {
  createMarketFeed,
  createPriceSource,
  createProviders,
  createSimulatedSource,
  createTickRequest,
  ensureSimulation,
  listPrices,
  readLastUpdate,
} from './modules/markets/index.ts';
import { createNotificationMailer, deleteOldMails, tellOfSecurity } from './modules/notifications/index.ts';
import { createKnowledgeAssistant, createSupportWorker } from './modules/support/index.ts';
import {
  createCandleFiles,
  createCandleSources,
  createOwnBotHost,
  createOwnRecordFiles,
} from './modules/testbench/index.ts';
import {
  createWelcome,
  deleteExpiredClaims,
  deleteOldWelcomes,
  ensureFourEyes,
  openWallet,
} from './modules/wallet/index.ts';
import { createAuditSealer } from './platform/audit-chain/index.ts';
import { createClientAddress, networkOf } from './platform/client-address.ts';
import type { Config } from './platform/config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { createFaultLog, deleteOldFaults } from './platform/fault-log.ts';
import { deleteOldIdempotencyKeys } from './platform/idempotency.ts';
import { installationSecret } from './platform/installation-secret.ts';
import { createJob } from './platform/jobs.ts';
import { electLeader, holderOf, type LeaderElection } from './platform/leader.ts';
import { createLocalBus } from './platform/live-bus.ts';
import { attachLiveSocket } from './platform/live-socket.ts';
import { createMail, mailboxFolder } from './platform/mail/create-mail.ts';
import { linksWork } from './platform/mail/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { ownOrigins } from './platform/own-origins.ts';
import { createRateLimiter, deleteOldRateLimits } from './platform/rate-limit.ts';
import { createReadiness } from './platform/readiness.ts';
import { createRedisBus, readBusPrefix } from './platform/redis-bus.ts';
import { loadWebFiles } from './platform/web-files.ts';
import { type Clock, createWorkRunner, newId, systemActor, systemClock } from './platform/work.ts';
import { createApiDocument } from './reference/api-document.ts';
import { createApiReference } from './reference/reference-page.ts';
import { createRouter } from './router.ts';
import { seedDemo } from './seed/seed-demo.ts';

const VERSION = '0.1.0';

const WEB_FOLDER = fileURLToPath(new URL('../../web/build/client', import.meta.url));
/** Mails tell of money and of security: nobody looks at them again after a month. */
const MAILS_KEPT_DAYS = 30;
/** From a device that was not used for this long a login is news again. */
const DEVICES_KEPT_DAYS = 365;
/** A client that comes back after this long is new. */
const WELCOMES_KEPT_DAYS = 365;
/** References of failures are asked for within days. */
const FAULTS_KEPT_DAYS = 30;
/** How long a money command may be repeated with the same key; clients repeat within minutes. */
const IDEMPOTENCY_KEPT_DAYS = 30;

export type RunningServer = { port: number; database: Database; stop(): Promise<void> };

/** Wires every part together, seeds the demo where it is wanted, and listens. The database must be migrated. */
export async function startServer(options: {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: Clock;
  /** When the built web app is there; at once, unless somebody is still building it. */
  pagesBuilt?: Promise<unknown>;
  /** Called with one German line before each step that takes a while. */
  onProgress?: (line: string) => void;
}): Promise<RunningServer> {
  const { config, log, databaseUrl } = options;
  const clock = options.clock ?? systemClock;
  const baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const secure = baseUrl.startsWith('https:');
  const allowedOrigins = new Set(ownOrigins(baseUrl));

  const database = openDatabase({ url: databaseUrl, log });
  const erasedAgain = await eraseAgain({ database, clock }, (await readErased(config.backupDir)) ?? []);
  if (erasedAgain > 0) log.warn({ accounts: erasedAgain }, 'deleted accounts had come back, deleted again');
  const keepErased = async () => addErased(config.backupDir, await listErased(database));
  await keepErased();
  const bus = config.redisUrl
    ? createRedisBus({ url: config.redisUrl, log, prefix: await readBusPrefix(database.db) })
    : createLocalBus();
  const mail = createMail(config);
  const mailer = createNotificationMailer({
    database,
    mail,
    clock,
    log,
    brandName: config.brandName,
    baseUrl,
  });
  const onMailsQueued = mail.transport === 'none' ? undefined : mailer.wake;
  const runWork = createWorkRunner({ database, bus, clock, onMailsQueued });
  const feedAgeMs = async () => {
    const lastUpdate = await readLastUpdate(database.db);
    return lastUpdate === null ? null : clock.now().getTime() - lastUpdate;
  };
  const readiness = createReadiness({ pool: database.pool, readFeedAgeMs: feedAgeMs, log });
  const metrics = createMetrics({ readiness, figures: () => readFigures({ database, clock }), log });
  bus.onTick(metrics.countTick);
  const secret = await installationSecret(config.dataDir, config.authSecret);
  const auth = createAuth({
    config,
    database,
    mail,
    bus,
    log,
    clock,
    secret,
    baseUrl,
    onUserCreated: (userId) => database.transaction((tx) => openWallet(tx, userId)),
    onLoggedIn: createWelcome({ amount: config.welcomeDeposit, secret, runWork }),
    onSecurityNotice: (...news) => runWork(systemActor(newId()), (work) => tellOfSecurity(work, ...news)),
  });

  const simulated = createSimulatedSource(await ensureSimulation(database.db, clock), () =>
    readNervousWindows(database.db),
  );
  const source = createPriceSource({ simulated, providers: createProviders(config.prices), clock, log });
  const feed = createMarketFeed({ database, clock, bus, log, source });
  const bots = createBotRunner({ database, feed, clock, bus, log, onMailsQueued });
  const ownBots = createOwnBotHost({
    database,
    feed,
    clock,
    bus,
    log,
    ownBotsMax: config.ownBotsMax,
    onMailsQueued,
  });
  const backtests = createBacktestRunner({ database, databaseUrl, clock, log });
  const candleSources = createCandleSources({ database, clock, backtests, dataDir: config.dataDir });
  const limiter = createRateLimiter({ database, clock });
  const sealer = createTrackRecordSealer({ database, feed, clock, log });
  // The election begins when everything listens; until then nobody leads.
  let election: LeaderElection | undefined;
  const term = () => election?.term() ?? null;
  const auditSealer = createAuditSealer({ database, clock, log, term });
  const reconciliation = createReconciliationRunner({ database, runWork, clock, log, term });
  const thinning = createRecordThinning({ database, clock, log, term });
  const unconfirmed = createUnconfirmedAccountsEnd({
    ...{ database, runWork, clock, log, mail, term, parts: ACCOUNT_PARTS },
  });
  const downloads = createTrackRecordDownloads({ database, clock });
  const assistant = createKnowledgeAssistant({ database, listPrices });
  const support = createSupportWorker({ database, runWork, assistant, clock, log });
  if (config.demo)
    await seedDemo({
      ...{ config, database, databaseUrl, feed, auth, backtests, candleSources, clock, log },
      onProgress: options.onProgress,
    });

  // After the demo's history, whose admin acts alone.
  await ensureFourEyes(database.db, {
    thresholdUsd: config.fourEyesThreshold,
    depositThresholdUsd: config.fourEyesDepositThreshold,
    needsSecondFactor: !config.demo,
    now: clock.now(),
  });

  await options.pagesBuilt;
  const replica = holderOf(hostname(), process.pid);
  const clientAddress = createClientAddress(config.trustedProxies);
  const app = createApp({
    log,
    clock,
    adminsNeedSecondFactor: !config.demo,
    allowedOrigins,
    secure,
    router: createRouter({
      database,
      clock,
      runWork,
      installation: {
        brandName: config.brandName,
        demo: config.demo,
        mail: mail.transport,
        linksByMail: linksWork(mail),
        captcha: config.captcha,
        identityProvider: config.identityProvider?.name ?? null,
        welcomeDepositUsd: config.welcomeDeposit === null ? null : toWire(config.welcomeDeposit),
        version: VERSION,
      },
      baseUrl,
      // Behind a proxy the address alone does not tell who can come.
      mailbox:
        mail.transport === 'mailbox' ? { folder: mailboxFolder(config), ownOnly: config.demoPublic } : null,
      readInvested,
      reconciliation,
      replica: {
        version: VERSION,
        name: replica,
        startedAt: clock.now(),
        bus: config.redisUrl === undefined ? 'local' : 'redis',
        mailTransport: mail.transport,
        sockets: () => {
          const { sockets, accounts } = live.count();
          return { connections: sockets, accounts };
        },
      },
      backtests,
      candleSources,
      ownBotsMax: config.ownBotsMax,
      stepTimes: ownBots.stepTimes,
      savingsRate: config.savingsRate,
      support: { mail, onReplyDue: support.wakeAt },
      account: ACCOUNT_PARTS,
      onAccountDeleted: async (deleted) => {
        auth.farewell(deleted);
        // The account is gone whatever happens here; the list is completed from the database every hour.
        await keepErased().catch((error: unknown) =>
          log.error({ err: error }, 'list of deleted accounts not kept'),
        );
      },
      onAccessChanged: auth.accessChanged,
    }),
    authHandler: (request, remoteAddress, context) =>
      auth.handle(request, clientAddress(remoteAddress, request.headers), context),
    onAdminRefused: (userId, headers, remoteAddress) =>
      auth.adminRefused(userId, {
        userAgent: headers.get('user-agent'),
        address: clientAddress(remoteAddress, headers),
      }),
    resolveActor: async (headers, requestId) => {
      const session = await auth.resolveSession(headers);
      if (!session) return null;
      const { role, adminField, userId, sessionId, authenticatedAt, hasSecondFactor } = session;
      return { role, adminField, userId, sessionId, authenticatedAt, hasSecondFactor, requestId };
    },
    clientNetwork: (remoteAddress, headers) => networkOf(clientAddress(remoteAddress, headers)),
    limiter,
    requestTick: createTickRequest({ feed, database }),
    readiness,
    metrics,
    reportFault: createFaultLog({ database, clock, log, replica }),
    webFiles: await loadWebFiles(WEB_FOLDER, { secure }),
    trackRecordFile: downloads.serve,
    candleFile: createCandleFiles({ sources: candleSources, limiter }),
    ownRecordFile: createOwnRecordFiles({ database, limiter }),
    accountExport: createAccountExport({
      database,
      runWork,
      clock,
      brandName: config.brandName,
      sections: ACCOUNT_PARTS.exports,
    }),
    referenceFile: createApiReference({
      brandName: config.brandName,
      makeDocument: () => createApiDocument({ brandName: config.brandName, version: VERSION, baseUrl }),
    }).serve,
  });

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  // A client that dribbles its headers must not hold a connection for ever.
  server.headersTimeout = 20_000;
  server.requestTimeout = 60_000;
  // Longer than proxies and clients keep theirs, so that no request meets a connection that is just being closed.
  server.keepAliveTimeout = 65_000;
  const live = attachLiveSocket({
    server,
    bus,
    log,
    allowedOrigins,
    resolveSession: (headers) => auth.resolveSession(headers),
    sessionsAlive: (ids) => sessionsAlive(database.db, ids, clock.now()),
    clientAddress,
  });
  metrics.watchSockets(live.count);
  const port = await listen(server, config);
  bots.start();
  // After the house's bots, which the feed waits for.
  ownBots.start();
  mailer.start();
  support.start();
  // After the bots, so that a minute is sealed when its bars are written.
  sealer.start();
  auditSealer.start();
  reconciliation.start();
  thinning.start();
  unconfirmed.start();
  election = electLeader({
    databaseUrl,
    holder: replica,
    clock,
    log,
    lead: feed.run,
  });

  const approvals = createJob({
    everyMs: MINUTE_MS,
    log,
    failed: 'approvals were not looked through',
    run: () => runWork(systemActor(newId()), endLapsedApprovals),
  });
  const housekeeping = createJob({
    everyMs: HOUR_MS,
    log,
    failed: 'housekeeping failed',
    run: () => {
      const now = clock.now();
      const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
      return Promise.all([
        keepErased(),
        deleteExpiredSessions(database.db, now),
        deleteExpiredReversals(database.db, now),
        deleteForgottenDevices(database.db, before(DEVICES_KEPT_DAYS)),
        deleteOldSignInEvents(database.db, now),
        deleteOldMails(database.db, before(MAILS_KEPT_DAYS)),
        deleteExpiredClaims(database.db, now),
        deleteOldWelcomes(database.db, before(WELCOMES_KEPT_DAYS)),
        deleteOldFaults(database.db, before(FAULTS_KEPT_DAYS)),
        deleteOldRateLimits(database, { startedBefore: before(1), now }),
        deleteOldIdempotencyKeys(database.db, before(IDEMPOTENCY_KEPT_DAYS)),
      ]);
    },
  });
  approvals.start();
  housekeeping.start();

  return {
    port,
    database,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await live.close();
      await backtests.stop();
      server.closeIdleConnections();
      // However long these need for it: the lead is given up meanwhile, for whoever follows.
      const ended = Promise.all(
        [reconciliation, auditSealer, thinning, unconfirmed].map((one) => one.stop()),
      );
      await election?.stop();
      await bots.stop();
      await ownBots.stop();
      await sealer.stop();
      await ended;
      await approvals.stop();
      await housekeeping.stop();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
      server.closeAllConnections();
      await downloads.close();
      await support.stop();
      await auth.settled();
      await mailer.stop();
      mail.close();
      await bus.close();
      await database.close();
    },
  };
}

function listen(server: ReturnType<typeof createServer>, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : config.port);
    });
  });
}
