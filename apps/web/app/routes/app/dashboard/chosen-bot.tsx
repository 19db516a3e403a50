import { BOTS, type BotType } from '@botdepot/contract';
import { inUsdt } from '@botdepot/money';
import { RiskMark } from '../../../entities/bot/risk-mark.tsx';
import { useBots } from '../../../features/bots/bots.queries.ts';
import { MeasuredRecord } from '../../../features/bots/measured-record.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';

/** The bot that was chosen at sign-up, with what it measured. */
export function ChosenBot({ botType }: { botType: BotType }) {
  const { data: bots } = useBots();
  const profile = BOTS[botType];
  return (
    <Panel title={`Ihre Auswahl: ${profile.name}`}>
      <div className="grid gap-3">
        <RiskMark level={profile.risk} word={profile.riskLabel} />
        <p className="small muted">
          {`Bei der Kontoeröffnung gewählt. Startet ab ${inUsdt(profile.minimum)}.`}
        </p>
        <MeasuredRecord botType={botType} bot={bots?.find((bot) => bot.botType === botType)} />
        <ButtonLink to={urls.bots} wide>
          {`${profile.name} ansehen`}
        </ButtonLink>
      </div>
    </Panel>
  );
}
