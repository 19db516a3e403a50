import { CustomersPage } from '../../features/admin/customers/customers-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Kunden') }];

export default CustomersPage;
