import { CustomerPage } from '../../features/admin/customers/customer-page.tsx';
import { useCustomer } from '../../features/admin/customers/customers.queries.ts';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { pageTitle, usePageTitle } from '../../lib/page/page-title.ts';
import { useProfile } from '../../lib/session/profile.ts';
import type { Route } from './+types/customer';

export const meta = () => [{ title: pageTitle('Kunde') }];

export default function CustomerRoute({ params: { userId } }: Route.ComponentProps) {
  const ownUserId = useProfile().userId;
  const installation = useInstallation();
  usePageTitle(useCustomer(userId).data?.name ?? 'Kunde');
  // Another customer is another page: nothing of the one before stays open.
  return <CustomerPage key={userId} customerId={userId} ownUserId={ownUserId} installation={installation} />;
}
