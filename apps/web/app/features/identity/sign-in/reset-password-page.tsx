import { useState } from 'react';
import { Link } from 'react-router';
import { useForm } from '../../../lib/form/use-form.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import type { AuthOutcome } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import { NEW_PASSWORD_MENDS, NEW_PASSWORD_RULES, type NewPassword, refusedField } from './credentials.ts';
import { NeverAsked } from './never-asked.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { ACCESS_COLUMNS, StepTop } from './steps.tsx';

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
      <div className={ACCESS_COLUMNS}>
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

interface ResetPasswordFormProps {
  onReset: (newPassword: string) => Promise<AuthOutcome>;
  /** The link has expired or was used; another password would not help. */
  onLinkRefused: () => void;
  onDone: () => void;
}

const LINK_REFUSED = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'];

function ResetPasswordForm({ onReset, onLinkRefused, onDone }: ResetPasswordFormProps) {
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: NEW_PASSWORD_RULES,
    mends: NEW_PASSWORD_MENDS,
  });

  const send = async ({ password }: NewPassword) => {
    const outcome = await onReset(password);
    if (outcome.ok) return onDone();
    if (outcome.code !== null && LINK_REFUSED.includes(outcome.code)) return onLinkRefused();
    const field = refusedField(outcome.code) === 'password' ? 'password' : 'failure';
    form.refuse({ [field]: failureText(outcome) });
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5">
      <NewPasswordFields label="Neues Passwort" fields={form.fields} />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={form.submitting}>
        Passwort festlegen
      </Button>
    </form>
  );
}

function NoLink({ title, lead }: { title: string; lead: string }) {
  return (
    <SheetSection kind="page" label="Passwort" source="Kein gültiger Link" title={title} lead={lead}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-6 [&>:last-child]:text-[16px] max-md:*:w-full">
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
