import { between } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import { supportChats } from './support.schema.ts';

/** More than anybody can mean. */
const MOST = 50;

/** Whose chats are meant, by the beginning of their id. */
export async function findChatOwners(tx: Tx, { ids }: SearchTerms): Promise<string[]> {
  if (!ids) return [];
  const rows = await tx
    .selectDistinct({ userId: supportChats.userId })
    .from(supportChats)
    .where(between(supportChats.id, ids.from, ids.to))
    .limit(MOST);
  return rows.map(({ userId }) => userId);
}
