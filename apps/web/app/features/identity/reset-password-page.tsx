import { useState } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import type { AuthOutcome } from './auth-api.ts';
import classes from './identity.module.css';
import { NeverAsked } from './never-asked.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { StepTop } from './step-top.tsx';

interface ResetPasswordPageProps {
  /** From the link in the message: undefined until the address of the page can be read, null when it is missing there. */
  token: string | null | undefined;
  onReset: (token: string, newPassword: string) => Promise<AuthOutcome>;
  onDone: () => void;
}

type Step = 'form' | 'link-refused' | 'done';

export function ResetPasswordPage({ token, onReset, onDone }: ResetPasswordPageProps) {
  const [step, setStep] = useState<Step>('form');

  if (token === null) {
    return (
      <NoLink
        title="Dieser Link ist unvollständig"
        lead="Öffnen Sie ihn noch einmal aus der E-Mail, oder fordern Sie einen neuen an."
      />
    );
  }
  if (step === 'link-refused') {
    return (
      <StepTop key={step}>
        <NoLink
          title="Dieser Link gilt nicht mehr"
          lead="Er ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an, um Ihr Passwort zu ändern."
        />
      </StepTop>
    );
  }
  if (step === 'done') {
    return (
      <StepTop key={step}>
        <SheetSection
          kind="page"
          label="Passwort"
          source="Geändert"
          title="Ihr neues Passwort gilt"
          lead="Alle Geräte sind abgemeldet. Melden Sie sich jetzt mit dem neuen Passwort an."
        >
          <ButtonLink to={urls.login} look="primary" size="lg">
            Zum Login
          </ButtonLink>
        </SheetSection>
      </StepTop>
    );
  }
  return (
    <SheetSection
      kind="page"
      label="Passwort"
      source="Länge zählt, nicht Sonderzeichen"
      title="Neues Passwort festlegen"
      lead="Danach sind alle Geräte abgemeldet, und nur noch das neue Passwort gilt."
    >
      <div className={classes.columns}>
        <ResetPasswordForm
          onReset={(newPassword) => onReset(token ?? '', newPassword)}
          onLinkRefused={() => setStep('link-refused')}
          onDone={() => {
            setStep('done');
            onDone();
          }}
        />
        <NeverAsked />
      </div>
    </SheetSection>
  );
}

function NoLink({ title, lead }: { title: string; lead: string }) {
  return (
    <SheetSection kind="page" label="Passwort" source="Kein gültiger Link" title={title} lead={lead}>
      <div className={classes.actions}>
        <ButtonLink to={urls.forgotPassword} look="primary" size="lg">
          Neuen Link anfordern
        </ButtonLink>
        <Link className="link-alone" to={urls.login}>
          Zum Login
        </Link>
      </div>
    </SheetSection>
  );
}
