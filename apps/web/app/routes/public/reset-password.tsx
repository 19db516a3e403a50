import { useSearchParams } from 'react-router';
import { resetPassword } from '../../features/identity/auth-api.ts';
import { ResetPasswordPage } from '../../features/identity/reset-password-page.tsx';
import { pageTitle } from '../../lib/page-title.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

export const meta = () => [{ title: pageTitle('Neues Passwort') }];

export default function ResetPasswordRoute() {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  return (
    <ResetPasswordPage
      token={hydrated ? search.get('token') || null : undefined}
      onReset={resetPassword}
      // The new password ends every session, the one of this browser too.
      onDone={signedInMark.remove}
    />
  );
}
