import type { Customer, Deposit, Withdrawal } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ENTRY_ICONS } from '../../../ui/entry-icon.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { REQUEST_WORDS, UNIT } from '../admin-texts.ts';
import { isLate, type RequestKind } from '../open-request.ts';
import { PanelTitle } from './customer-panel.tsx';
import classes from './customers.module.css';

const TO_QUEUE: Record<RequestKind, (reference: string) => string> = {
  deposit: urls.adminDeposit,
  withdrawal: urls.adminWithdrawal,
};

/** What waits for a decision, the oldest first; it is decided in the queue, where claims and reviews are. */
export function OpenRequestsPanel({ customer, isSelf }: { customer: Customer; isSelf: boolean }) {
  const requests = [
    ...customer.pendingDeposits.map((request) => ({ kind: 'deposit' as const, request })),
    ...customer.pendingWithdrawals.map((request) => ({ kind: 'withdrawal' as const, request })),
  ].sort((a, b) => a.request.createdAt.localeCompare(b.request.createdAt));
  return (
    <Panel title={<PanelTitle count={requests.length}>Offen</PanelTitle>} flush>
      {requests.length === 0 ? (
        <p className={classes.none}>Kein Antrag wartet auf eine Entscheidung.</p>
      ) : (
        <ul className={classes.rows} aria-label="Offene Anträge, älteste zuerst">
          {requests.map(({ kind, request }) => (
            <OpenRequest key={request.id} kind={kind} request={request} isSelf={isSelf} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface OpenRequestProps {
  kind: RequestKind;
  request: Deposit | Withdrawal;
  isSelf: boolean;
}

function OpenRequest({ kind, request, isSelf }: OpenRequestProps) {
  const now = useNow(30_000);
  const late = isLate({ kind, createdAt: request.createdAt }, now);
  const elapsed = formatElapsed(Date.parse(request.createdAt), now);
  return (
    <li className={classes.open}>
      <span className={classes.openIcon}>
        <Icon as={ENTRY_ICONS[kind]} size={18} />
      </span>
      <span className={classes.openTitle}>
        {`${REQUEST_WORDS[kind].noun} ${request.reference}, ${request.cryptoCurrency}`}
        <small data-late={late || undefined}>
          {late && <Icon as={IconAlertTriangle} size={14} stroke={1.8} />}
          {late ? `überfällig, wartet ${elapsed}` : `wartet ${elapsed}`}
        </small>
      </span>
      <span className={classes.openAmount}>
        <Amount value={fromWire(request.amountUsd)} unit={UNIT} />
      </span>
      {!isSelf && (
        <ButtonLink
          size="sm"
          to={TO_QUEUE[kind](request.reference)}
          aria-label={`${request.reference} prüfen`}
        >
          Prüfen
        </ButtonLink>
      )}
    </li>
  );
}
