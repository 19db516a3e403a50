import type { AdminOverview } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { formatCount, NBSP, NO_FIGURE } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { StatStripSkeleton } from '../../ui/skeleton.tsx';
import { StatStrip } from '../../ui/stat-strip.tsx';
import { ADMIN_SECTIONS } from './admin-sections.ts';
import { UNIT } from './admin-texts.ts';

const LABELS = ['Nutzer gesamt', 'Offene Einzahlungen', 'Aktive Bots', 'Offene Auszahlungen'] as const;

interface AdminStatsProps {
  overview: AdminOverview | undefined;
  /** Loading failed, so nothing is on its way. */
  failed: boolean;
}

export function AdminStats({ overview, failed }: AdminStatsProps) {
  if (!overview && failed) {
    return (
      <StatStrip
        label="Kennzahlen"
        stats={LABELS.map((label) => ({ label, value: NO_FIGURE, notes: ['Nicht geladen'] }))}
      />
    );
  }
  if (!overview) return <StatStripSkeleton labels={LABELS} />;
  return (
    <StatStrip
      label="Kennzahlen"
      stats={[
        {
          label: LABELS[0],
          value: formatCount(overview.totalUsers),
          notes: [
            `${formatCount(overview.newUsersToday)} neu heute`,
            `${inUsdt(overview.walletsTotal)} in allen Wallets`,
          ],
          to: `${urls.admin}#${ADMIN_SECTIONS.correction}`,
        },
        {
          label: LABELS[1],
          value: formatCount(overview.pendingDeposits),
          notes: [inUsdt(overview.pendingDepositsAmount)],
          to: `${urls.admin}#${ADMIN_SECTIONS.deposit}`,
        },
        {
          label: LABELS[2],
          value: formatCount(overview.activeBots),
          notes: [`${inUsdt(overview.activeBotsAmount)} angelegt`],
          to: urls.adminReturns,
        },
        {
          label: LABELS[3],
          value: formatCount(overview.pendingWithdrawals),
          notes: [inUsdt(overview.pendingWithdrawalsAmount)],
          to: `${urls.admin}#${ADMIN_SECTIONS.withdrawal}`,
        },
      ]}
    />
  );
}

function inUsdt(amount: string): string {
  return `${formatAmount(fromWire(amount))}${NBSP}${UNIT}`;
}
