import { ProfilePage } from '../../features/identity/account/profile-page.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';

export const meta = () => [{ title: pageTitle('Profil') }];

export default function ProfileRoute() {
  return <ProfilePage />;
}
