import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toast } from '../../../lib/page/toast.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { IconFingerprint } from '../../../ui/icon/icons.ts';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import type { AuthFailure, AuthOutcome, SignInOutcome } from '../auth-api.ts';
import { failureText, IDENTITY_TOASTS } from '../identity-texts.ts';
import { signInAtProvider } from '../security/identities.ts';
import { canOfferInField, canUsePasskeys, stopOffering } from '../security/passkey-api.ts';
import type { CodeKind } from '../security/second-factor-code.ts';
import { SecondFactorForm } from '../security/second-factor-form.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import type { Credentials } from './credentials.ts';
import type { LinkProblem } from './link-problem.ts';
import { LoginForm } from './login-form.tsx';
import { NeverAsked } from './never-asked.tsx';
import { ACCESS_COLUMNS, StepTop } from './steps.tsx';

interface LoginPageProps {
  onLogin: (credentials: Credentials) => Promise<SignInOutcome>;
  onVerify: (kind: CodeKind, code: string) => Promise<AuthOutcome>;
  /** By a passkey of this device; `fromField` waits until one is chosen in the address field. */
  onPasskey: (how: { fromField: boolean }) => Promise<AuthOutcome>;
  onResendConfirmation: (email: string) => Promise<AuthOutcome>;
  /** After the success toast, or when a link in a message has logged in meanwhile. */
  onDone: () => void;
  /** A link in a message led here because it no longer works. */
  problem: LinkProblem | undefined;
  /** Without mail nobody can prove that an address is theirs. */
  canReset: boolean;
  /** Where people may log in instead, if anywhere. */
  provider: string | null;
  /** Where to go on after the login. */
  destination: string;
  /** The provider has said who it is, and the code of the second factor is still to come. */
  codeAfterProvider: boolean;
}

export function LoginPage(props: LoginPageProps) {
  const { onLogin, onVerify, onPasskey, onResendConfirmation, onDone, problem, canReset } = props;
  const { provider, destination, codeAfterProvider } = props;
  const [unconfirmed, setUnconfirmed] = useState<string>();
  // Undefined until the password has been asked for here.
  const [asksCode, setAsksCode] = useState<boolean>();
  const needsCode = asksCode ?? codeAfterProvider;
  const byPasskey = () => onPasskey({ fromField: false });
  const offerPasskeys = usePasskeyAutofill(() => onPasskey({ fromField: true }), onDone);
  // Why the login begins again; it replaces what a link said before.
  const [over, setOver] = useState<string>();

  if (needsCode) {
    return (
      <SheetSection
        kind="page"
        label="Login"
        source="Schritt 2 von 2"
        title="Bitte geben Sie Ihren Code ein"
        lead={
          asksCode
            ? 'Ihr Passwort stimmt. Für dieses Konto gehört zur Anmeldung noch ein Code.'
            : 'Der Anbieter hat Sie angemeldet. Für dieses Konto gehört zur Anmeldung noch ein Code.'
        }
      >
        <div className={ACCESS_COLUMNS}>
          <SecondFactorForm
            onVerify={onVerify}
            onDone={onDone}
            onOver={(why) => {
              setOver(why);
              setAsksCode(false);
            }}
            onBack={() => setAsksCode(false)}
            otherWay={<PasskeyButton insteadOfCode onPasskey={byPasskey} onDone={onDone} />}
          />
          <NeverAsked />
        </div>
      </SheetSection>
    );
  }

  if (unconfirmed !== undefined) {
    return (
      <StepTop>
        <SheetSection
          kind="page"
          label="Login"
          source="Noch ein Schritt"
          title="Bitte bestätigen Sie Ihre E-Mail-Adresse"
          lead="Ihr Konto ist angelegt. Bevor Sie sich anmelden können, fehlt nur noch die Bestätigung."
        >
          <ConfirmEmail
            email={unconfirmed}
            justSent={false}
            onResend={() => onResendConfirmation(unconfirmed)}
            onSignedIn={onDone}
          >
            <Link className="link" to={urls.login} replace onClick={() => setUnconfirmed(undefined)}>
              Zurück zum Login
            </Link>
            .
          </ConfirmEmail>
        </SheetSection>
      </StepTop>
    );
  }
  return (
    <SheetSection kind="page" label="Login" source="Nur Spielgeld, nie Bankdaten" title="Willkommen zurück">
      <div className={ACCESS_COLUMNS}>
        <div className="grid grid-cols-1 gap-5">
          {over && (
            <div role="alert">
              <Notice kind="warning" title="Bitte melden Sie sich noch einmal an">
                {over}
              </Notice>
            </div>
          )}
          {problem && !over && (
            <Notice kind="warning" title={problem.title}>
              {problem.text}
            </Notice>
          )}
          <LoginForm
            onLogin={onLogin}
            onNeedsCode={() => {
              setOver(undefined);
              setAsksCode(true);
            }}
            onUnconfirmed={setUnconfirmed}
            onDone={onDone}
            canReset={canReset}
            onEmailFocus={offerPasskeys}
            otherWays={
              <>
                <PasskeyButton onPasskey={byPasskey} onDone={onDone} />
                {provider !== null && <ProviderButton provider={provider} destination={destination} />}
              </>
            }
          />
        </div>
        <NeverAsked />
      </div>
    </SheetSection>
  );
}

