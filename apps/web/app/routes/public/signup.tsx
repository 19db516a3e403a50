import { SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { useLocation, useNavigate } from 'react-router';
import { chooseBot, resendConfirmation, signUp } from '../../features/identity/auth-api.ts';
import type { Credentials } from '../../features/identity/credentials.ts';
import { pendingBot } from '../../features/identity/pending-bot.ts';
import { SignUpPage } from '../../features/identity/sign-up-page.tsx';
import { readSignUpProgress, type SignUpProgress } from '../../features/identity/sign-up-progress.ts';
import { useInstallation } from '../../features/identity/use-installation.ts';
import { useSignedInVisitor } from '../../features/identity/use-signed-in-visitor.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { urls } from '../../lib/urls.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';

export const meta = () => [{ title: pageTitle('Konto eröffnen') }];

export default function SignUpRoute() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const hydrated = useHydrated();
  const installation = useInstallation();
  const progress = hydrated ? readSignUpProgress(state) : undefined;
  // „Zurück“ would only lead here and on again.
  const goOn = () => void navigate(urls.dashboard, { replace: true });
  useSignedInVisitor(goOn);

  return (
    <SignUpPage
      progress={progress}
      onProgress={(next: SignUpProgress) =>
        void navigate({ pathname: urls.signup, search }, { replace: true, state: next })
      }
      installation={installation}
      onSignUp={openAccount}
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

async function openAccount(credentials: Credentials) {
  const outcome = await signUp(credentials);
  // A choice that still waits belongs to an earlier attempt.
  if (outcome.ok) pendingBot.forget();
  return outcome;
}

async function keepForLater(botType: SignUpBotType) {
  pendingBot.keep(botType);
  return { ok: true } as const;
}
