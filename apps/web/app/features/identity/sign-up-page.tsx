import { BOTS, SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { BotOffer, BotOfferGrid } from '../../entities/bot/bot-offer.tsx';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { AccountSheet } from '../../ui/account-sheet.tsx';
import { Button } from '../../ui/button.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import { MarginSteps } from '../../ui/voucher-number.tsx';
import type { AuthOutcome, SignUpOutcome } from './auth-api.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import type { Credentials } from './credentials.ts';
import { IDENTITY_TOASTS } from './identity-texts.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpProgress } from './sign-up-progress.ts';
import { ACCESS_COLUMNS, StepTop } from './step-top.tsx';
import type { InstallationFacts } from './use-installation.ts';

interface SignUpPageProps {
  /** Undefined before there is an account. */
  progress: SignUpProgress | undefined;
  onProgress: (progress: SignUpProgress) => void;
  installation: InstallationFacts | undefined;
  onBegin: () => void;
  onSignUp: (credentials: Credentials) => Promise<SignUpOutcome>;
  /** With the profile, or without a session in a cookie. */
  onChooseBot: (botType: SignUpBotType) => Promise<AuthOutcome>;
  chosenBot: SignUpBotType | undefined;
  /** Named by the link that led here; preselected when the bot is asked for. */
  wantedBot: SignUpBotType | undefined;
  onResendConfirmation: (email: string) => Promise<AuthOutcome>;
  /** Somebody is signed in and through with everything. */
  onDone: () => void;
}

export function SignUpPage(props: SignUpPageProps) {
  const {
    progress,
    onProgress,
    installation,
    onBegin,
    onSignUp,
    onChooseBot,
    chosenBot,
    wantedBot,
    onResendConfirmation,
    onDone,
  } = props;
  const mustConfirm = progress ? !progress.signedIn : installation?.mail === 'smtp';
  const margin = (
    <MarginSteps
      label="Schritte der Registrierung"
      steps={mustConfirm ? ['Konto', 'Bot', 'Bestätigung'] : ['Konto', 'Bot']}
      current={stepNumber(progress)}
    />
  );

  if (progress?.step === 'confirmation') {
    return (
      <StepTop key="confirmation">
        <SheetSection
          kind="page"
          margin={margin}
          title="Bitte bestätigen Sie Ihre E-Mail-Adresse"
          lead={`Wir haben eine Nachricht an ${progress.email} geschickt. Der Link darin öffnet Ihr Konto.`}
        >
          <ConfirmEmail
            email={progress.email}
            botName={chosenBot && BOTS[chosenBot].name}
            justSent
            onResend={() => onResendConfirmation(progress.email)}
            onSignedIn={onDone}
          >
            Schon bestätigt, zum Beispiel auf dem Handy?{' '}
            <Link className="link" to={urls.login}>
              Zum Login
            </Link>
            . Vertippt?{' '}
            <Link className="link" to={urls.signup} replace>
              Andere Adresse verwenden
            </Link>
            .
          </ConfirmEmail>
        </SheetSection>
      </StepTop>
    );
  }
  if (progress) {
    return (
      <StepTop key="bot">
        <SheetSection
          kind="page"
          margin={margin}
          title="Welchen Bot möchten Sie testen?"
          lead="Ihre Wahl bereitet nur den ersten Start vor. Es wird noch nichts gebucht, und Sie können sie später ändern."
        >
          <BotChoice
            initial={wantedBot}
            onChoose={onChooseBot}
            onDone={() => (mustConfirm ? onProgress({ ...progress, step: 'confirmation' }) : onDone())}
          />
        </SheetSection>
      </StepTop>
    );
  }
  return (
    <SheetSection
      kind="page"
      margin={margin}
      title="Konto eröffnen"
      lead="Kostenlos und mit Spielgeld. Wir fragen nicht nach Ausweis oder Bankverbindung."
    >
      <div className={ACCESS_COLUMNS}>
        <SignUpForm
          installation={installation}
          onBegin={onBegin}
          onSignUp={onSignUp}
          onDone={(email, signedIn) => onProgress({ step: 'bot', email, signedIn })}
        />
        <AccountSheet
          title="Ihr Kontoblatt"
          note="So sieht es am ersten Tag aus"
          entries={[{ label: 'Eröffnung', balance: '0,00' }]}
          emptyRows={4}
          closing={{ label: 'Stand heute', balance: '0,00' }}
        />
      </div>
    </SheetSection>
  );
}

function stepNumber(progress: SignUpProgress | undefined): number {
  if (progress === undefined) return 0;
  return progress.step === 'bot' ? 1 : 2;
}

interface BotChoiceProps {
  /** Chosen before, on the page that compares the bots. */
  initial: SignUpBotType | undefined;
  onChoose: (botType: SignUpBotType) => Promise<AuthOutcome>;
  /** To the dashboard: after the choice and its toast, or at once for „Später auswählen“. */
  onDone: () => void;
}

/** The specification's pause between the toast and the dashboard. */
const REDIRECT_DELAY_MS = 1000;

function BotChoice({ initial = 'smartbot', onChoose, onDone }: BotChoiceProps) {
  const form = useForm<{ bot: SignUpBotType }>({ initialValues: { bot: initial } });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { name } = BOTS[form.values.bot];

  const send = async ({ bot }: { bot: SignUpBotType }) => {
    const outcome = await onChoose(bot);
    if (!outcome.ok) {
      toast.error('Fehler', outcome.message ?? IDENTITY_TOASTS.unexpected);
      return;
    }
    const { title, text } = IDENTITY_TOASTS.botChosen(name);
    toast.success(title, text);
    await new Promise((resolve) => {
      timer.current = setTimeout(resolve, REDIRECT_DELAY_MS);
    });
    onDone();
  };

  return (
    <form {...form.props(send)}>
      <fieldset className="bare-fieldset">
        <legend className="vh">
          <h2>Trading-Bot</h2>
        </legend>
        <BotOfferGrid>
          {SIGN_UP_BOT_TYPES.map((type) => (
            <BotOffer
              key={type}
              bot={BOTS[type]}
              choice={{
                name: 'bot',
                checked: type === form.values.bot,
                onChange: () => form.setFieldValue('bot', type),
              }}
            />
          ))}
        </BotOfferGrid>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-6 [&>:last-child]:text-[16px] max-md:*:w-full">
        <Button type="submit" look="primary" size="lg" pending={form.submitting}>
          {`Mit ${name} fortfahren`}
        </Button>
        <button type="button" className="link-alone" onClick={onDone} disabled={form.submitting}>
          Später auswählen
        </button>
      </div>
    </form>
  );
}
