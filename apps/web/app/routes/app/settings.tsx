import { SettingsPage } from '../../features/identity/settings-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';

export const meta = () => [{ title: pageTitle('Einstellungen') }];

export default function SettingsRoute() {
  return <SettingsPage />;
}
