import '../../ui/utilities/access.css';
import { START_PAGES } from '@botdepot/contract/preferences';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resendConfirmation, signIn } from '../../features/identity/auth-api.ts';
import { signInByPasskey } from '../../features/identity/security/passkey-api.ts';
import type { CodeKind } from '../../features/identity/security/second-factor-code.ts';
import { verifyBackupCode, verifyTotp } from '../../features/identity/security/security-api.ts';
import type { Credentials } from '../../features/identity/sign-in/credentials.ts';
import { linkProblem } from '../../features/identity/sign-in/link-problem.ts';
import { LoginPage } from '../../features/identity/sign-in/login-page.tsx';
import { deliverPendingBot } from '../../features/identity/sign-in/pending-bot.ts';
import { useSignedInVisitor } from '../../features/identity/sign-in/use-signed-in-visitor.ts';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import {
  destinationAfterProvider,
  loginStep,
  returnAddress,
  START_PAGE_URLS,
  urls,
} from '../../lib/url/urls.ts';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';

export const meta = () =>
  pageMeta({
    title: 'Login',
    description: `Bei ${BRAND_NAME} anmelden: zu Ihrem Konto mit Spielgeld, Ihren Bots und jeder einzelnen Buchung.`,
    path: urls.login,
  });

export default function LoginRoute() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const hydrated = useHydrated();
  const installation = useInstallation();
  // „Zurück“ would only lead here and on again.
  const goOn = async () => {
    await navigate(returnAddress(search) ?? (await askStartPage()), { replace: true });
  };
  const step = hydrated ? loginStep(search) : null;
  const [isNobody, setNobody] = useState(false);
  const leave = () => (linkProblem(search)?.stays ? undefined : void goOn());
  useSignedInVisitor(leave, {
    surely: loginStep(search) === 'start',
    onNobody: () => setNobody(true),
  });

  if (step === 'start' && !isNobody) {
    return (
      <SheetSection
        kind="page"
        label="Login"
        source="Anmeldung"
        title="Einen Augenblick"
        lead="Ihre Startseite wird geöffnet."
      />
    );
  }

  return (
    <LoginPage
      onLogin={logIn}
      onVerify={verify}
      onPasskey={logInByPasskey}
      onResendConfirmation={resendConfirmation}
      onDone={() => void goOn()}
      problem={hydrated ? linkProblem(search) : undefined}
      canReset={installation?.linksByMail === true}
      provider={installation?.identityProvider ?? null}
      destination={destinationAfterProvider(search)}
      codeAfterProvider={step === 'code'}
    />
  );
}

async function logIn(credentials: Credentials) {
  const outcome = await signIn(credentials);
  if (outcome.ok && !outcome.needsCode) await beginSession();
  return outcome;
}

async function logInByPasskey(how: { fromField: boolean }) {
  const outcome = await signInByPasskey(how);
  if (outcome.ok) await beginSession();
  return outcome;
}

async function verify(kind: CodeKind, code: string) {
  const outcome = await (kind === 'totp' ? verifyTotp(code) : verifyBackupCode(code));
  if (outcome.ok) await beginSession();
  return outcome;
}

async function beginSession(): Promise<void> {
  signedInMark.set();
  await deliverPendingBot();
}

/** The page that this person wants to begin with. One plain request; the dashboard when it cannot be found out. */
async function askStartPage(): Promise<string> {
  try {
    const response = await fetch('/api/profile');
    return response.ok ? startPageOf(await response.json()) : urls.dashboard;
  } catch {
    return urls.dashboard;
  }
}

function startPageOf(profile: unknown): string {
  if (typeof profile !== 'object' || profile === null || !('startPage' in profile)) return urls.dashboard;
  const page = START_PAGES.find((one) => one === profile.startPage);
  return page === undefined ? urls.dashboard : START_PAGE_URLS[page];
}
