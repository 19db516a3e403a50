import { useEffect, useState } from 'react';
import type { AuthFailure, AuthOutcome } from '../../../lib/server/auth-post.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { failureText } from '../identity-texts.ts';
import { StepTop } from './steps.tsx';

interface EmailUndoPageProps {
  /** From the link in the message: undefined until the address of the page can be read, null when it is missing there. */
  token: string | null | undefined;
  onDescribe: (token: string) => Promise<{ ok: true; email: string } | AuthFailure>;
  onUndo: (token: string) => Promise<AuthOutcome>;
  onDone: () => void;
}

const LABEL = 'E-Mail-Adresse';

/** For whoever reads the address that an account had before. The link opens it, the button does it. */
export function EmailUndoPage({ token, onDescribe, onUndo, onDone }: EmailUndoPageProps) {
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    if (typeof token !== 'string') return;
    let isCurrent = true;
    void onDescribe(token).then((described) => {
      if (!isCurrent) return;
      if (described.ok) setEmail(described.email);
      else setFailure(described);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, onDescribe, attempt]);

  const undo = async () => {
    if (typeof token !== 'string' || pending) return;
    setPending(true);
    setFailure(undefined);
    const outcome = await onUndo(token);
    setPending(false);
    if (!outcome.ok) return setFailure(outcome);
    setDone(true);
    onDone();
  };

  // Nobody has said that the link is none.
  if (failure?.code === null && email === undefined)
    return (
      <SheetSection
        kind="page"
        label={LABEL}
        source="Noch nicht geprüft"
        title="Der Link konnte nicht geprüft werden"
        lead={failureText(failure)}
      >
        <Button
          look="primary"
          size="lg"
          onClick={() => {
            setFailure(undefined);
            setAttempt(attempt + 1);
          }}
        >
          Erneut versuchen
        </Button>
      </SheetSection>
    );
  if (token === null || (failure && email === undefined))
    return (
      <SheetSection
        kind="page"
        label={LABEL}
        source="Kein gültiger Link"
        title={token === null ? 'Dieser Link ist unvollständig' : 'Es wurde nichts geändert'}
        lead={failure ? failureText(failure) : 'Öffnen Sie ihn noch einmal aus der E-Mail.'}
      >
        <ButtonLink to={urls.imprint} size="lg">
          Betreiber erreichen
        </ButtonLink>
      </SheetSection>
    );
  if (done)
    return (
      <StepTop>
        <SheetSection
          kind="page"
          label={LABEL}
          source="Rückgängig gemacht"
          title="Ihre frühere Adresse gilt wieder"
          lead="Alle Geräte sind abgemeldet, und das bisherige Passwort gilt nicht mehr. Eine Nachricht mit einem Link für ein neues Passwort ist zu Ihnen unterwegs."
        >
          <div className="grid grid-cols-1 gap-5">
            <p>
              Passkeys und verbundene Zugänge sind entfernt. Sie richten sie neu ein, sobald Sie wieder
              angemeldet sind.
            </p>
            <ButtonLink to={urls.forgotPassword} size="lg">
              Keine Nachricht bekommen?
            </ButtonLink>
          </div>
        </SheetSection>
      </StepTop>
    );
  return (
    <SheetSection
      kind="page"
      label={LABEL}
      source="Der Link gilt 72 Stunden"
      title="Frühere Adresse zurückholen?"
      lead="Drücken Sie den Knopf, wenn Sie die Adresse Ihres Kontos nicht selbst geändert haben."
    >
      <div className="grid grid-cols-1 gap-5">
        <p>
          Für Ihr Konto gilt dann wieder{' '}
          <b>{email === undefined ? '–' : <EmailAddress>{email}</EmailAddress>}</b>. Alle Geräte werden
          abgemeldet, das bisherige Passwort, Passkeys und verbundene Zugänge gelten nicht mehr, und Sie
          wählen ein neues Passwort.
        </p>
        {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 mt-6 [&>:last-child]:text-[16px] max-md:*:w-full">
          <Button
            look="primary"
            size="lg"
            pending={pending}
            disabled={email === undefined}
            onClick={() => void undo()}
          >
            Frühere Adresse zurückholen
          </Button>
        </div>
      </div>
    </SheetSection>
  );
}
