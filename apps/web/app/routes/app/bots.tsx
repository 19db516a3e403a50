import { BotsPage } from '../../features/bots/bots-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('KI-Bots') }];

export default function BotsRoute() {
  return <BotsPage />;
}
