import { BOTS, type Investment } from '@botdepot/contract';
import { formatDate } from '../../lib/dates.ts';

/** The bot, and from when to when. Small text gives way on phones, where `periodText` has its own place. */
export function InvestmentName({ investment }: { investment: Investment }) {
  return (
    <>
      {BOTS[investment.botType].name}
      <small>{periodText(investment)}</small>
      <span className="vh">{`, ${investment.reference}`}</span>
    </>
  );
}

export function periodText({ startedAt, stoppedAt }: Investment): string {
  const from = formatDate(startedAt);
  if (stoppedAt === null) return `seit ${from}`;
  const to = formatDate(stoppedAt);
  return from === to ? from : `${from} bis ${to}`;
}
