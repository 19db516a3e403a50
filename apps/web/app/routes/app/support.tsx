import { SupportPage } from '../../features/support/support-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Support') }];

export default SupportPage;
