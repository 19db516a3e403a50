import { ReconciliationPage } from '../../features/admin/reconciliation/reconciliation-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Abgleich') }];

export default function ReconciliationRoute() {
  return <ReconciliationPage />;
}
