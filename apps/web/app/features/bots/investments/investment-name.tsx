import { BOTS, type Investment } from '@botdepot/contract';
import { formatDate } from '../../../lib/format/dates.ts';

/** The bot, and from when to when; in the list of a phone `periodText` has a place of its own. */
export function InvestmentName({ investment }: { investment: Investment }) {
  return (
    <>
      {BOTS[investment.botType].name}
      <small data-room="table">{periodText(investment)}</small>
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
