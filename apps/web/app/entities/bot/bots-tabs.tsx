import { urls } from '../../lib/url/urls.ts';
import { TabLinks } from '../../ui/form/tabs.tsx';

const TABS = [
  { value: 'house', label: 'Bots', to: urls.bots },
  { value: 'own', label: 'Meine Bots', to: urls.ownBots },
] as const;

/** The bots of the house and one's own. */
export function BotsTabs({ current }: { current: (typeof TABS)[number]['value'] }) {
  return <TabLinks label="KI-Bots" tabs={TABS} current={current} />;
}
