import { WithdrawalsPage } from '../../features/wallet/requests/withdrawals-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Auszahlungen') }];

export default WithdrawalsPage;
