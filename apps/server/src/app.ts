import { randomUUID } from 'node:crypto';
import { apiMessage, ERRORS, type ErrorCode, TRIAL_LIMITS } from '@botdepot/contract';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import type { AnyRouter } from '@orpc/server';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { CandleFileRequest } from './modules/testbench/index.ts';
import type { ApiContext, SignedIn } from './platform/api.ts';
import { limitBody, readPlainJson, TO_STRING } from './platform/body.ts';
import { packedJson } from './platform/content-coding.ts';
import { domainErrorOf, type FailureContext } from './platform/failure.ts';
import type { ReportFault } from './platform/fault-log.ts';
import type { Metrics } from './platform/metrics.ts';
import { isForeign } from './platform/own-origins.ts';
import type { RateLimiter } from './platform/rate-limit.ts';
import type { WebFiles } from './platform/web-files.ts';
import type { Clock } from './platform/work.ts';

export type AppDeps = {
  log: Logger;
  clock: Clock;
  adminsNeedSecondFactor: boolean;
  /** Origins from which a browser may call; requests without an Origin come from other clients. */
  allowedOrigins: ReadonlySet<string>;
  secure: boolean;
  router: AnyRouter;
  authHandler(request: Request, remoteAddress: string, context: FailureContext): Promise<Response>;
  /** The network that a request came from, behind proxies too. */
  clientNetwork(remoteAddress: string, headers: Headers): string;
  resolveActor(headers: Headers, requestId: string): Promise<SignedIn | null>;
  /** A customer has asked for an operation of admins. */
  onAdminRefused(userId: string, headers: Headers, remoteAddress: string): void;
  limiter: RateLimiter;
  requestTick(): Promise<{ lastUpdated: string | null }>;
  readiness(): Promise<{ ready: boolean; checks: Record<string, unknown> }>;
  metrics: Pick<Metrics, 'observeRequest' | 'text'>;
  reportFault: ReportFault;
  webFiles: WebFiles;
  /** Public files of the track record by name; null when there is no such file. */
  trackRecordFile(name: string): Promise<Response | null>;
  /** Candles of one symbol as a file. Rejects with a `DomainError`. */
  candleFile(actor: SignedIn, wanted: CandleFileRequest): Promise<Response>;
  /** The sealed record of an own bot, for its owner. Rejects with a `DomainError`. */
  ownRecordFile(actor: SignedIn, wanted: { id: string; file: string }): Promise<Response>;
  /** Everything that is held about who asks, as a download. Rejects with a `DomainError`. */
  accountExport(actor: SignedIn): Promise<Response>;
  /** The API's document and reference page by the path below `/api/`; null for any other path. */
  referenceFile(path: string): Promise<Response | null>;
};

type Variables = { requestId: string; log: Logger; sentFields: string[] };
type Bindings = { incoming?: { socket?: { remoteAddress?: string } } };
type Env = { Variables: Variables; Bindings: Bindings };

