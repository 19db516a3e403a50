import { NotificationsPage } from '../../features/notifications/notifications-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Benachrichtigungen') }];

export default NotificationsPage;
