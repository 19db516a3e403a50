import { useLocation, useNavigate } from 'react-router';
import { resendConfirmation, signIn } from '../../features/identity/auth-api.ts';
import type { Credentials } from '../../features/identity/credentials.ts';
import { linkProblem } from '../../features/identity/link-problem.ts';
import { LoginPage } from '../../features/identity/login-page.tsx';
import { deliverPendingBot } from '../../features/identity/pending-bot.ts';
import type { CodeKind } from '../../features/identity/second-factor-code.ts';
import { verifyBackupCode, verifyTotp } from '../../features/identity/security-api.ts';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { useSignedInVisitor } from '../../features/identity/use-signed-in-visitor.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { destinationAfterLogin } from '../../lib/urls.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

export const meta = () => [{ title: pageTitle('Login') }];

export default function LoginRoute() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const hydrated = useHydrated();
  const installation = useInstallation();
  // „Zurück“ would only lead here and on again.
  const goOn = () => void navigate(destinationAfterLogin(search), { replace: true });
  useSignedInVisitor(goOn);

  return (
    <LoginPage
      onLogin={logIn}
      onVerify={verify}
      onResendConfirmation={resendConfirmation}
      onDone={goOn}
      problem={hydrated ? linkProblem(search) : undefined}
      canReset={installation?.mailTransport === true}
    />
  );
}

async function logIn(credentials: Credentials) {
  const outcome = await signIn(credentials);
  if (outcome.ok && !outcome.needsCode) await deliverPendingBot();
  return outcome;
}

async function verify(kind: CodeKind, code: string) {
  const outcome = await (kind === 'totp' ? verifyTotp(code) : verifyBackupCode(code));
  if (outcome.ok) await deliverPendingBot();
  return outcome;
}
