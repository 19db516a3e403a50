import type { Profile } from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { Link } from 'react-router';
import { type Navs, navOf } from '../../../lib/live/live-prices.ts';
import { urls } from '../../../lib/url/urls.ts';
import type { InvestmentSums } from './investment-sums.ts';
import { resultSentence } from './result-sentence.ts';

const SENTENCE = 'text-[20px]/7 font-semibold tracking-[-0.01em] text-balance max-md:text-[18px]/6.5';

interface HowItStandsProps {
  profile: Profile;
  sums: InvestmentSums;
  navs: Navs;
}

/** Before all figures: how the bots stand, in one sentence, what that rests on, and what to do next. */
export function HowItStands({ profile, sums, navs }: HowItStandsProps) {
  const { active } = sums;
  const said = active.length > 0 ? resultSentence(active, (investment) => navOf(investment, navs)) : null;
  const [first, ...others] = active;
  return (
    <div className="mb-(--gap) max-w-[52rem]">
      <p className={SENTENCE}>{said ? `${said.lead} ${said.judgement}` : overText(sums)}</p>
      {said?.basis && (
        <p className="mt-1 text-sm text-muted">
          {`${said.basis.text} `}
          <Link className="link" to={urls.botReport(said.basis.botType)}>
            Rücktest öffnen
          </Link>
        </p>
      )}
      <p className="flex flex-wrap gap-x-5 mt-1">
        {first && (
          <Link
            className="link-alone"
            to={others.length > 0 ? urls.bots : urls.investment(first.investment.id)}
          >
            {others.length > 0 ? 'Ihre Bots ansehen' : 'Diesen Bot ansehen'}
          </Link>
        )}
        {!profile.twoFactorEnabled && (
          <Link className="link-alone" to={urls.security}>
            Anmeldung in zwei Schritten einrichten
          </Link>
        )}
      </p>
    </div>
  );
}

function overText({ profit }: InvestmentSums): string {
  if (profit === 0n) return 'Im Moment läuft kein Bot. Ihre bisherigen haben weder gewonnen noch verloren.';
  return `Im Moment läuft kein Bot. Ihre bisherigen haben zusammen ${inUsdt(profit < 0n ? -profit : profit)} ${profit < 0n ? 'verloren' : 'gewonnen'}.`;
}
