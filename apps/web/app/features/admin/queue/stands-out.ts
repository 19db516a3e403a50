import { FACTS, type RequestFacts } from '@botdepot/contract';
import { formatRoughlyElapsed } from '../../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../../lib/format/numbers.ts';

const DAY_MS = 24 * 3_600_000;

export const isYoungAccount = (memberSince: string, now: number): boolean =>
  now - Date.parse(memberSince) < FACTS.youngAccountDays * DAY_MS;

/** What is different from a harmless request, a few words each, the money's way first. The facts of one say it at length. */
export function standsOut(facts: RequestFacts, now: number): string[] {
  const { memberSince, deposits, adjustedAt, newDeviceAt, takenBackHeld, sharers, paidBefore } = facts;
  const isPayout = paidBefore !== null;
  const elapsed = (at: string) => formatRoughlyElapsed(Date.parse(at), now);
  return [
    paidBefore === 0 && 'Adresse neu',
    sharers > 0 &&
      `${isPayout ? 'Adresse' : 'Auszahlungsadresse'} auch bei${NBSP}${formatCount(sharers)} ${sharers === 1 ? 'anderem' : 'anderen'}`,
    isPayout && deposits === 0 && 'noch nie eingezahlt',
    adjustedAt !== null && `von Hand gebucht vor${NBSP}${elapsed(adjustedAt).replace(/Tage$/, 'Tagen')}`,
    isYoungAccount(memberSince, now) && `Konto ${elapsed(memberSince)} alt`,
    newDeviceAt !== null && 'neues Gerät oder Netz',
    takenBackHeld > 0 && `${formatCount(takenBackHeld)} angehaltene zurückgenommen`,
  ].filter((text) => text !== false);
}
