import '../../ui/utilities/access.css';
import { SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { useLocation, useNavigate } from 'react-router';
import { chooseBot, resendConfirmation, signUp } from '../../features/identity/auth-api.ts';
import { useCaptcha } from '../../features/identity/sign-in/captcha.tsx';
import type { Credentials } from '../../features/identity/sign-in/credentials.ts';
import { pendingBot } from '../../features/identity/sign-in/pending-bot.ts';
import { SignUpPage } from '../../features/identity/sign-in/sign-up-page.tsx';
import { readSignUpProgress, type SignUpProgress } from '../../features/identity/sign-in/sign-up-progress.ts';
import { useSignedInVisitor } from '../../features/identity/sign-in/use-signed-in-visitor.ts';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { signedInMark } from '../../lib/session/cookies.ts';
import { urls } from '../../lib/url/urls.ts';

export const meta = () =>
  pageMeta({
    title: 'Konto eröffnen',
    description: `Kostenlos ein Übungskonto bei ${BRAND_NAME} eröffnen. E-Mail-Adresse und Passwort genügen, und es gibt nur Spielgeld.`,
    path: urls.signup,
  });

export default function SignUpRoute() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const hydrated = useHydrated();
  const installation = useInstallation();
  const captcha = useCaptcha(installation?.captcha);
  const progress = hydrated ? readSignUpProgress(state) : undefined;
  // „Zurück“ would only lead here and on again.
  const goOn = () => void navigate(urls.dashboard, { replace: true });
  useSignedInVisitor(() => {
    // Anyone who reloads the choice of the bot is signed in and not through yet.
    if (!(progress?.step === 'bot' && progress.signedIn)) goOn();
  });

  return (
    <SignUpPage
      progress={progress}
      onProgress={(next: SignUpProgress) =>
        void navigate({ pathname: urls.signup, search }, { replace: true, state: next })
      }
      installation={installation}
      onBegin={captcha.prepare}
      onSignUp={async (credentials) => openAccount(credentials, await captcha.take())}
      onChooseBot={progress?.signedIn ? chooseBot : keepForLater}
      chosenBot={hydrated ? pendingBot.read() : undefined}
      wantedBot={hydrated ? wantedBotOf(search) : undefined}
      onResendConfirmation={resendConfirmation}
      onDone={goOn}
    />
  );
}

/** The bot of `urls.signUpWith`; anything else in its place is no choice. */
function wantedBotOf(search: string): SignUpBotType | undefined {
  const wanted = new URLSearchParams(search).get('bot');
  return SIGN_UP_BOT_TYPES.find((type) => type === wanted);
}

async function openAccount(credentials: Credentials, captcha: string | undefined) {
  const outcome = await signUp(credentials, captcha);
  // A choice that still waits belongs to an earlier attempt.
  if (outcome.ok) pendingBot.forget();
  if (outcome.ok && outcome.signedIn) signedInMark.set();
  return outcome;
}

async function keepForLater(botType: SignUpBotType) {
  pendingBot.keep(botType);
  return { ok: true } as const;
}
