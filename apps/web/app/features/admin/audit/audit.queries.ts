import { AUDIT_LIMITS, type AuditEntry, type AuditFilter } from '@botdepot/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, queries } from '../../../lib/server/api.ts';

export function useAuditEntries(input: AuditFilter & { before?: string; after?: string }) {
  return useQuery(queries.admin.listAuditEntries.queryOptions({ input, placeholderData: keepPreviousData }));
}

export function useAuditEntry(seq: number) {
  return useQuery(queries.admin.getAuditEntry.queryOptions({ input: { seq } }));
}

export function useAuditChain() {
  return useQuery(queries.admin.getAuditChain.queryOptions());
}

/** The rows of all pages, newest first, up to the limit of one file. Null when the search means too much to list any. */
export async function loadAuditRows(
  filter: AuditFilter,
): Promise<{ rows: AuditEntry[]; isCut: boolean } | null> {
  const rows: AuditEntry[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await api.admin.listAuditEntries({
      ...filter,
      pageSize: AUDIT_LIMITS.pageSizeMax,
      ...(before === undefined ? {} : { before }),
    });
    if (page.tooMany) return null;
    rows.push(...page.items);
    before = page.items.at(-1)?.cursor;
    if (!page.hasOlder || before === undefined) return { rows, isCut: false };
    if (rows.length >= AUDIT_LIMITS.exportRows) return { rows, isCut: true };
  }
}
