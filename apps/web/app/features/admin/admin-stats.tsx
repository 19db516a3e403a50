import type { AdminOverview } from '@botdepot/contract';
import { fromWire, inUsd, inUsdt } from '@botdepot/money';
import { formatRoughlyElapsed } from '../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../lib/format/numbers.ts';
import { useNow } from '../../lib/live/now.ts';
import { useMay } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { StatStrip } from '../../ui/sheet/stat-strip.tsx';
import { StatStripSkeleton } from '../../ui/state/skeleton.tsx';
import { ADMIN_SECTIONS } from './admin-texts.ts';

const LABELS = ['Nutzer gesamt', 'Offene Einzahlungen', 'Aktive Bots', 'Offene Auszahlungen'] as const;

/** Without them the page leads to the dashboard (`routes/admin/layout.tsx`), so there is nothing to say of a failure. */
export function AdminStats({ overview }: { overview: AdminOverview | undefined }) {
  const now = useNow(30_000);
  const canOpenReturns = useMay()('admin.listActiveInvestments');
  if (!overview) return <StatStripSkeleton labels={LABELS} notes={[2, 1, 1, 1]} />;
  return (
    <StatStrip
      label="Kennzahlen"
      stats={[
        {
          label: LABELS[0],
          value: formatCount(overview.totalUsers),
          notes: [
            `+${formatCount(overview.newUsersToday)} heute`,
            `${inUsdt(fromWire(overview.walletsTotal))} in allen Wallets`,
          ],
          to: urls.adminCustomers,
        },
        {
          label: LABELS[1],
          value: formatCount(overview.pendingDeposits),
          notes: [pendingNote(overview.pendingDepositsAmount, overview.oldestDepositAt, now)],
          to: `${urls.admin}#${ADMIN_SECTIONS.deposit}`,
        },
        {
          label: LABELS[2],
          value: formatCount(overview.activeBots),
          notes: [`${inUsdt(fromWire(overview.activeBotsAmount))} angelegt`],
          ...(canOpenReturns && { to: urls.adminReturns }),
        },
        {
          label: LABELS[3],
          value: formatCount(overview.pendingWithdrawals),
          notes: [pendingNote(overview.pendingWithdrawalsAmount, overview.oldestWithdrawalAt, now)],
          to: `${urls.admin}#${ADMIN_SECTIONS.withdrawal}`,
        },
      ]}
    />
  );
}

/** `15.970,50 USD · älteste 18 Std.` */
function pendingNote(amount: string, oldestAt: string | null, now: number): string {
  const oldest =
    oldestAt === null ? '' : ` · älteste${NBSP}${formatRoughlyElapsed(Date.parse(oldestAt), now)}`;
  return `${inUsd(fromWire(amount))}${oldest}`;
}
