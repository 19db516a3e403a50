import type { BotType, ProtocolEntry } from '@botdepot/contract';
import { and, count, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botProtocol } from '../bots.schema.ts';
import { listCurrentPortfolios } from '../portfolio/portfolio.ts';

type Kind = ProtocolEntry['kind'];

/** What the bot's current series did, left and why, newest first; all of it or one kind. Empty before the series begins. */
export async function listProtocol(
  tx: Tx,
  input: { botType: BotType; kind?: Kind | undefined; page: number; pageSize: number },
): Promise<{ items: ProtocolEntry[]; total: number }> {
  const [portfolio] = await listCurrentPortfolios(tx, [input.botType]);
  if (!portfolio) return { items: [], total: 0 };
  const [counted] = await tx
    .select({ total: count() })
    .from(botProtocol)
    .where(linesOf(portfolio.id, input.kind));
  const items = await readProtocol(tx, portfolio.id, {
    kind: input.kind,
    limit: input.pageSize,
    offset: (input.page - 1) * input.pageSize,
  });
  return { items, total: counted?.total ?? 0 };
}

/** Lines of one series, newest first. */
export async function readProtocol(
  tx: Tx,
  portfolioId: string,
  { kind, limit, offset = 0 }: { kind?: Kind | undefined; limit: number; offset?: number },
): Promise<ProtocolEntry[]> {
  const rows = await tx
    .select()
    .from(botProtocol)
    .where(linesOf(portfolioId, kind))
    .orderBy(desc(botProtocol.at), desc(botProtocol.barAt), desc(botProtocol.sequence))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id, at, kind, symbol, title, text, until }) => ({
    id,
    at: at.toISOString(),
    kind,
    symbol,
    title,
    text,
    until: until?.toISOString() ?? null,
  }));
}

const linesOf = (portfolioId: string, kind: Kind | undefined) =>
  and(eq(botProtocol.portfolioId, portfolioId), kind && eq(botProtocol.kind, kind));
