import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import type { AuthFailure, AuthOutcome } from './auth-api.ts';
import { CodeField } from './code-field.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { failureText, IDENTITY_TOASTS } from './identity-texts.ts';
import { type CodeKind, codeProblem, isLoginOver, isWrongCode } from './second-factor-code.ts';

interface SecondFactorFormProps {
  onVerify: (kind: CodeKind, code: string) => Promise<AuthOutcome>;
  /** After the success toast. */
  onDone: () => void;
  /** The login has to begin again, and why. */
  onOver: (why: string) => void;
  onBack: () => void;
  /** Beside the other kind of code. */
  otherWay: ReactNode;
}

/** The second step of the login. */
export function SecondFactorForm({ onVerify, onDone, onOver, onBack, otherWay }: SecondFactorFormProps) {
  const [kind, setKind] = useState<CodeKind>('totp');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The form replaces another one, whose button had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code begins with its field as well.
  useEffect(() => {
    window.scrollTo(0, 0);
    field.current?.focus({ preventScroll: true });
  }, [kind]);

  const change = (text: string) => {
    setCode(text);
    setProblem(undefined);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found = codeProblem(kind, code);
    setProblem(found);
    setFailure(undefined);
    if (found) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onVerify(kind, code);
    setPending(false);
    if (outcome.ok) {
      toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
      return onDone();
    }
    if (isLoginOver(outcome.code)) return onOver(failureText(outcome));
    if (!isWrongCode(outcome.code)) return setFailure(outcome);
    setProblem(failureText(outcome));
    setCode('');
    focusFirstInvalid(form.current);
  };

  const switchTo = (other: CodeKind) => {
    setKind(other);
    setCode('');
    setProblem(undefined);
    setFailure(undefined);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <CodeField ref={field} kind={kind} value={code} onChange={change} problem={problem} />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Anmelden
      </Button>
      <div className={classes.otherWays}>
        <button
          type="button"
          className="link-alone"
          onClick={() => switchTo(kind === 'totp' ? 'backup' : 'totp')}
        >
          {kind === 'totp' ? 'Ersatzcode verwenden' : 'Code aus der App verwenden'}
        </button>
        {otherWay}
        <button type="button" className="link-alone" onClick={onBack}>
          Zurück zum Login
        </button>
      </div>
    </form>
  );
}
