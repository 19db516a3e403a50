import { AuditPage } from '../../features/admin/audit/audit-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Prüfspur') }];

export default function AuditRoute() {
  return <AuditPage />;
}
