import { BOTS, type Wallet } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { formatDate } from '../../../lib/dates.ts';
import { formatCount, formatPercent, NBSP, NO_FIGURE } from '../../../lib/numbers.ts';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Percent } from '../../../ui/percent.tsx';
import { type Stat, StatStrip } from '../../../ui/stat-strip.tsx';
import type { InvestmentSums } from './investment-sums.ts';

export const STAT_LABELS = ['Wallet', 'Aktive Bots', 'Gewinn gesamt', 'Performance'] as const;

interface OverviewStatsProps {
  wallet: Wallet;
  sums: InvestmentSums;
}

export function OverviewStats({ wallet, sums }: OverviewStatsProps) {
  const inWallet: Stat = {
    label: STAT_LABELS[0],
    value: <Amount value={fromWire(wallet.usdBalance)} unit="USDT" />,
    notes: [
      `${formatAmount(fromWire(wallet.available))} verfügbar`,
      `${formatAmount(fromWire(wallet.usdLockedBalance))} reserviert`,
    ],
    to: urls.wallet,
  };
  const running: Stat = {
    label: STAT_LABELS[1],
    value: formatCount(sums.active.length),
    notes:
      sums.active.length === 0
        ? ['Im Moment läuft kein Bot']
        : [
            `${inUsdt(sums.activeValue)} angelegt`,
            sums.activeTypes.map((type) => BOTS[type].name).join(', '),
          ],
    to: urls.bots,
  };
  return (
    <StatStrip
      label="Kennzahlen"
      stats={[inWallet, running, ...(sums.initial > 0n ? results(sums) : NO_RESULTS)]}
    />
  );
}

/** Signs, sums and percentages of what the bots did; a return never stands without its fall. */
function results(sums: InvestmentSums): Stat[] {
  return [
    {
      label: STAT_LABELS[2],
      value: <Amount value={sums.profit} tone="delta" unit="USDT" />,
      notes: [
        `${signedUsdt(sums.stoppedProfit)} aus beendeten Bots`,
        ...(sums.firstStartedAt ? [`seit ${formatDate(sums.firstStartedAt)}`] : []),
      ],
      to: urls.bots,
    },
    {
      label: STAT_LABELS[3],
      value: <Percent fraction={sums.returnFraction} tone="delta" />,
      notes: [`auf ${inUsdt(sums.initial)} Einsatz`, `größter Rückgang ${formatPercent(sums.worstDrawdown)}`],
      to: urls.bots,
    },
  ];
}

const NO_RESULTS: Stat[] = [
  { label: STAT_LABELS[2], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
  { label: STAT_LABELS[3], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
];

function inUsdt(amount: Micros): string {
  return `${formatAmount(amount)}${NBSP}USDT`;
}

function signedUsdt(amount: Micros): string {
  return `${formatAmount(amount, { sign: 'always' })}${NBSP}USDT`;
}
