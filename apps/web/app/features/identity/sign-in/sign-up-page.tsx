import { BOTS, SIGN_UP_BOT_TYPES, type SignUpBotType } from '@botdepot/contract/catalogue';
import { formatAmount, fromWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { BotOffer, BotOfferGrid } from '../../../entities/bot/bot-offer.tsx';
import { type FieldProps, type Problems, useForm } from '../../../lib/form/use-form.ts';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import { toast } from '../../../lib/page/toast.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { AccountSheet } from '../../../ui/sheet/account-sheet.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { MarginSteps } from '../../../ui/sheet/voucher-number.tsx';
import type { AuthOutcome, SignUpOutcome } from '../auth-api.ts';
import { FIELD_PROBLEMS, failureText, IDENTITY_TOASTS } from '../identity-texts.ts';
import type { InstallationFacts } from '../use-installation.ts';
import { CaptchaNote } from './captcha.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { type Credentials, NEW_PASSWORD_MENDS, refusedField, SIGN_UP_RULES } from './credentials.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { SignUpProgress } from './sign-up-progress.ts';
import { ACCESS_COLUMNS, StepTop } from './steps.tsx';

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
        <FirstDay welcome={installation?.welcomeDepositUsd ?? null} />
      </div>
    </SheetSection>
  );
}

/** Nothing but what the installation grants to everybody. */
function FirstDay({ welcome }: { welcome: string | null }) {
  const opening = { label: 'Eröffnung', balance: '0,00' };
  const balance = welcome === null ? opening.balance : formatAmount(fromWire(welcome));
  return (
    <AccountSheet
      title="Ihr Kontoblatt"
      note="So sieht es am ersten Tag aus"
      entries={welcome === null ? [opening] : [opening, { label: 'Startguthaben, Spielgeld', balance }]}
      emptyRows={welcome === null ? 4 : 3}
      emptyHint="Noch leer"
      closing={{ label: 'Stand heute', balance }}
    />
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
      toast.error('Fehler', failureText(outcome));
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

const TICK = clsx(
  'grid grid-cols-[24px_minmax(0,1fr)] gap-3 items-start py-3.5 px-4 rounded-control bg-play-soft',
  'cursor-pointer [--tick:var(--play)] [--tick-size:24px]',
  '[&_b]:text-play',
);

/** The answer about mail comes after the page; its longest form has its place from the start. */
const EMAIL_HELP = 'block max-md:min-h-10';

interface SignUpFormProps {
  /** Undefined as long as nobody knows whether this installation sends mail. */
  installation: InstallationFacts | undefined;
  /** The first field has the focus: what has to be ready before the form is sent can begin. */
  onBegin: () => void;
  onSignUp: (credentials: Credentials) => Promise<SignUpOutcome>;
  /** After the success toast: the bot selection. */
  onDone: (email: string, signedIn: boolean) => void;
}

const EMPTY = { email: '', password: '', confirmation: '', 'play-money': false };
const RULES = {
  ...SIGN_UP_RULES,
  'play-money': (understood: boolean) => (understood ? undefined : FIELD_PROBLEMS.playMoneyNotUnderstood),
};

function SignUpForm({ installation, onBegin, onSignUp, onDone }: SignUpFormProps) {
  const form = useForm({ initialValues: EMPTY, validate: RULES, mends: NEW_PASSWORD_MENDS });

  const send = async (credentials: Credentials) => {
    const outcome = await onSignUp(credentials);
    if (!outcome.ok) {
      if (outcome.message === null) toast.error(IDENTITY_TOASTS.signUpUnexpected, IDENTITY_TOASTS.unexpected);
      else toast.error(IDENTITY_TOASTS.signUpFailed, outcome.message);
      // The toast goes away; what has to be changed stays marked.
      const field = refusedField(outcome.code);
      if (field && outcome.message) form.refuse({ [field]: outcome.message });
      return;
    }
    toast.success(IDENTITY_TOASTS.signUpDone.title, IDENTITY_TOASTS.signUpDone.text);
    onDone(credentials.email.trim(), outcome.signedIn);
  };
  const complain = ({ confirmation }: Problems<typeof EMPTY>) => {
    if (confirmation !== FIELD_PROBLEMS.confirmationDiffers) return;
    toast.error(IDENTITY_TOASTS.passwordsDiffer.title, IDENTITY_TOASTS.passwordsDiffer.text);
  };

  return (
    <form
      {...form.props(send, complain)}
      className="grid grid-cols-1 gap-5"
      onFocus={onBegin}
      onSubmitCapture={toast.clear}
    >
      <TextField
        {...form.fields.email}
        label="E-Mail-Adresse"
        type="email"
        autoComplete="email"
        required
        help={<span className={EMAIL_HELP}>{emailHelp(installation)}</span>}
      />
      <NewPasswordFields label="Passwort" fields={form.fields} />
      <PlayMoneyTick {...form.fields['play-money']} />
      <CaptchaNote installation={installation} />
      <Button type="submit" look="primary" size="lg" wide pending={form.submitting}>
        Konto eröffnen
      </Button>
      <p className="small muted">
        Sie haben schon ein Konto?{' '}
        <Link className="link" to={urls.login}>
          Zum Login
        </Link>
        . Es gilt unsere{' '}
        <Link className="link" to={urls.privacy}>
          Datenschutzerklärung
        </Link>
        .
      </p>
    </form>
  );
}

/** Says before the form is sent whether the address will have to be confirmed. */
function emailHelp(installation: InstallationFacts | undefined): string {
  if (installation === undefined) return 'Damit melden Sie sich später an.';
  if (installation.mail === 'smtp')
    return 'Wir schicken Ihnen einen Link, mit dem Sie die Adresse bestätigen.';
  if (installation.demo) return 'Die Demo meldet Sie sofort an, ohne die Adresse zu bestätigen.';
  return 'Sie sind sofort angemeldet, ohne die Adresse zu bestätigen.';
}

/** Anyone who opens an account says that they know what it is not. */
function PlayMoneyTick({ problem, ...tick }: FieldProps<boolean>) {
  const problemId = useId();
  return (
    <div className="grid gap-1.5">
      <label className={TICK}>
        <Checkbox
          {...tick}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
        />
        <span>
          <b>Spielgeld verstanden.</b> {BRAND_NAME} arbeitet nur mit Spielgeld. Ich kann hier kein echtes Geld
          einzahlen, gewinnen oder auszahlen lassen.
        </span>
      </label>
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </div>
  );
}
