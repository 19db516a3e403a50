import { SystemPage } from '../../features/admin/system/system-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('System') }];

export default function SystemRoute() {
  return <SystemPage />;
}
