import { useState } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Notice } from '../../ui/notice.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import type { AuthOutcome, SignInOutcome } from './auth-api.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import type { Credentials } from './credentials.ts';
import { ProviderButton } from './identities-button.tsx';
import classes from './identity.module.css';
import type { LinkProblem } from './link-problem.ts';
import { LoginForm } from './login-form.tsx';
import { NeverAsked } from './never-asked.tsx';
import { usePasskeyAutofill } from './passkey-autofill.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { CodeKind } from './second-factor-code.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { StepTop } from './step-top.tsx';

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
        <div className={classes.columns}>
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
      <div className={classes.columns}>
        <div className={classes.form}>
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
