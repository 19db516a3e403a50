import '../../ui/utilities/access.css';
import { useLocation } from 'react-router';
import { requestPasswordReset } from '../../features/identity/auth-api.ts';
import { useCaptcha } from '../../features/identity/sign-in/captcha.tsx';
import { ForgotPasswordPage } from '../../features/identity/sign-in/forgot-password-page.tsx';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { urls } from '../../lib/url/urls.ts';

export const meta = () =>
  pageMeta({
    title: 'Passwort vergessen',
    description: `Einen Link für ein neues Passwort zu Ihrem Konto bei ${BRAND_NAME} anfordern.`,
    path: urls.forgotPassword,
  });

export default function ForgotPasswordRoute() {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const installation = useInstallation();
  const captcha = useCaptcha(installation?.captcha);
  return (
    <ForgotPasswordPage
      // The state of the history can only be read after hydration.
      initialEmail={hydrated ? readEmail(state) : ''}
      installation={installation}
      onBegin={captcha.prepare}
      onRequest={async (email) => requestPasswordReset(email, await captcha.take())}
    />
  );
}

/** The login page hands over what was typed there. */
function readEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