interface ProviderButtonProps {
  provider: string;
  /** Where to go on after the login. */
  destination: string;
}

/** Leads to the provider's own login page. */
function ProviderButton({ provider, destination }: ProviderButtonProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();

  const press = async () => {
    setPending(true);
    setFailure(undefined);
    const outcome = await signInAtProvider(destination);
    if (outcome.ok) return globalThis.location.assign(outcome.url);
    setPending(false);
    return setFailure(outcome);
  };

  return (
    <>
      <Button size="lg" wide pending={pending} onClick={press}>
        Mit {provider} anmelden
      </Button>
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
    </>
  );
}

/** Browser and device give up under the name of an error, before anybody has chosen a passkey; the server has codes. */
const hasNobodyTried = (code: string): boolean => code.endsWith('Error') || code === 'TOO_MANY_REQUESTS';

/**
 * Offers passkeys in the address field, among the addresses that the browser knows. Begins with the first look at the
 * field, so that nobody who only passes by asks the server for anything.
 *
 * @returns For the field's `onFocus`.
 */
function usePasskeyAutofill(onPasskey: () => Promise<AuthOutcome>, onDone: () => void): () => void {
  const begun = useRef(false);
  useEffect(
    () => () => {
      if (begun.current) void stopOffering();
    },
    [],
  );

  const offer = async () => {
    if (!(await canOfferInField())) return;
    const outcome = await onPasskey();
    if (outcome.ok) {
      toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
      onDone();
    } else if (outcome.code !== null && !hasNobodyTried(outcome.code)) {
      toast.error(IDENTITY_TOASTS.loginFailed, failureText(outcome));
    }
  };
  return () => {
    if (begun.current) return;
    begun.current = true;
    void offer();
  };
}

interface PasskeyButtonProps {
  onPasskey: () => Promise<AuthOutcome>;
  /** After the success toast. */
  onDone: () => void;
  /** Instead of the code of the second factor: a quiet line among the other ways. */
  insteadOfCode?: boolean;
}

const UNSUPPORTED =
  'Dieser Browser kann hier keine Passkeys verwenden. Bitte melden Sie sich mit Ihrem Passwort an.';

/** Log in by a passkey. The page is written before anybody knows the browser, so it is said only when it is pressed. */
function PasskeyButton({ onPasskey, onDone, insteadOfCode = false }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const press = async () => {
    if (pending) return;
    setProblem(canUsePasskeys() ? undefined : UNSUPPORTED);
    if (!canUsePasskeys()) return;
    setPending(true);
    const outcome = await onPasskey();
    setPending(false);
    if (!outcome.ok) return setProblem(failureText(outcome));
    toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
    onDone();
  };

  return (
    <>
      {insteadOfCode ? (
        <button type="button" className="link-alone" aria-disabled={pending || undefined} onClick={press}>
          Stattdessen Passkey verwenden
        </button>
      ) : (
        <Button size="lg" wide icon={IconFingerprint} pending={pending} onClick={press}>
          Mit Passkey anmelden
        </Button>
      )}
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </>
  );
}
