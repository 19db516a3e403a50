import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { inPieces } from '../../../platform/in-pieces.ts';
import { auditLog } from '../../../platform/platform.schema.ts';
import { accounts, passkeys, sessions, twoFactors, userPreferences, users } from '../identity.schema.ts';
import { adminFieldOf } from '../identity.store.ts';
import { exportSignInEvents } from '../sign-in-events.ts';
import type { ExportSection } from './account-parts.ts';

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
    about:
      'Anmeldungen, Fehlversuche und Änderungen an der Sicherheit Ihres Kontos; nach 90 Tagen löschen wir sie.',
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
