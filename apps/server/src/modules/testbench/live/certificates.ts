import type { Tx } from '../../../platform/database.ts';

/**
 * Which of some versions, at most one of a bot, have a certificate that passed; by bot.
 *
 * The table of certificates belongs to the work that makes them; while it is not there nobody has one, and nothing can be started.
 */
export async function findCertified(
  tx: Tx,
  versions: readonly { botId: string; version: number }[],
): Promise<Set<string>> {
  if (versions.length === 0) return new Set();
  const { rows: tables } = await tx.$client.query<{ name: string | null }>(
    `SELECT to_regclass('testbench_certificates')::text AS name`,
  );
  if (tables[0]?.name == null) return new Set();
  const { rows } = await tx.$client.query<{ bot_id: string }>(
    `SELECT DISTINCT c.bot_id FROM testbench_certificates c
     JOIN unnest($1::uuid[], $2::int[]) AS wanted(bot_id, version) USING (bot_id, version) WHERE c.passed`,
    [versions.map(({ botId }) => botId), versions.map(({ version }) => version)],
  );
  return new Set(rows.map((row) => row.bot_id));
}
