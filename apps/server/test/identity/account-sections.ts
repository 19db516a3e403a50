import { z } from 'zod';

const rows = z.array(z.record(z.string(), z.unknown()));

const exported = z.object({
  transactions: z.array(z.object({ kind: z.string(), entries: rows })),
  deposits: z.array(z.object({ id: z.string() })),
  investments: z.array(z.object({ id: z.string(), tradingRecords: rows, fills: rows })),
  notifications: rows,
  mails: rows,
  activity: rows,
  approvals: rows,
});

/** The lists of a downloaded file, as a reader of it would check them. */
export const sections = (body: Record<string, unknown>) => exported.parse(body);
