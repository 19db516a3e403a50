import { OwnBotsPage } from '../../features/admin/own-bots/own-bots-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Eigene Bots') }];

export default OwnBotsPage;
