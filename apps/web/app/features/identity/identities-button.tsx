import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import type { AuthFailure } from './auth-api.ts';
import { signInAtProvider } from './identities-api.ts';
import { failureText } from './identity-texts.ts';

interface ProviderButtonProps {
  provider: string;
  /** Where to go on after the login. */
  destination: string;
}

/** Leads to the provider's own login page. */
export function ProviderButton({ provider, destination }: ProviderButtonProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();

  const press = async () => {
    setPending(true);
    setFailure(undefined);
    const outcome = await signInAtProvider(destination);
    if (outcome.ok) return globalThis.location.assign(outcome.url);
    setPending(false);
    return setFailure(outcome);
  };

  return (
    <>
      <Button size="lg" wide pending={pending} onClick={press}>
        Mit {provider} anmelden
      </Button>
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
    </>
  );
}
