import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import type { AuthOutcome } from './auth-api.ts';
import { failureText, IDENTITY_TOASTS } from './identity-texts.ts';
import { canUsePasskeys } from './passkey-api.ts';

interface PasskeyButtonProps {
  onPasskey: () => Promise<AuthOutcome>;
  /** After the success toast. */
  onDone: () => void;
  /** Instead of the code of the second factor: a quiet line among the other ways. */
  insteadOfCode?: boolean;
}

const UNSUPPORTED =
  'Dieser Browser kann hier keine Passkeys verwenden. Bitte melden Sie sich mit Ihrem Passwort an.';

/** Log in by a passkey. The page is written before anybody knows the browser, so it is said only when it is pressed. */
export function PasskeyButton({ onPasskey, onDone, insteadOfCode = false }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const press = async () => {
    if (pending) return;
    setProblem(canUsePasskeys() ? undefined : UNSUPPORTED);
    if (!canUsePasskeys()) return;
    setPending(true);
    const outcome = await onPasskey();
    setPending(false);
    if (!outcome.ok) return setProblem(failureText(outcome));
    toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
    onDone();
  };

  return (
    <>
      {insteadOfCode ? (
        <button type="button" className="link-alone" aria-disabled={pending || undefined} onClick={press}>
          Stattdessen Passkey verwenden
        </button>
      ) : (
        <Button size="lg" wide icon={IconFingerprint} pending={pending} onClick={press}>
          Mit Passkey anmelden
        </Button>
      )}
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </>
  );
}
