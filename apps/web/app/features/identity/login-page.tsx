import { useState } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Notice } from '../../ui/notice.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import type { AuthOutcome } from './auth-api.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import type { Credentials } from './credentials.ts';
import classes from './identity.module.css';
import type { LinkProblem } from './link-problem.ts';
import { LoginForm } from './login-form.tsx';
import { NeverAsked } from './never-asked.tsx';
import { StepTop } from './step-top.tsx';

interface LoginPageProps {
  onLogin: (credentials: Credentials) => Promise<AuthOutcome>;
  onResendConfirmation: (email: string) => Promise<AuthOutcome>;
  /** After the success toast, or when a link in a message has logged in meanwhile. */
  onDone: () => void;
  /** A link in a message led here because it no longer works. */
  problem: LinkProblem | undefined;
  /** Without mail nobody can prove that an address is theirs. */
  canReset: boolean;
}

export function LoginPage({ onLogin, onResendConfirmation, onDone, problem, canReset }: LoginPageProps) {
  const [unconfirmed, setUnconfirmed] = useState<string>();

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
          {problem && (
            <Notice kind="warning" title={problem.title}>
              {problem.text}
            </Notice>
          )}
          <LoginForm onLogin={onLogin} onUnconfirmed={setUnconfirmed} onDone={onDone} canReset={canReset} />
        </div>
        <NeverAsked />
      </div>
    </SheetSection>
  );
}
