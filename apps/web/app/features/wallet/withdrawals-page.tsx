import { fromWire, inUsdt } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NBSP } from '../../lib/numbers.ts';
import { PageHead } from '../../ui/page-head.tsx';
import type { MoneyRequest } from './money-request.ts';
import { OpenTransfer } from './open-transfer.tsx';
import { RequestAside } from './request-aside.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestFlow } from './request-flow.tsx';
import { RequestHistory } from './request-history.tsx';
import { RequestWithdrawalForm } from './request-withdrawal-form.tsx';
import { walletQuery } from './wallet.queries.ts';
import { WalletBoundary } from './wallet-boundary.tsx';
import { WithdrawalReview } from './withdrawal-review.tsx';

const EMPTY_DRAFT = { currency: 'USDT', amountText: '', address: '' } as const;

export function WithdrawalsPage() {
  const [created, setCreated] = useState<MoneyRequest | null>(null);
  return (
    <>
      <PageHead title="Auszahlungen" note={<AvailableNote />} />
      <WalletBoundary>
        <div className="stack">
          <div className="grid-aside">
            <RequestFlow
              kind="withdrawal"
              emptyDraft={EMPTY_DRAFT}
              form={(props) => <RequestWithdrawalForm {...props} />}
              review={(props) => <WithdrawalReview {...props} />}
              created={created}
              onCreated={setCreated}
            />
            <RequestAside kind="withdrawal" exceptId={created?.id} />
          </div>
          <RequestHistory
            kind="withdrawal"
            title="Verlauf"
            emptyText="Was Sie auszahlen, steht dann hier, vom Antrag bis zur Ausführung."
          />
        </div>
        <RequestDetails kind="withdrawal" />
        <OpenTransfer />
      </WalletBoundary>
    </>
  );
}

/** Above the boundary, so the head stays when the figures fail to load. */
function AvailableNote() {
  const { data: wallet } = useQuery({ ...walletQuery(), throwOnError: false });
  return wallet ? `${inUsdt(fromWire(wallet.available))} verfügbar` : NBSP;
}
