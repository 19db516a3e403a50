import { IconCopy } from '@tabler/icons-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { QrCode } from '../../ui/address-box.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import type { AuthFailure } from './auth-api.ts';
import { CodeField } from './code-field.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { failureText } from './identity-texts.ts';
import { codeProblem, isWrongCode } from './second-factor-code.ts';
import { confirmSecondFactor, type SecondFactorSetUp, secretOf } from './security-api.ts';
import classes from './settings.module.css';

interface SecondFactorSetUpStepsProps {
  setUp: SecondFactorSetUp;
  /** The first code was right: from now on the login asks for one. */
  onConfirmed: () => void;
  onCancel: () => void;
}

export function SecondFactorSetUpSteps({ setUp, onConfirmed, onCancel }: SecondFactorSetUpStepsProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const secret = secretOf(setUp.totpUri);

  const change = (text: string) => {
    setCode(text);
    setProblem(undefined);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found = codeProblem('totp', code);
    setProblem(found);
    setFailure(undefined);
    if (found) return focusFirstInvalid(form.current);
    setPending(true);
    const outcome = await confirmSecondFactor(code.replace(/\s/g, ''));
    setPending(false);
    if (outcome.ok) return onConfirmed();
    if (!isWrongCode(outcome.code)) return setFailure(outcome);
    setProblem(failureText(outcome));
    setCode('');
    focusFirstInvalid(form.current);
  };

  return (
    <div className={classes.steps}>
      <div>
        <h3>1. Mit der Authenticator-App scannen</h3>
        <div className={classes.scan}>
          <QrCode text={setUp.totpUri} label="QR-Code für die Authenticator-App" />
          <div>
            <p className="small">Ohne Kamera geben Sie diesen Schlüssel in der App ein:</p>
            <p className={classes.secret}>{secret}</p>
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
        <form ref={form} className={classes.form} onSubmit={submit} noValidate>
          <CodeField kind="totp" value={code} onChange={change} problem={problem} />
          {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
          <div className={classes.actions}>
            <Button type="submit" look="primary" pending={pending}>
              Einschalten
            </Button>
            <Button onClick={onCancel}>Abbrechen</Button>
          </div>
        </form>
      </div>
    </div>
  );
}
