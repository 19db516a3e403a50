import { DepositsPage } from '../../features/wallet/requests/deposits-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Einzahlungen') }];

export default DepositsPage;
