import { StatementPage } from '../../features/wallet/statement/statement-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Kontoauszug') }];

export default StatementPage;
