import { type Logger, pino } from 'pino';
import { type Auth, createAuth } from '../../src/modules/identity/index.ts';
import {
  createNotificationMailer,
  type NotificationMailer,
  tellOfSecurity,
} from '../../src/modules/notifications/index.ts';
import { createWelcome } from '../../src/modules/wallet/index.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import type { Database } from '../../src/platform/database.ts';
import type { FailureContext } from '../../src/platform/failure.ts';
import { createMail } from '../../src/platform/mail/create-mail.ts';
import type { Mail } from '../../src/platform/mail/mail.ts';
import { createWorkRunner, newId, systemActor } from '../../src/platform/work.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const SECRET = 'a secret of the tests, long enough for all of them';

export type IdentityFixture = ServerFixture & {
  auth: Auth;
  mail: Mail;
  mailer: NotificationMailer;
  baseUrl: string;
  createdUserIds: string[];
  /** The same installation on another connection to its database, or under another secret. */
  authOn(database: Database, log?: Logger, secret?: string): Auth;
  /** Resolves once everything begun so far is done, and the mails of it are sent or put off. */
  settled(): Promise<void>;
  /** Ends what the server does by itself. Its database stays, for another one that is given this fixture. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** Identity on a database of its own, or a given one, configured by an environment as an operator would set it. */
export async function createIdentityFixture(
  environment: Record<string, string>,
  given?: ServerFixture,
): Promise<IdentityFixture> {
  const config: Config = readConfig({ LOG_LEVEL: 'silent', ...environment });
  const server = given ?? (await createServerFixture());
  const mail = createMail(config);
  const baseUrl = config.publicUrl ?? 'http://localhost:3000';
  const mailer = createNotificationMailer({
    ...server,
    mail,
    log: pino({ level: 'silent' }),
    brandName: config.brandName,
    baseUrl,
  });
  const onMailsQueued = mail.transport === 'none' ? undefined : mailer.wake;
  const runWork = createWorkRunner({ ...server, onMailsQueued });
  const createdUserIds: string[] = [];
  const authOn = (database: Database, log = pino({ level: 'silent' }), secret = SECRET) =>
    createAuth({
      config,
      database,
      mail,
      bus: server.bus,
      log,
      clock: server.clock,
      secret,
      baseUrl,
      onUserCreated: async (userId) => {
        createdUserIds.push(userId);
      },
      onLoggedIn: createWelcome({ amount: config.welcomeDeposit, secret, runWork }),
      onSecurityNotice: (...news) =>
        runWork(systemActor('identity'), (work) => tellOfSecurity(work, ...news)),
    });
  const auth = authOn(server.database);
  const stop = async () => {
    await auth.settled();
    await mailer.stop();
    mail.close();
  };
  return {
    ...server,
    runWork,
    auth,
    authOn,
    mail,
    mailer,
    baseUrl,
    createdUserIds,
    settled: async () => {
      await auth.settled();
      await mailer.idle();
    },
    stop,
    close: async () => {
      await stop();
      await server.close();
    },
  };
}

/** A request whose failures nobody hears of. */
export const inSilence = (): FailureContext => ({ requestId: newId(), log: pino({ level: 'silent' }) });

export type Answer = { status: number; body: Record<string, unknown> | null; response: Response };

/** A browser: keeps cookies, names its origin, and connects from one address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #fixture: Pick<IdentityFixture, 'auth' | 'baseUrl'>;
  readonly address: string;
  constructor(fixture: Pick<IdentityFixture, 'auth' | 'baseUrl'>, address = '203.0.113.1') {
    this.#fixture = fixture;
    this.address = address;
  }

  get headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Headers(cookie === '' ? {} : { cookie });
  }

  get(path: string): Promise<Answer> {
    return this.send(
      new Request(new URL(`/api/auth${path}`, this.#fixture.baseUrl), { headers: this.headers }),
    );
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { baseUrl } = this.#fixture;
    const own = { 'content-type': 'application/json', origin: new URL(baseUrl).origin };
    const all = this.headers;
    for (const [name, value] of Object.entries({ ...own, ...headers })) all.set(name, value);
    return this.send(
      new Request(new URL(`/api/auth${path}`, baseUrl), {
        method: 'POST',
        headers: all,
        body: JSON.stringify(body),
      }),
    );
  }

  async send(request: Request): Promise<Answer> {
    const response = await this.#fixture.auth.handle(request, this.address, inSilence());
    const names = new Set<string>();
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      // Of two by one name some clients keep the first.
      if (names.has(name)) throw new Error(`${new URL(request.url).pathname} sets the cookie ${name} twice`);
      names.add(name);
      if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.clone().text();
    // What starts with a brace parses to an object.
    const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : null;
    return { status: response.status, body, response };
  }

  resolve() {
    return this.#fixture.auth.resolveSession(this.headers);
  }
}

export const GOOD_PASSWORD = 'wolkenbruch gartenzaun 77';