const MAX_BODY_BYTES = 64 * 1024;
/** What brings columns of figures along. */
const LARGE_BODIES: ReadonlyMap<string, number> = new Map([
  ['/api/testbench/trials', TRIAL_LIMITS.bytesAtOnce],
]);
/** Where answers say themselves how long they may be kept. */
const KEPT_FILES = '/api/testbench/candles/';
/** Headers by which a proxy says that it passes a request on. */
const PASSED_ON = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The HTTP face of the server: guards, API, auth, the specification's trigger call, health, and the web app. */
export function createApp(deps: AppDeps): Hono<Env> {
  const app = new Hono<Env>();
  const api = new OpenAPIHandler(deps.router, { plugins: [new ResponseHeadersPlugin<ApiContext>()] });
  const failureContext = (context: Context<Env>): FailureContext => {
    const requestId = context.get('requestId');
    const request = requestLine(context.req);
    return {
      requestId,
      log: context.get('log'),
      onFault: (error) => deps.reportFault({ reference: requestId, request, error }),
    };
  };

  app.use(async (context, next) => {
    const requestId = randomUUID();
    context.set('requestId', requestId);
    context.set('log', deps.log.child({ requestId }));
    const startedAt = performance.now();
    await next();
    deps.metrics.observeRequest(
      context.req.method,
      context.res.status,
      (performance.now() - startedAt) / 1000,
    );
    const { headers } = context.res;
    headers.set('x-request-id', requestId);
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'same-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()');
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    // A proxy must pass events on one by one.
    if (headers.get('content-type') === 'text/event-stream') headers.set('x-accel-buffering', 'no');
    if (deps.secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });

  app.onError((error, context) => {
    // Before an operation is found, who asks is read from the database, which may be away.
    const { code, data } = domainErrorOf(error, failureContext(context));
    return refuse(code, data);
  });

  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/ready', async (context) => {
    const { ready, checks } = await deps.readiness();
    return context.json({ status: ready ? 'ready' : 'not ready', checks }, ready ? 200 : 503);
  });
  app.get('/metrics', async (context) => {
    // Figures of the operation are for the machine itself; a proxy must not pass them on.
    if (!isLoopback(remoteAddressOf(context.env)) || PASSED_ON.some((name) => context.req.header(name)))
      return refuse('NOT_FOUND');
    const { contentType, body } = await deps.metrics.text();
    return context.body(body, 200, { 'content-type': contentType });
  });

  app.use('/api/*', async (context, next) => {
    const limited = await limitBody(context.req.raw, LARGE_BODIES.get(context.req.path) ?? MAX_BODY_BYTES);
    if (typeof limited === 'string') return refuse(limited);
    context.req.raw = limited;
    const read = await guard(limited, deps.allowedOrigins);
    if ('refusal' in read) return refuse(read.refusal);
    context.set('sentFields', read.names);
    await next();
    const isKept = context.req.path.startsWith(KEPT_FILES) && context.res.headers.has('cache-control');
    if (!isKept) context.res.headers.set('cache-control', 'no-store');
    return undefined;
  });

  app.all('/api/auth/*', (context) =>
    deps.authHandler(context.req.raw, remoteAddressOf(context.env) ?? '', failureContext(context)),
  );

  // Where clients look for the keys of access tokens; they may keep them for a while.
  app.get('/.well-known/jwks.json', async (context) => {
    const keys = new Request(new URL('/api/auth/.well-known/jwks.json', context.req.url));
    const response = await deps.authHandler(
      keys,
      remoteAddressOf(context.env) ?? '',
      failureContext(context),
    );
    if (response.ok) response.headers.set('cache-control', 'public, max-age=300');
    return response;
  });

  // Not an operation of the contract: files, streamed, and the same for everybody.
  app.get(
    '/api/track-record/:name',
    async (context) => (await deps.trackRecordFile(context.req.param('name'))) ?? refuse('NOT_FOUND'),
  );

  app.on(
    'GET',
    ['/api/openapi.json', '/api/reference', '/api/reference/:name'],
    async (context) =>
      (await deps.referenceFile(context.req.path.slice('/api/'.length))) ?? refuse('NOT_FOUND'),
  );

  app.get('/api/testbench/candles/:source/:symbol/:file', async (context) => {
    const { req } = context;
    const actor = await deps.resolveActor(req.raw.headers, context.get('requestId'));
    if (!actor) return refuse('UNAUTHENTICATED');
    const { headers } = req.raw;
    return deps.candleFile(actor, { ...req.param(), until: req.query('until'), headers });
  });

  app.get('/api/own-bots/:id/:file{record\\..+}', async (context) => {
    const { headers } = context.req.raw;
    const actor = await deps.resolveActor(headers, context.get('requestId'));
    // As with one's own data: a link elsewhere must not use the downloads of an hour up.
    if (actor && isForeign(headers, deps.allowedOrigins)) return refuse('FOREIGN_ORIGIN');
    return actor ? deps.ownRecordFile(actor, context.req.param()) : refuse('UNAUTHENTICATED');
  });

  app.get('/api/profile/export', async (context) => {
    const { headers } = context.req.raw;
    const actor = await deps.resolveActor(headers, context.get('requestId'));
    // A link on somebody else's page must not use the downloads of an hour up.
    if (actor && isForeign(headers, deps.allowedOrigins)) return refuse('FOREIGN_ORIGIN');
    return actor ? deps.accountExport(actor) : refuse('UNAUTHENTICATED');
  });

  app.all('/api/*', async (context) => {
    const apiContext: ApiContext = {
      ...failureContext(context),
      actor: await deps.resolveActor(context.req.raw.headers, context.get('requestId')),
      network: deps.clientNetwork(remoteAddressOf(context.env) ?? '', context.req.raw.headers),
      idempotencyKey: context.req.header('idempotency-key'),
      now: deps.clock.now(),
      sentFields: context.get('sentFields'),
      limiter: deps.limiter,
      adminsNeedSecondFactor: deps.adminsNeedSecondFactor,
      onAdminRefused: (userId) =>
        deps.onAdminRefused(userId, context.req.raw.headers, remoteAddressOf(context.env) ?? ''),
    };
    const { matched, response } = await api.handle(context.req.raw, { prefix: '/api', context: apiContext });
    return matched ? packedJson(response, context.req.raw) : refuse('NOT_FOUND');
  });

  app.post('/functions/v1/update-market-prices', async (context) => {
    const { lastUpdated } = await deps.requestTick();
    return context.json({ ok: true, lastUpdated });
  });

  app.on(['GET', 'HEAD'], '*', (context) => deps.webFiles.serve(context.req.raw));
  app.all('*', () => refuse('NOT_FOUND'));
  return app;
}

/**
 * Checks what no operation should have to: where a writing request comes from, and what any request carries. Returns the names
 * of the fields that came with it, or why it is refused.
 */
async function guard(
  request: Request,
  allowedOrigins: ReadonlySet<string>,
): Promise<{ names: string[] } | { refusal: ErrorCode }> {
  const parameters = [...new URL(request.url).searchParams.keys()];
  if (parameters.some((name) => name.includes(TO_STRING))) return { refusal: 'BAD_REQUEST' };
  if (READING.has(request.method)) {
    // Answered before it has come: whatever the operation wrote would stay when the rest turned out to be no HTTP.
    if (request.headers.has('transfer-encoding')) return { refusal: 'BAD_REQUEST' };
    // `a[b]=1` is read as a field of `a`.
    return { names: parameters.map((name) => name.split('[', 1)[0] ?? name) };
  }
  if (isForeign(request.headers, allowedOrigins)) return { refusal: 'FOREIGN_ORIGIN' };
  return readPlainJson(request);
}

/** What was asked, without the query: that may hold what somebody typed. */
const requestLine = ({ method, path }: { method: string; path: string }) => `${method} ${path}`.slice(0, 200);

/** The address of the connection; there is none for requests made inside the process. */
function remoteAddressOf(bindings: Bindings | undefined): string | undefined {
  return bindings?.incoming?.socket?.remoteAddress;
}

function refuse(code: ErrorCode, data?: unknown): Response {
  return Response.json(
    { defined: true, code, status: ERRORS[code].status, message: apiMessage(code, data), data },
    { status: ERRORS[code].status, headers: { 'cache-control': 'no-store' } },
  );
}

function isLoopback(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
}
