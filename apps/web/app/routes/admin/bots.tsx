import { BotsPage } from '../../features/admin/bots/bots-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Bots') }];

export default BotsPage;
