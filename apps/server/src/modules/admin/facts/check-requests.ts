import { FACTS, type RequestFacts, type RequestKind } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import { listCreationTimes, readNewDevices } from '../../identity/index.ts';
import { readRequestHistories } from '../../wallet/index.ts';

const DAY_MS = 24 * 3_600_000;

/** What can stand out in many requests before they are decided together: as many statements as for one. From one snapshot. */
export async function checkRequests(
  tx: Tx,
  { kind, ids }: { kind: RequestKind; ids: readonly string[] },
  now: Date,
): Promise<RequestFacts[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const requests = await readRequestHistories(tx, kind, ids, before(FACTS.adjustmentDays));
  const userIds = [...new Set(requests.map(({ userId }) => userId))];
  const memberSince = await listCreationTimes(tx, userIds);
  const newDevices = await readNewDevices(tx, userIds, before(FACTS.newDeviceDays));
  return requests.flatMap(({ userId, adjustedAt, ...request }) => {
    const since = memberSince.get(userId);
    // Anyone who is gone by now has no requests that wait.
    if (!since) return [];
    return [
      {
        ...request,
        memberSince: since.toISOString(),
        adjustedAt: adjustedAt?.toISOString() ?? null,
        newDeviceAt: newDevices.get(userId)?.toISOString() ?? null,
      },
    ];
  });
}
