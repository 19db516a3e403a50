import type { AdminOverview } from '@botdepot/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { newKey } from '../../lib/new-key.ts';
import { Segments } from '../../ui/tabs.tsx';
import classes from './admin.module.css';
import { useOpenDeposits, useOpenWithdrawals, useReloadAdmin } from './admin.queries.ts';
import { ADMIN_SECTIONS } from './admin-sections.ts';
import type { Decision } from './admin-texts.ts';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { KeyLegend } from './key-legend.tsx';
import type { OpenRequest } from './open-request.ts';
import { useKeysSwitch, useQueueKeys } from './queue-keys.ts';
import { currentRequest, positionOf, type QueuePosition, stepped } from './queue-position.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestQueue } from './request-queue.tsx';
import { useScrollToSection } from './use-scroll-to-section.ts';

interface ConfirmRequestsProps {
  overview: AdminOverview | undefined;
  ownUserId: string;
}

/** What is open above the lists. It keeps its request while it closes, so that nothing flickers. */
interface Opened {
  what: 'details' | Decision;
  request: OpenRequest;
  idempotencyKey: string;
}

const ORDER_PARAM = 'reihenfolge';
const OLDEST = 'aelteste';
const ORDERS = [
  { value: 'newest', label: 'Neueste zuerst' },
  { value: 'oldest', label: 'Älteste zuerst' },
] as const;

/** Both queues, one keyboard, one dialog at a time. */
export function ConfirmRequests({ overview, ownUserId }: ConfirmRequestsProps) {
  const [params, setParams] = useSearchParams();
  const oldestFirst = params.get(ORDER_PARAM) === OLDEST;
  const order = oldestFirst ? 'oldest' : 'newest';
  const [pages, setPages] = useState({ deposits: 1, withdrawals: 1 });
  const deposits = useOpenDeposits({ order, page: pages.deposits });
  const withdrawals = useOpenWithdrawals({ order, page: pages.withdrawals });

  useScrollToSection(deposits.data !== undefined && withdrawals.data !== undefined);
  const reload = useReloadAdmin();
  const [position, setPosition] = useState<QueuePosition | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [keysOn, toggleKeys] = useKeysSwitch();
  const lists = useRef<HTMLDivElement>(null);

  const all = [...(deposits.data?.items ?? []), ...(withdrawals.data?.items ?? [])];
  const current = currentRequest(all, position);
  const show = (what: Opened['what'], request: OpenRequest) => {
    setPosition(positionOf(all, request.id));
    setOpened({ what, request, idempotencyKey: newKey() });
    setIsOpen(true);
  };
  const decide = (decision: Decision) => {
    if (current && current.userId !== ownUserId) show(decision, current);
  };
  const step = (by: 1 | -1) => {
    const next = stepped(all, position, by);
    setPosition(next);
    if (next) focusRow(lists.current, next.id);
  };
  useQueueKeys(keysOn, {
    next: () => step(1),
    previous: () => step(-1),
    open: () => current && show('details', current),
    approve: () => decide('approve'),
    reject: () => decide('reject'),
  });
  useFocusOnNext(lists, current?.id, isOpen);

  const setOldestFirst = (oldest: boolean) => {
    setPages({ deposits: 1, withdrawals: 1 });
    setParams(
      (before) => {
        if (oldest) before.set(ORDER_PARAM, OLDEST);
        else before.delete(ORDER_PARAM);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const overlay = opened && {
    request: opened.request,
    idempotencyKey: opened.idempotencyKey,
    onClose: () => setIsOpen(false),
  };
  const queue = {
    currentId: current?.id,
    ownUserId,
    onOpen: (request: OpenRequest) => show('details', request),
    onDecide: show,
  };

  return (
    <>
      <div className={classes.toolbar}>
        <Segments
          label="Reihenfolge"
          options={ORDERS}
          value={order}
          onChange={(chosen) => setOldestFirst(chosen === 'oldest')}
        />
        <KeyLegend enabled={keysOn} onToggle={toggleKeys} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches which row has the focus */}
      <div
        ref={lists}
        className={`stack ${classes.queues}`}
        onFocus={(event) => {
          const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
          if (id !== undefined && id !== current?.id) setPosition(positionOf(all, id));
        }}
      >
        <RequestQueue
          {...queue}
          id={ADMIN_SECTIONS.deposit}
          kind="deposit"
          requests={deposits.data}
          totalAmount={overview?.pendingDepositsAmount}
          onPage={(page) => setPages({ ...pages, deposits: page })}
          onRetry={deposits.isError ? reload : undefined}
        />
        <RequestQueue
          {...queue}
          id={ADMIN_SECTIONS.withdrawal}
          kind="withdrawal"
          requests={withdrawals.data}
          totalAmount={overview?.pendingWithdrawalsAmount}
          onPage={(page) => setPages({ ...pages, withdrawals: page })}
          onRetry={withdrawals.isError ? reload : undefined}
        />
      </div>
      {overlay && (
        <>
          <RequestDrawer
            opened={isOpen && opened.what === 'details'}
            request={opened.request}
            isOwn={opened.request.userId === ownUserId}
            onClose={overlay.onClose}
            onDecide={(decision) => show(decision, opened.request)}
          />
          {/* A new key is a new dialog: without the reason and the failure of the one before. */}
          <ApproveDialog
            key={`approve-${opened.idempotencyKey}`}
            opened={isOpen && opened.what === 'approve'}
            {...overlay}
          />
          <RejectDialog
            key={`reject-${opened.idempotencyKey}`}
            opened={isOpen && opened.what === 'reject'}
            {...overlay}
          />
        </>
      )}
    </>
  );
}

function focusRow(lists: HTMLElement | null, id: string): void {
  lists?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`)?.focus();
}

/** How long the closing dialog takes to give the focus back. */
const FOCUS_RETURN_MS = 250;

/** After a decision the row with the focus is gone: the focus moves on with the keyboard's place. */
function useFocusOnNext(
  lists: RefObject<HTMLDivElement | null>,
  currentId: string | undefined,
  isOpen: boolean,
) {
  useEffect(() => {
    if (isOpen || currentId === undefined) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) focusRow(lists.current, currentId);
    }, FOCUS_RETURN_MS);
    return () => clearTimeout(timer);
  }, [lists, currentId, isOpen]);
}
