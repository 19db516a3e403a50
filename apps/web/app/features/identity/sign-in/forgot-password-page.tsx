import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { DemoMailboxHint } from '../../../entities/account/demo-mailbox-hint.tsx';
import { useForm } from '../../../lib/form/use-form.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import type { AuthOutcome } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import type { InstallationFacts } from '../use-installation.ts';
import { CaptchaNote } from './captcha.tsx';
import { emailProblem, refusedField } from './credentials.ts';
import { NeverAsked } from './never-asked.tsx';
import { ResendMail } from './resend-mail.tsx';
import { ACCESS_COLUMNS, MailSteps, StepTop } from './steps.tsx';

interface ForgotPasswordPageProps {
  /** Typed on the login page already. */
  initialEmail: string;
  installation: InstallationFacts | undefined;
  onBegin: () => void;
  onRequest: (email: string) => Promise<AuthOutcome>;
}

const SOURCE = 'Der Link kommt per E-Mail';

/** Says the same for addresses with and without an account. */
export function ForgotPasswordPage(props: ForgotPasswordPageProps) {
  const { initialEmail, installation, onBegin, onRequest } = props;
  const form = useForm({ initialValues: { email: initialEmail }, validate: { email: emailProblem } });
  const { email } = form.values;
  const [sent, setSent] = useState(false);
  // It comes a moment after the page; what was typed by then stands.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its coming counts.
  useEffect(() => {
    if (initialEmail !== '' && form.getValues().email === '') form.setFieldValue('email', initialEmail);
  }, [initialEmail]);
  const send = async () => {
    const outcome = await onRequest(email);
    if (outcome.ok) return setSent(true);
    const field = refusedField(outcome.code) === 'email' ? 'email' : 'failure';
    form.refuse({ [field]: failureText(outcome) });
  };

  if (installation?.linksByMail === false) return <NoMail demo={installation.demo} />;
  if (sent) {
    return (
      <StepTop>
        <SheetSection
          kind="page"
          label="Passwort"
          source={SOURCE}
          title="Bitte sehen Sie in Ihr Postfach"
          lead={`Wenn es zu ${email} ein Konto gibt, ist eine Nachricht dorthin unterwegs.`}
        >
          <div className={ACCESS_COLUMNS}>
            <div className="grid grid-cols-1 gap-5">
              {installation?.mail === 'mailbox' && (
                <Notice>
                  <DemoMailboxHint />
                </Notice>
              )}
              <MailSteps follow="Dort legen Sie das neue Passwort fest. Bis dahin gilt das alte." />
              <ResendMail
                onResend={() => onRequest(email)}
                justSent
                done="Wenn es zu dieser Adresse ein Konto gibt, ist eine neue Nachricht unterwegs."
              />
              <p className="small muted">
                Vertippt?{' '}
                <Link className="link" to={urls.forgotPassword} replace onClick={() => setSent(false)}>
                  Andere Adresse verwenden
                </Link>{' '}
                oder{' '}
                <Link className="link" to={urls.login}>
                  zurück zum Login
                </Link>
                .
              </p>
            </div>
            <NeverAsked />
          </div>
        </SheetSection>
      </StepTop>
    );
  }
  return (
    <SheetSection
      kind="page"
      label="Passwort"
      source={SOURCE}
      title="Passwort vergessen"
      lead="Nennen Sie uns Ihre Adresse. Wir schicken einen Link, mit dem Sie ein neues Passwort festlegen."
    >
      <div className={ACCESS_COLUMNS}>
        <form {...form.props(send)} className="grid grid-cols-1 gap-5" onFocus={onBegin}>
          <TextField
            {...form.fields.email}
            label="E-Mail-Adresse"
            type="email"
            autoComplete="username"
            required
          />
          <CaptchaNote installation={installation} />
          {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
          <Button type="submit" look="primary" size="lg" wide pending={form.submitting}>
            Link anfordern
          </Button>
          <p className="small muted">
            Doch wieder eingefallen?{' '}
            <Link className="link" to={urls.login}>
              Zum Login
            </Link>
            .
          </p>
        </form>
        <NeverAsked />
      </div>
    </SheetSection>
  );
}

/** Nothing can be sent from here, so nobody can prove that an address is theirs. */
function NoMail({ demo }: { demo: boolean }) {
  return (
    <SheetSection
      kind="page"
      label="Passwort"
      source="Kein Versand von E-Mails"
      title="Passwort vergessen"
      lead={`${demo ? 'Die Demo' : 'Diese Plattform'} verschickt keine E-Mails. Deshalb lässt sich das Passwort hier nicht zurücksetzen.`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-6 [&>:last-child]:text-[16px] max-md:*:w-full">
        <ButtonLink to={urls.signup} look="primary" size="lg">
          Neues Konto eröffnen
        </ButtonLink>
        <Link className="link-alone" to={urls.login}>
          Zurück zum Login
        </Link>
      </div>
    </SheetSection>
  );
}
