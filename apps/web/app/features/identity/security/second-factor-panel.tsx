import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { copyText } from '../../../lib/page/save-and-copy.ts';
import { withPassword } from '../../../lib/server/reauthenticate.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { IconCopy } from '../../../ui/icon/icons.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { QrCode } from '../../../ui/sheet/address-box.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { SETTING_ACTIONS } from '../account/setting-styles.ts';
import type { AuthFailure } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import { passwordMissing } from '../sign-in/credentials.ts';
import { BackupCodes } from './backup-codes.tsx';
import { CodeField } from './code-field.tsx';
import { codeProblem, isWrongCode } from './second-factor-code.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewBackupCodes,
  type SecondFactorSetUp,
  secretOf,
} from './security-api.ts';
import { sessionsQuery } from './sessions.query.ts';

/** Denser than an address: larger, so that an old camera can read it. */
const SCAN = clsx(
  'flex items-start gap-6 [&>:first-child]:size-52',
  'max-[480px]:flex-col max-[480px]:items-center max-[480px]:[&>:last-child]:w-full',
);

type Step =
  | { name: 'rest' }
  | { name: 'set-up'; setUp: SecondFactorSetUp }
  | { name: 'codes'; backupCodes: string[]; title: string };

type Question = 'set-up' | 'codes' | 'off';

const REST: Step = { name: 'rest' };

/** The second factor of the login: set it up, take new backup codes, switch it off. Each begins with the password. */
export function SecondFactorPanel() {
  const { twoFactorEnabled } = useProfile();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>(REST);
  const [question, setQuestion] = useState<Question>();
  const [said, setSaid] = useState<string>();
  const top = useRef<HTMLDivElement>(null);
  // A step replaces another one, whose button had the focus.
  const goTo = (next: Step) => {
    setStep(next);
    setTimeout(() => top.current?.focus());
  };
  const ask = (what: Question) => {
    setSaid(undefined);
    setQuestion(what);
  };

  // The session is another one afterwards, and the profile says that the factor is there or gone.
  const refresh = () =>
    Promise.all([client.invalidateQueries(profileQuery), client.invalidateQueries(sessionsQuery)]);

  const onPassword = async (password: string): Promise<AuthFailure | undefined> => {
    if (question === 'off') {
      const outcome = await withPassword(password, () => endSecondFactor(password));
      if (!outcome.ok) return outcome;
      await refresh();
      setSaid('Die Anmeldung in zwei Schritten ist ausgeschaltet.');
    } else if (question === 'codes') {
      const outcome = await withPassword(password, () => renewBackupCodes(password));
      if (!outcome.ok) return outcome;
      setStep({ name: 'codes', backupCodes: outcome.backupCodes, title: 'Ihre neuen Ersatzcodes' });
    } else {
      const outcome = await withPassword(password, () => beginSecondFactor(password));
      if (!outcome.ok) return outcome;
      setStep({ name: 'set-up', setUp: outcome });
    }
    setQuestion(undefined);
    return undefined;
  };

  // The dialog gives the focus back to what opened it, which its answer may have replaced.
  const focusIfLost = () => {
    const holder = document.activeElement;
    // The dialog is about to be removed, with whatever still has the focus in it.
    if (holder === document.body || holder?.closest('[role="dialog"]')) top.current?.focus();
  };

  return (
    <Panel
      title="Anmeldung in zwei Schritten"
      aside={
        step.name !== 'set-up' &&
        (twoFactorEnabled ? (
          <StatusPill tone="done">Eingeschaltet</StatusPill>
        ) : (
          <StatusPill tone="cancelled">Ausgeschaltet</StatusPill>
        ))
      }
    >
      <div ref={top} tabIndex={-1}>
        {step.name === 'rest' && (
          <div className="grid grid-cols-1 gap-5">
            {twoFactorEnabled ? (
              <Rest
                said={said}
                text="Beim Login brauchen Sie neben dem Passwort einen Code aus Ihrer Authenticator-App. Ohne die App hilft ein Ersatzcode."
              >
                <Button onClick={() => ask('codes')}>Neue Ersatzcodes</Button>
                <Button onClick={() => ask('off')}>Ausschalten</Button>
              </Rest>
            ) : (
              <Rest
                said={said}
                text="Zum Passwort kommt beim Login ein Code aus einer Authenticator-App auf Ihrem Handy. Wer nur das Passwort kennt, kommt dann nicht in Ihr Konto."
              >
                <Button look="primary" onClick={() => ask('set-up')}>
                  Einrichten
                </Button>
              </Rest>
            )}
          </div>
        )}
        {step.name === 'set-up' && (
          <SecondFactorSetUpSteps
            setUp={step.setUp}
            onConfirmed={() => {
              goTo({
                name: 'codes',
                backupCodes: step.setUp.backupCodes,
                title: 'Eingeschaltet. Bitte speichern Sie jetzt Ihre Ersatzcodes',
              });
              void refresh();
            }}
            onCancel={() => goTo(REST)}
          />
        )}
        {step.name === 'codes' && (
          <BackupCodes
            title={step.title}
            codes={step.backupCodes}
            onSaved={() => {
              goTo(REST);
              setSaid('Die Ersatzcodes werden nicht noch einmal gezeigt.');
            }}
          />
        )}
      </div>
      <PasswordDialog
        opened={question === 'set-up'}
        onClose={() => setQuestion(undefined)}
        title="Anmeldung in zwei Schritten"
        confirmLabel="Weiter"
        onPassword={onPassword}
        onClosed={focusIfLost}
      >
        <p>Bitte geben Sie zuerst Ihr Passwort ein. Noch ändert sich nichts.</p>
      </PasswordDialog>
      <PasswordDialog
        opened={question === 'codes'}
        onClose={() => setQuestion(undefined)}
        title="Neue Ersatzcodes"
        confirmLabel="Neue Codes erstellen"
        onPassword={onPassword}
        onClosed={focusIfLost}
      >
        <p>Sie bekommen zehn neue Codes. Die bisherigen gelten dann nicht mehr.</p>
      </PasswordDialog>
      <PasswordDialog
        opened={question === 'off'}
        onClose={() => setQuestion(undefined)}
        title="Anmeldung in zwei Schritten ausschalten"
        confirmLabel="Ausschalten"
        onPassword={onPassword}
        onClosed={focusIfLost}
      >
        <p>Danach genügt beim Login Ihr Passwort. App und Ersatzcodes gelten nicht mehr.</p>
      </PasswordDialog>
    </Panel>
  );
}

