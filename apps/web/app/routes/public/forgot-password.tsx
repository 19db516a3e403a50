import { useLocation } from 'react-router';
import { requestPasswordReset } from '../../features/identity/auth-api.ts';
import { ForgotPasswordPage } from '../../features/identity/forgot-password-page.tsx';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

export const meta = () => [{ title: pageTitle('Passwort vergessen') }];

export default function ForgotPasswordRoute() {
  const { state } = useLocation();
  const hydrated = useHydrated();
  return (
    <ForgotPasswordPage
      // The state of the history can only be read after hydration; the page then starts with it.
      key={String(hydrated)}
      initialEmail={hydrated ? readEmail(state) : ''}
      installation={useInstallation()}
      onRequest={requestPasswordReset}
    />
  );
}

/** The login page hands over what was typed there. */
function readEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
