import { RequestsPage } from '../../features/admin/requests/requests-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Alle Anträge') }];

export default RequestsPage;
