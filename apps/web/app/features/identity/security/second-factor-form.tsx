import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import type { AuthOutcome } from '../auth-api.ts';
import { failureText, IDENTITY_TOASTS } from '../identity-texts.ts';
import { CodeField } from './code-field.tsx';
import { type CodeKind, codeProblem, isLoginOver, isWrongCode } from './second-factor-code.ts';

/** What went wrong with one of them has a line of its own. */
const OTHER_WAYS = "flex flex-wrap gap-x-6 gap-y-0 [&>[role='alert']]:basis-full";

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
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => codeProblem(kind, code) },
  });
  const field = useRef<HTMLInputElement>(null);
  // The form replaces another one, whose button had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code begins with its field as well.
  useEffect(() => {
    window.scrollTo(0, 0);
    field.current?.focus({ preventScroll: true });
  }, [kind]);

  const send = async ({ code }: { code: string }) => {
    const outcome = await onVerify(kind, code);
    if (outcome.ok) {
      toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
      return onDone();
    }
    if (isLoginOver(outcome.code)) return onOver(failureText(outcome));
    if (!isWrongCode(outcome.code)) return form.refuse({ failure: failureText(outcome) });
    form.reset();
    form.refuse({ code: failureText(outcome) });
  };

  const switchTo = (other: CodeKind) => {
    setKind(other);
    form.reset();
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5">
      <CodeField ref={field} kind={kind} field={form.fields.code} />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={form.submitting}>
        Anmelden
      </Button>
      <div className={OTHER_WAYS}>
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
