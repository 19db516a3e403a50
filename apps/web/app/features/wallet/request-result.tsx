import { useRef } from 'react';
import { useNow } from '../../lib/now.ts';
import { REQUEST_UNIT } from '../../lib/units.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RequestStatusPill } from '../../ui/request-status-pill.tsx';
import { StatusTimeline } from '../../ui/status-timeline.tsx';
import { CancelRequest } from './cancel-request.tsx';
import type { MoneyRequest } from './money-request.ts';
import { requestTimeline } from './request-timeline.ts';
import classes from './wallet.module.css';
import { useRequest } from './wallet.queries.ts';
import { REQUEST_WORDS } from './wallet-texts.ts';

interface RequestResultProps {
  created: MoneyRequest;
  onRestart: () => void;
}

/** The last step: what was created, and where it stands now. It follows the decision without a reload. */
export function RequestResult({ created, onRestart }: RequestResultProps) {
  const { kind } = created;
  const { request = created } = useRequest(kind, created.id);
  const now = useNow(30_000);
  const { noun } = REQUEST_WORDS[kind];
  const body = useRef<HTMLDivElement>(null);
  return (
    <div ref={body} tabIndex={-1} className={classes.result}>
      <div className={classes.detailsHead}>
        <div>
          <h2 className={classes.resultTitle}>{`${noun} ${request.reference}`}</h2>
          <div className={classes.big}>
            <Amount value={request.amount} unit={REQUEST_UNIT} />
          </div>
        </div>
        <RequestStatusPill {...request} />
      </div>
      {request.reason && <Notice title="Warum sie abgelehnt wurde">{request.reason}</Notice>}
      <StatusTimeline label={`Verlauf der ${noun}`} steps={requestTimeline(request, now)} />
      <div className={classes.resultActions}>
        <ButtonLink to={urls.wallet}>Zum Wallet</ButtonLink>
        <Button onClick={onRestart}>{`Weitere ${noun}`}</Button>
        <CancelRequest request={request} focusAfter={body} />
      </div>
    </div>
  );
}
