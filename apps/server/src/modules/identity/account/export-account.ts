import { DomainError, SIGN_IN_EVENTS_KEPT_DAYS } from '@botdepot/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { SignedIn } from '../../../platform/api.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { type Database, inPieces, type Tx } from '../../../platform/database.ts';
import { assertFreshlyAuthenticated, MAX_AGE_MINUTES } from '../../../platform/fresh-authentication.ts';
import { auditLog } from '../../../platform/platform.schema.ts';
import { createRateLimiter } from '../../../platform/rate-limit.ts';
import type { Clock, WorkRunner } from '../../../platform/work.ts';
import { accounts, passkeys, sessions, twoFactors, userPreferences, users } from '../identity.schema.ts';
import { adminFieldOf } from '../identity.store.ts';
import { exportSignInEvents } from '../sign-in/sign-in-events.ts';
import type { ExportSection } from './delete-account.ts';

/** Raised when a reader of older files would misread newer ones. */
const EXPORT_VERSION = 1;
const EXPORTS_PER_HOUR = { max: 5, windowMs: 60 * 60_000 };

/** `2026-11-24`, where the customer lives. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Berlin' });

/** Answers with the download of everything that the platform holds about who asks. */
type AccountExport = (actor: SignedIn) => Promise<Response>;

/**
 * One JSON file, written row by row while it is read: memory does not grow with the number of rows. Throws
 * REAUTHENTICATION_REQUIRED and TOO_MANY_REQUESTS.
 */
export function createAccountExport(deps: {
  database: Database;
  runWork: WorkRunner;
  clock: Clock;
  brandName: string;
  sections: readonly ExportSection[];
}): AccountExport {
  const limiter = createRateLimiter(deps);
  return async (actor) => {
    const now = deps.clock.now();
    assertFreshlyAuthenticated(actor, now, MAX_AGE_MINUTES.security);
    const key = { purpose: 'account-export', subject: actor.userId };
    if ((await limiter.consume(key, EXPORTS_PER_HOUR)) > 0) throw DomainError.of('TOO_MANY_REQUESTS');
    if (actor.role === 'admin')
      await deps.runWork(actor, (work) =>
        writeAudit(work, { action: 'user.export', subject: 'user', subjectId: actor.userId }),
      );
    const text = writeExport(deps.database.db, actor.userId, { ...deps, now });
    return new Response(ReadableStream.from(encoded(text)), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="meine-daten-${dayFormat.format(now)}.json"`,
      },
    });
  };
}

async function* writeExport(
  tx: Tx,
  userId: string,
  { brandName, now, sections }: { brandName: string; now: Date; sections: readonly ExportSection[] },
): AsyncGenerator<string> {
  const head = {
    format: 'account-export',
    version: EXPORT_VERSION,
    generatedAt: now.toISOString(),
    description: [
      `Alles, was ${brandName} über Sie gespeichert hat. Es geht nur um Spielgeld, nie um echtes Geld.`,
      'Zeiten stehen in UTC (ISO 8601), Beträge als Dezimalzahlen in USDT.',
      'Passwörter, Schlüssel und Zugangscodes stehen nicht darin. Den Inhalt interner Notizen des Teams erfragen Sie beim Betreiber.',
      ...sections.map(({ name, about }) => `${name}: ${about}`),
    ],
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  for (const section of sections) {
    yield `,\n  ${JSON.stringify(section.name)}: `;
    if (section.one) {
      yield indented(await section.one(tx, userId), 2);
      continue;
    }
    let isEmpty = true;
    for await (const row of section.rows(tx, userId)) {
      yield `${isEmpty ? '[\n    ' : ',\n    '}${indented(row, 4)}`;
      isEmpty = false;
    }
    yield isEmpty ? '[]' : '\n  ]';
  }
  yield '\n}\n';
}

function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

const ROWS_AT_ONCE = 500;

/** What identity itself knows of a person. Never a password, a token, a secret or a key. */
export const IDENTITY_EXPORTS: readonly ExportSection[] = [
  { name: 'profile', about: 'Ihr Profil.', one: exportProfile },
  { name: 'settings', about: 'Was Sie eingestellt haben und wie Sie sich anmelden.', one: exportSettings },
  {
    name: 'sessions',
    about: 'Wo Sie angemeldet sind, mit IP-Adresse und Browser; ohne die Schlüssel der Sitzungen.',
    rows: exportSessions,
  },
  {
    name: 'signInEvents',
    about: `Anmeldungen, Fehlversuche und Änderungen an der Sicherheit Ihres Kontos; nach ${SIGN_IN_EVENTS_KEPT_DAYS} Tagen löschen wir sie.`,
    rows: exportSignInEvents,
  },
  {
    name: 'activity',
    about: 'Was die Prüfspur der Plattform als Ihre Handlungen festhält.',
    rows: exportActivity,
  },
];

async function exportProfile(tx: Tx, userId: string): Promise<object> {
  const [row] = await tx
    .select({
      userId: users.id,
      email: users.email,
      emailVerified: users.emailVerified,
      name: users.name,
      role: users.role,
      adminField: adminFieldOf,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, userId));
  return inIso(row ?? {});
}

async function exportSettings(tx: Tx, userId: string): Promise<object> {
  const [user] = await tx
    .select({ preferredBot: users.preferredBot, twoFactorEnabled: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId));
  const [preferences] = await tx
    .select({ colours: userPreferences.colours, startPage: userPreferences.startPage })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  const [authenticator] = await tx
    .select({ verified: twoFactors.verified })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  const logins = await tx
    .select({ provider: accounts.providerId, createdAt: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.createdAt));
  const keys = await tx
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  return {
    preferredBot: user?.preferredBot ?? null,
    preferences: preferences ?? null,
    secondFactor: {
      enabled: user?.twoFactorEnabled ?? false,
      authenticator: authenticator?.verified ?? false,
    },
    logins: logins.map(inIso),
    passkeys: keys.map(inIso),
  };
}

async function* exportSessions(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = await tx
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      authenticatedAt: sessions.authenticatedAt,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
  yield* rows.map(inIso);
}

async function* exportActivity(tx: Tx, userId: string): AsyncGenerator<object> {
  const { seq, createdAt: at, action, subject, subjectId, actorId } = auditLog;
  const columns = { seq, at, action, subject, subjectId };
  type Row = { seq: number; at: Date; action: string; subject: string; subjectId: string };
  const rows = inPieces<Row>(ROWS_AT_ONCE, (after, limit) =>
    tx
      .select(columns)
      .from(auditLog)
      .where(
        and(
          eq(actorId, userId),
          // By time first, as the index is; who waited for a lock may have a later number and an earlier time.
          after && sql`(${at}, ${seq}) > (${after.at.toISOString()}::timestamptz, ${after.seq}::int8)`,
        ),
      )
      .orderBy(asc(at), asc(seq))
      .limit(limit),
  );
  for await (const { seq: _place, ...row } of rows) yield inIso(row);
}

/** Times as ISO 8601 in UTC. */
function inIso(row: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
}
