import '../../ui/utilities/access.css';
import { useSearchParams } from 'react-router';
import { resetPassword } from '../../features/identity/auth-api.ts';
import { ResetPasswordPage } from '../../features/identity/sign-in/reset-password-page.tsx';
import { BRAND_NAME, pageTitle } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { signedInMark } from '../../lib/session/cookies.ts';

/** Only of use with the link of a mail, so nothing to be found. */
export const meta = () => [
  { title: pageTitle('Neues Passwort') },
  { name: 'description', content: `Ein neues Passwort für Ihr Konto bei ${BRAND_NAME} setzen.` },
  { name: 'robots', content: 'noindex' },
];

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
