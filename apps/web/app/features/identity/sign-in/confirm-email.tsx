import type { ReactNode } from 'react';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import type { AuthOutcome } from '../auth-api.ts';
import { ResendMail } from './resend-mail.tsx';
import { ACCESS_COLUMNS, MailSteps } from './steps.tsx';
import { useSignInElsewhere } from './use-signed-in-visitor.ts';

interface ConfirmEmailProps {
  email: string;
  /** Chosen at sign-up and kept until the address is confirmed. */
  botName?: string | undefined;
  justSent: boolean;
  onResend: () => Promise<AuthOutcome>;
  /** The link has been opened in another tab. */
  onSignedIn: () => void;
  /** The ways out, as a sentence. */
  children: ReactNode;
}

/** What is missing, what to do, and a second message. Reads the same whether or not the address had an account. */
export function ConfirmEmail({
  email,
  botName,
  justSent,
  onResend,
  onSignedIn,
  children,
}: ConfirmEmailProps) {
  useSignInElsewhere(onSignedIn);
  const facts = [
    { label: 'E-Mail-Adresse', value: email },
    ...(botName === undefined ? [] : [{ label: 'Gewählter Bot', value: botName }]),
    { label: 'Stand', value: <StatusPill tone="pending">Wartet auf Bestätigung</StatusPill> },
  ];
  return (
    <div className={ACCESS_COLUMNS}>
      <div className="grid grid-cols-1 gap-5">
        <MailSteps follow="Er bestätigt Ihre Adresse und meldet Sie an. Wie lange er gilt, steht in der Nachricht." />
        <ResendMail
          onResend={onResend}
          justSent={justSent}
          done="Wenn für diese Adresse noch die Bestätigung fehlt, ist eine neue Nachricht unterwegs."
        />
        <p className="small muted">{children}</p>
      </div>
      <Panel title="Ihr Konto">
        <KeyValues facts={facts} />
      </Panel>
    </div>
  );
}
