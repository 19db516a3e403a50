import type { OwnHolding, Profile } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { Link } from 'react-router';
import { type Navs, navOf } from '../../../lib/live/live-prices.ts';
import { urls } from '../../../lib/url/urls.ts';
import type { InvestmentSums } from './investment-sums.ts';
import { manualSentence, ownSentence, resultSentence } from './result-sentence.ts';

const SENTENCE = 'text-[20px]/7 font-semibold tracking-[-0.01em] text-balance max-md:text-[18px]/6.5';

interface HowItStandsProps {
  profile: Profile;
  sums: InvestmentSums;
  /** Own bots that hold money. */
  own: readonly OwnHolding[];
  /** What all bots have brought, those that are over included; null until it is known. */
  earned: Micros | null;
  navs: Navs;
}

/** Before all figures: how the bots stand, in one sentence, what that rests on, and what to do next. */
export function HowItStands({ profile, sums: { active, manual }, own, earned, navs }: HowItStandsProps) {
  const said = active.length > 0 ? resultSentence(active, (investment) => navOf(investment, navs)) : null;
  const sentences = [said?.lead, said?.judgement, said?.manual, ownSentence(own)].filter(
    (one) => one != null,
  );
  return (
    <div className="mb-(--gap) max-w-[52rem]">
      <p className={SENTENCE}>{sentences.length > 0 ? sentences.join(' ') : overText(earned, manual)}</p>
      {said?.basis && (
        <p className="mt-1 text-sm text-muted">
          {`${said.basis.text} `}
          <Link className="link" to={urls.botReport(said.basis.botType)}>
            Rücktest öffnen
          </Link>
        </p>
      )}
      <p className="flex flex-wrap gap-x-5 mt-1">
        <BotsLink active={active} own={own} />
        {!profile.twoFactorEnabled && (
          <Link className="link-alone" to={urls.security}>
            Anmeldung in zwei Schritten einrichten
          </Link>
        )}
      </p>
    </div>
  );
}

/** To the one bot that holds money, or to all of them. */
function BotsLink({ active, own }: { active: InvestmentSums['active']; own: readonly OwnHolding[] }) {
  const [house] = active;
  const [first] = own;
  if (!house && !first) return null;
  const isOnly = active.length + own.length === 1;
  const to =
    isOnly && house
      ? urls.investment(house.investment.id)
      : isOnly && first
        ? urls.ownBotLive(first.id)
        : house
          ? urls.bots
          : urls.ownBots;
  return (
    <Link className="link-alone" to={to}>
      {isOnly ? 'Diesen Bot ansehen' : 'Ihre Bots ansehen'}
    </Link>
  );
}

/** @param earned with what was booked by hand. */
export function overText(earned: Micros | null, manual: Micros): string {
  if (earned === null) return 'Im Moment läuft kein Bot.';
  const profit = earned - manual;
  const brought =
    profit === 0n
      ? 'Ihre bisherigen haben weder gewonnen noch verloren.'
      : `Ihre bisherigen haben zusammen ${inUsdt(profit < 0n ? -profit : profit)} ${profit < 0n ? 'verloren' : 'gewonnen'}.`;
  return ['Im Moment läuft kein Bot.', brought, manualSentence(manual)]
    .filter((one) => one !== null)
    .join(' ');
}
