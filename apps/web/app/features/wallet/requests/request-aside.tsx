import { FEES, LIMITS, type RequestKind } from '@botdepot/contract';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusTimeline } from '../../../ui/state/status-timeline.tsx';
import { useRequests } from '../wallet.queries.ts';
import { REQUEST_WORDS } from '../wallet-texts.ts';
import { CancelRequest } from './cancel-request.tsx';
import type { OwnRequest } from './own-request.ts';
import { requestTimeline, USUAL_TIME } from './request-timeline.ts';

interface RequestAsideProps {
  kind: RequestKind;
  /** The one that the flow beside it already shows. */
  exceptId: string | undefined;
}

/** Beside the flow: the newest request that waits for a decision; without one, the terms. */
export function RequestAside({ kind, exceptId }: RequestAsideProps) {
  const aside = useRef<HTMLElement>(null);
  const { data } = useRequests(kind, { page: 1, pageSize: LIMITS.pageSize, status: 'pending' });
  if (!data) {
    return (
      <Panel label="Stand">
        <LedgerSkeleton lines={4} total={false} />
      </Panel>
    );
  }
  const { noun } = REQUEST_WORDS[kind];
  const waiting = data.items.filter((row) => row.id !== exceptId);
  const [newest] = waiting;
  const shownElsewhere = data.items.length - waiting.length;
  return (
    <aside ref={aside} tabIndex={-1} aria-label={`Stand, ${noun}`}>
      {newest ? (
        <PendingPanel
          key={newest.id}
          request={newest}
          more={data.total - shownElsewhere - 1}
          focusAfter={aside}
        />
      ) : (
        <RequestTerms kind={kind} />
      )}
    </aside>
  );
}

interface PendingPanelProps {
  request: OwnRequest;
  more: number;
  focusAfter: RefObject<HTMLElement | null>;
}

function PendingPanel({ request, more, focusAfter }: PendingPanelProps) {
  const now = useNow(30_000);
  const { noun, pendingUrl } = REQUEST_WORDS[request.kind];
  return (
    <Panel title={`${noun} ${request.reference}`} aside={<RequestStatusPill {...request} />}>
      <div className="grid grid-cols-1 gap-4">
        <div className="[--unit-size:14px] text-xl tracking-[-0.014em]">
          <Amount value={request.amount} unit={REQUEST_UNIT} />
        </div>
        <StatusTimeline label={`Verlauf der ${noun}`} steps={requestTimeline(request, now)} />
        <CancelRequest request={request} wide focusAfter={focusAfter} />
        {more > 0 && (
          <Link className="link-alone" to={pendingUrl} preventScrollReset>
            {more === 1 ? 'Eine weitere ist in Prüfung' : `${more} weitere sind in Prüfung`}
          </Link>
        )}
      </div>
    </Panel>
  );
}

/** Limits, fee and time from the catalogue, the same that the server enforces. */
function RequestTerms({ kind }: { kind: RequestKind }) {
  const { noun } = REQUEST_WORDS[kind];
  const { minimum, maximum } = LIMITS[kind];
  return (
    <Panel title="Bedingungen">
      <Ledger
        compact
        caption={`Bedingungen einer ${noun}`}
        head={{ label: noun, amount: REQUEST_UNIT }}
        lines={[
          { label: 'Mindestens', amount: <Amount value={minimum} /> },
          { label: 'Höchstens', amount: <Amount value={maximum} /> },
          { label: 'Gebühr', amount: <Amount value={FEES[kind]} /> },
        ]}
      />
      <p className="text-sm text-muted pt-3">
        {`${USUAL_TIME[kind]} Solange geprüft wird, können Sie stornieren. 1\u00a0${REQUEST_UNIT} ist hier 1\u00a0${WALLET_UNIT}, beides Spielgeld.`}
      </p>
    </Panel>
  );
}
