import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { testbenchCertificates } from '../testbench.schema.ts';

/** Which of some versions, at most one of a bot, have a certificate that passed; by bot. */
export async function findCertified(
  tx: Tx,
  versions: readonly { botId: string; version: number }[],
): Promise<Set<string>> {
  const { botId, version, passed } = testbenchCertificates;
  const rows = await tx
    .select({ botId, version })
    .from(testbenchCertificates)
    .where(
      and(
        inArray(
          botId,
          versions.map((wanted) => wanted.botId),
        ),
        eq(passed, true),
      ),
    );
  return new Set(
    versions
      .filter((wanted) => rows.some((row) => row.botId === wanted.botId && row.version === wanted.version))
      .map((wanted) => wanted.botId),
  );
}
