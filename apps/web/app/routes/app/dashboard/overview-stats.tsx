import { BOTS, type OwnHolding, type Wallet, type WealthHistory } from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useWealthHistory } from '../../../features/wealth/wealth.queries.ts';
import { wealthNow } from '../../../features/wealth/wealth-now.ts';
import { EARNED_URL } from '../../../features/wealth/wealth-part.ts';
import { formatDate } from '../../../lib/format/dates.ts';
import { formatCount, formatPercent, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { usePainted } from '../../../lib/page/when-idle.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { type Stat, StatStrip } from '../../../ui/sheet/stat-strip.tsx';
import { FigureBone } from '../../../ui/state/skeleton.tsx';
import type { InvestmentSums } from './investment-sums.ts';

export const STAT_LABELS = ['Wallet', 'Aktive Bots', 'Gewinn gesamt', 'Performance'] as const;

interface OverviewStatsProps {
  wallet: Wallet;
  sums: InvestmentSums;
  /** Own bots that hold money. */
  own: readonly OwnHolding[];
  /** What all bots have brought, as the sheet beside it counts; null until it is known. */
  earned: Micros | null;
  navs: Navs;
}

export function OverviewStats({ wallet, sums, own, earned, navs }: OverviewStatsProps) {
  const { data: history, isLoadingError } = useWealthHistory('max');
  const { data: day, isRefetchError: isDayOld } = useWealthHistory('1d', { enabled: usePainted() });
  const inWallet: Stat = {
    label: STAT_LABELS[0],
    value: <Amount value={fromWire(wallet.usdBalance)} unit="USDT" />,
    notes: [
      `${formatAmount(fromWire(wallet.available))} verfügbar`,
      `${formatAmount(fromWire(wallet.usdLockedBalance))} reserviert`,
    ],
    to: urls.wallet,
  };
  const ownRunning = own.filter(({ isWaiting }) => !isWaiting);
  const invested = ownRunning.reduce((sum, { value }) => sum + fromWire(value), sums.activeValue);
  const count = sums.active.length + ownRunning.length;
  const running: Stat = {
    label: STAT_LABELS[1],
    value: formatCount(count),
    notes:
      count === 0
        ? [own.length === 0 ? 'Im Moment läuft kein Bot' : waitingText(own.length)]
        : [`${inUsdt(invested)} angelegt`, whichRun(sums, ownRunning).join(', ')],
    to: sums.active.length === 0 && ownRunning.length > 0 ? urls.ownBots : urls.bots,
  };
  return (
    <StatStrip
      label="Kennzahlen"
      stats={[
        inWallet,
        running,
        ...(sums.initial > 0n || wallet.hasOwnBots
          ? results({
              earned,
              today: day && !isDayOld ? wealthNow(day, navs).earned : null,
              history,
              isOut: isLoadingError,
            })
          : NO_RESULTS),
      ]}
    />
  );
}

const waitingText = (count: number): string =>
  count === 1 ? '1 wartet auf seinen Start' : `${formatCount(count)} warten auf ihren Start`;

function whichRun({ activeTypes }: InvestmentSums, own: readonly OwnHolding[]): string[] {
  const [first] = own;
  const ofOwn = own.length > 1 ? [`${formatCount(own.length)} eigene Bots`] : first ? [first.name] : [];
  return [...activeTypes.map((type) => BOTS[type].name), ...ofOwn];
}

interface Results {
  earned: Micros | null;
  /** Of the last 24 hours; null until it is known, and when it is no more: they would be 24 other hours. */
  today: Micros | null;
  history: WealthHistory | undefined;
  /** It could not be had. */
  isOut: boolean;
}

/** Signs, sums and percentages of what the bots did; a return never stands without its fall. */
function results({ earned, today, history, isOut }: Results): Stat[] {
  // „–“ says that there is no figure, not that it is on its way.
  const missing = isOut ? NO_FIGURE : <FigureBone />;
  return [
    {
      label: STAT_LABELS[2],
      value: earned === null ? missing : <Amount value={earned} tone="delta" unit="USDT" />,
      notes: [
        today === null ? NBSP : `${signedUsdt(today)} in 24 Stunden`,
        // As the sheet beside it counts: nobody earned anything before the first booking.
        history ? `seit ${formatDate(history.from)}` : '\u2003',
      ],
      to: EARNED_URL,
      isDrawer: true,
    },
    {
      label: STAT_LABELS[3],
      value: history ? <Percent fraction={history.returnFraction} tone="delta" /> : missing,
      notes: [
        history ? `größter Rückgang ${formatPercent(history.maxDrawdownFraction)}` : NBSP,
        'zeitgewichtet',
      ],
      to: `${urls.dashboard}#verlauf`,
    },
  ];
}

const NO_RESULTS: Stat[] = [
  { label: STAT_LABELS[2], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
  { label: STAT_LABELS[3], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
];

function signedUsdt(amount: Micros): string {
  return inUsdt(amount, { sign: 'always' });
}
