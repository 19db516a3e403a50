import { ApprovalsPage } from '../../features/admin/four-eyes/approvals-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { useProfile } from '../../lib/profile.ts';

export const meta = () => [{ title: pageTitle('Freigaben') }];

export default function ApprovalsRoute() {
  return <ApprovalsPage ownUserId={useProfile().userId} />;
}
