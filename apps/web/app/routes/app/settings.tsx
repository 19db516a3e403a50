import { SettingsPage } from '../../features/identity/account/settings-page.tsx';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { NotificationSettingsPanel } from '../../features/notifications/notification-settings-panel.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Einstellungen') }];

export default function SettingsRoute() {
  const mail = useInstallation()?.mail;
  return <SettingsPage notifications={<NotificationSettingsPanel inDemoMailbox={mail === 'mailbox'} />} />;
}
