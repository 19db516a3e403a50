import { DomainError } from '@botdepot/contract';
import type { SignedIn } from '../../../platform/api.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database.ts';
import { assertFreshlyAuthenticated, MAX_AGE_MINUTES } from '../../../platform/fresh-authentication.ts';
import { createRateLimiter } from '../../../platform/rate-limit.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import type { ExportSection } from './account-parts.ts';

/** Raised when a reader of older files would misread newer ones. */
const EXPORT_VERSION = 1;
const EXPORTS_PER_HOUR = { max: 5, windowMs: 60 * 60_000 };

/** `2026-11-24`, where the customer lives. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Berlin' });

/** Answers with the download of everything that the platform holds about who asks. */
export type AccountExport = (actor: SignedIn) => Promise<Response>;

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
