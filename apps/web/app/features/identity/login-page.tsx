import { useState } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Notice } from '../../ui/notice.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import type { AuthOutcome, SignInOutcome } from './auth-api.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import type { Credentials } from './credentials.ts';
import classes from './identity.module.css';
import type { LinkProblem } from './link-problem.ts';
import { LoginForm } from './login-form.tsx';
import { NeverAsked } from './never-asked.tsx';
import type { CodeKind } from './second-factor-code.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { StepTop } from './step-top.tsx';

interface LoginPageProps {
  onLogin: (credentials: Credentials) => Promise<SignInOutcome>;
  onVerify: (kind: CodeKind, code: string) => Promise<AuthOutcome>;
  onResendConfirmation: (email: string) => Promise<AuthOutcome>;
  /** After the success toast, or when a link in a message has logged in meanwhile. */
  onDone: () => void;
  /** A link in a message led here because it no longer works. */
  problem: LinkProblem | undefined;
  /** Without mail nobody can prove that an address is theirs. */
  canReset: boolean;
}

export function LoginPage(props: LoginPageProps) {
  const { onLogin, onVerify, onResendConfirmation, onDone, problem, canReset } = props;
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  // Why the login begins again; it replaces what a link said before.
  const [over, setOver] = useState<string>();

  if (needsCode) {
    return (
      <SheetSection
        kind="page"
        label="Login"
        source="Schritt 2 von 2"
        title="Bitte geben Sie Ihren Code ein"
        lead="Ihr Passwort stimmt. Für dieses Konto gehört zur Anmeldung noch ein Code."
      >
        <div className={classes.columns}>
          <SecondFactorForm
            onVerify={onVerify}
            onDone={onDone}
            onOver={(why) => {
              setOver(why);
              setNeedsCode(false);
            }}
            onBack={() => setNeedsCode(false)}
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
              setNeedsCode(true);
            }}
            onUnconfirmed={setUnconfirmed}
            onDone={onDone}
            canReset={canReset}
          />
        </div>
        <NeverAsked />
      </div>
    </SheetSection>
  );
}
