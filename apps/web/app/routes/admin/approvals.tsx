import { ApprovalsPage } from '../../features/admin/four-eyes/approvals-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';
import { useProfile } from '../../lib/session/profile.ts';

export const meta = () => [{ title: pageTitle('Freigaben') }];

export default function ApprovalsRoute() {
  return <ApprovalsPage ownUserId={useProfile().userId} />;
}