/** @param said What has just happened; its place is there before. */
function Rest({ text, said, children }: { text: string; said: string | undefined; children: ReactNode }) {
  return (
    <>
      <p className="grid grid-cols-1 gap-3 max-w-[60ch]">{text}</p>
      <div className={SETTING_ACTIONS}>
        {children}
        <p className="text-sm font-550" role="status">
          {said}
        </p>
      </div>
    </>
  );
}

interface SecondFactorSetUpStepsProps {
  setUp: SecondFactorSetUp;
  /** The first code was right: from now on the login asks for one. */
  onConfirmed: () => void;
  onCancel: () => void;
}

function SecondFactorSetUpSteps({ setUp, onConfirmed, onCancel }: SecondFactorSetUpStepsProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => codeProblem('totp', code) },
  });
  const secret = secretOf(setUp.totpUri);

  const send = async ({ code }: { code: string }) => {
    const outcome = await confirmSecondFactor(code.replace(/\s/g, ''));
    if (outcome.ok) return onConfirmed();
    if (!isWrongCode(outcome.code)) return form.refuse({ failure: failureText(outcome) });
    form.reset();
    form.refuse({ code: failureText(outcome) });
  };

  return (
    <div className="grid grid-cols-1 gap-6 [&_h3]:mb-2 [&_h3]:text-[15px]/5.5 [&_h3]:font-semibold">
      <div>
        <h3>1. Mit der Authenticator-App scannen</h3>
        <div className={SCAN}>
          <QrCode text={setUp.totpUri} label="QR-Code für die Authenticator-App" />
          <div>
            <p className="small">Ohne Kamera geben Sie diesen Schlüssel in der App ein:</p>
            <p className="mx-0 mt-0.5 mb-3 text-[14px]/5.5 font-550 [font-feature-settings:'calt'_0] wrap-anywhere">
              {secret}
            </p>
            <Button
              icon={IconCopy}
              onClick={() =>
                void copyText(secret.replace(/ /g, ''), 'Der Schlüssel ist in der Zwischenablage.')
              }
            >
              Schlüssel kopieren
            </Button>
          </div>
        </div>
      </div>
      <div>
        <h3>2. Den ersten Code eingeben</h3>
        <form {...form.props(send)} className="grid grid-cols-1 gap-5 max-w-110">
          <CodeField kind="totp" field={form.fields.code} />
          {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
          <div className={SETTING_ACTIONS}>
            <Button type="submit" look="primary" pending={form.submitting}>
              Einschalten
            </Button>
            <Button onClick={onCancel}>Abbrechen</Button>
          </div>
        </form>
      </div>
    </div>
  );
}

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  /** What the password is for. */
  children: ReactNode;
  onClosed: () => void;
  /** Closes the dialog itself when it succeeds; the answer is a refusal to show here. */
  onPassword: (password: string) => Promise<AuthFailure | undefined>;
}

/** Anyone who is signed in says the password once more: a session that was left open is not enough. */
function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onClosed={props.onClosed}
      title={props.title}
      size="30rem"
      flush
    >
      <PasswordStep {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that it begins empty each time. */
function PasswordStep({ onClose, confirmLabel, children, onPassword }: PasswordDialogProps) {
  const { email } = useProfile();
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordMissing } });

  const send = async ({ password }: { password: string }) => {
    const refusal = await onPassword(password);
    if (!refusal) return;
    const field = refusal.code === 'INVALID_PASSWORD' ? 'password' : 'failure';
    form.refuse({ [field]: failureText(refusal) });
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5 px-(--pad) pt-5 pb-(--pad)">
      {children}
      {/* For password managers, which otherwise ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.fields.password}
        label="Passwort"
        autoComplete="current-password"
        required
        data-autofocus
      />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" pending={form.submitting}>
          {confirmLabel}
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </div>
    </form>
  );
}
