import { useState } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { DepositReview } from './deposit-review.tsx';
import type { MoneyRequest } from './money-request.ts';
import { OpenTransfer } from './open-transfer.tsx';
import { RequestAside } from './request-aside.tsx';
import { RequestDepositForm } from './request-deposit-form.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestFlow } from './request-flow.tsx';
import { RequestHistory } from './request-history.tsx';
import { WalletBoundary } from './wallet-boundary.tsx';

const EMPTY_DRAFT = { currency: 'USDT', amountText: '', address: null } as const;

export function DepositsPage() {
  const [created, setCreated] = useState<MoneyRequest | null>(null);
  return (
    <>
      <PageHead title="Einzahlungen" note="Spielgeld auf Ihr USDT-Wallet" />
      <WalletBoundary>
        <div className="stack">
          <div className="grid-aside">
            <RequestFlow
              kind="deposit"
              emptyDraft={EMPTY_DRAFT}
              form={(props) => <RequestDepositForm {...props} />}
              review={(props) => <DepositReview {...props} />}
              created={created}
              onCreated={setCreated}
            />
            <RequestAside kind="deposit" exceptId={created?.id} />
          </div>
          <RequestHistory
            kind="deposit"
            title="Verlauf"
            emptyText="Wählen Sie oben Währung und Betrag. Was Sie einzahlen, steht dann hier."
          />
        </div>
        <RequestDetails kind="deposit" />
        <OpenTransfer />
      </WalletBoundary>
    </>
  );
}
