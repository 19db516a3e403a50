import { BotsTabs } from '../../../entities/bot/bots-tabs.tsx';
import { OwnBotsPage } from '../../../features/testbench/own-bots-page.tsx';
import { pageTitle } from '../../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Meine Bots') }];

export default function OwnBotsRoute() {
  return <OwnBotsPage tabs={<BotsTabs current="own" />} />;
}
