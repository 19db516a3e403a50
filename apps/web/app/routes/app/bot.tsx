import { BOT_TYPES, BOTS } from '@botdepot/contract';
import { Navigate, useParams } from 'react-router';
import { BotPage } from '../../features/bots/bot-page/bot-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import type { Route } from './+types/bot';

const INVESTMENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const botOf = (text: string | undefined) => BOT_TYPES.find((botType) => botType === text);

export function meta({ params }: Route.MetaArgs) {
  const botType = botOf(params.botType);
  return [{ title: pageTitle(botType ? BOTS[botType].name : 'Bot nicht gefunden') }];
}

export default function BotRoute() {
  const { botType: text } = useParams();
  const botType = botOf(text);
  // Investments once stood here, and bookmarks stay.
  if (text !== undefined && INVESTMENT_ID.test(text)) return <Navigate to={urls.investment(text)} replace />;
  // Another bot is another page: nothing of the last one stays.
  return botType ? <BotPage key={botType} botType={botType} /> : <MissingBot />;
}

function MissingBot() {
  return (
    <>
      <PageHead back={{ to: urls.bots, label: 'KI-Bots' }} title="Bot nicht gefunden" />
      <Panel flush label="Bot nicht gefunden">
        <EmptyState
          title="Diesen Bot gibt es nicht"
          action={<ButtonLink to={urls.bots}>Zu den KI-Bots</ButtonLink>}
        >
          Vielleicht enthält die Adresse einen Tippfehler.
        </EmptyState>
      </Panel>
    </>
  );
}
