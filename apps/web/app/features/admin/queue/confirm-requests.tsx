import { barToSelection, LIMITS, type RequestKind } from '@botdepot/contract';
import { useMediaQuery } from '@mantine/hooks';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../../lib/page/device.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useFailureToast, useLastPage } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { useScrollToHash } from '../../../lib/url/use-scroll-to-hash.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import {
  loadForSelection,
  useAdminOverview,
  useOpenDeposits,
  useOpenWithdrawals,
  useReloadAdmin,
} from '../admin.queries.ts';
import { ADMIN_SECTIONS, ADMIN_TOASTS, type Decision } from '../admin-texts.ts';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { isChoosable, type OpenRequest } from '../review/open-request.ts';
import { type OpenedRequest, RequestDialogs } from '../review/request-dialogs.tsx';
import { type Selection, useSelection } from '../use-selection.ts';
import { BulkDecisionDialog } from './bulk-decision-dialog.tsx';
import { QueueFilterBar } from './queue-filter-bar.tsx';
import { useKeysSwitch, useQueueKeys } from './queue-keys.ts';
import { type Queues, queuesInSight, usePlace } from './queue-position.ts';
import { RequestQueue } from './request-queue.tsx';
import { type QueueFilters, useQueueFilters } from './use-queue-filters.ts';

const KEY_LIST = clsx(
  'flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted',
  '[&>div]:flex [&>div]:items-center [&>div]:gap-1.5',
  '[&_dt]:flex [&_dt]:gap-1 [&_kbd]:min-w-6 [&_kbd]:py-0.5 [&_kbd]:px-1.5 [&_kbd]:border',
  '[&_kbd]:border-control [&_kbd]:rounded-[4px] [&_kbd]:bg-surface [&_kbd]:[font-family:inherit]',
  '[&_kbd]:font-semibold [&_kbd]:text-center [&_kbd]:text-text',
);

interface OpenedBulk {
  kind: RequestKind;
  decision: Decision;
}

const ORDERS = [
  { value: 'newest', label: 'Neueste zuerst' },
  { value: 'oldest', label: 'Älteste zuerst' },
] as const;
const NOTHING: readonly OpenRequest[] = [];

/** The list and what is done in it left, the request right and always in sight. */
const WORKPLACE = clsx(
  'grid grid-cols-1 gap-(--gap) items-start min-[1100px]:grid-cols-[minmax(0,1fr)_23rem]',
  'min-[1400px]:grid-cols-[minmax(0,1fr)_25rem] min-[1700px]:grid-cols-[minmax(0,1fr)_28rem]',
);
const HAS_PANE = '(min-width: 1100px)';

interface ConfirmRequestsProps {
  ownUserId: string;
  /** Below the queues. */
  children?: ReactNode;
}

/** Both queues, one filter, one keyboard, one request at a time. */
export function ConfirmRequests({ ownUserId, children }: ConfirmRequestsProps) {
  const filters = useQueueFilters();
  const { filter, value, isFiltered } = filters;
  const deposits = useOpenDeposits({ ...filter, page: value.deposit });
  const withdrawals = useOpenWithdrawals({ ...filter, page: value.withdrawal });
  const { error: overviewError } = useAdminOverview();
  // What failed together with the figures above was said with them.
  useFailureToast(overviewError ? null : (deposits.error ?? withdrawals.error), ADMIN_TOASTS.notLoaded);
  useLastPage(deposits, (page) => filters.set({ deposit: page }, { replace: true }));
  useLastPage(withdrawals, (page) => filters.set({ withdrawal: page }, { replace: true }));
  const selections = {
    deposit: useChosen(deposits, isFiltered),
    withdrawal: useChosen(withdrawals, isFiltered),
  };
  const [loadingAll, setLoadingAll] = useState<RequestKind | null>(null);

  useScrollToHash(deposits.data !== undefined && withdrawals.data !== undefined);
  const reload = useReloadAdmin();
  const hasPane = useMediaQuery(HAS_PANE, false, { getInitialValueInEffect: false }) ?? false;
  const lists = { deposit: deposits, withdrawal: withdrawals };
  const kinds = useOrderOfQueues({ deposit: deposits.data, withdrawal: withdrawals.data });
  const workplace = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const { all, current, isWorkedOn, goTo, step, land } = usePlace(lists, {
    hasPane,
    reference: value.reference,
    setPage: (kind, page) => filters.set({ [kind]: page }, { replace: true }),
    onStep: ({ id }) => {
      // All of the pane is in sight for one who begins by a key.
      const { bottom = 0 } = pane.current?.getBoundingClientRect() ?? {};
      if (bottom > window.innerHeight) workplace.current?.scrollIntoView();
      const isInPane = pane.current?.contains(document.activeElement) ?? false;
      (isInPane ? pane.current : rowOpener(workplace.current, id))?.focus();
      if (isInPane) rowOpener(workplace.current, id)?.scrollIntoView({ block: 'nearest' });
    },
  });
  usePlaceInAddress(filters, isWorkedOn ? current?.reference : undefined);
  useReturnToRow(workplace, current, value.reference);
  const [opening, open, close] = useOpening<OpenedRequest>();
  const [bulk, openBulk, closeBulk] = useOpening<OpenedBulk>();
  const [keysOn, toggleKeys] = useKeysSwitch();

  const waiting = useWaitingRequests();
  useForgetBarred(selections.deposit, waiting);
  useForgetBarred(selections.withdrawal, waiting);
  const canDecide = useMay()('admin.decideDeposits');
  const canChoose = (request: OpenRequest) => canDecide && isChoosable(request, ownUserId, waiting);

  const show = (what: OpenedRequest['what'], request: OpenRequest) => {
    goTo(request);
    if (what === 'details' && hasPane) pane.current?.focus();
    else open({ what, request });
  };
  /** A selection comes before the row that the keyboard stands on. */
  const decide = (decision: Decision) => {
    const kinds: RequestKind[] = current ? [current.kind] : ['deposit', 'withdrawal'];
    const chosenKind = kinds.find((kind) => selections[kind].rows.length > 0);
    if (chosenKind) openBulk({ kind: chosenKind, decision });
    else if (current && canDecide && current.userId !== ownUserId)
      // What waits already is approved elsewhere, and what is held not at all; its details lead on.
      show(
        decision === 'approve' && (waiting.has(current.id) || current.heldAt !== null) ? 'details' : decision,
        current,
      );
  };
  useQueueKeys(keysOn, {
    next: () => step(1),
    previous: () => step(-1),
    choose: () => current && canChoose(current) && selections[current.kind].toggle(current),
    open: () => current && show('details', current),
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    clear: () => {
      selections.deposit.clear();
      selections.withdrawal.clear();
    },
  });
  useFocusOnNext(
    workplace,
    isWorkedOn ? current?.id : undefined,
    opening?.isOpen === true || bulk?.isOpen === true,
  );

  const chooseAll = async (kind: RequestKind) => {
    setLoadingAll(kind);
    try {
      const rows = await loadForSelection(kind, filter);
      selections[kind].add(rows.filter(canChoose));
    } catch (error) {
      toast.error(ADMIN_TOASTS.failed, errorText(error));
    } finally {
      setLoadingAll(null);
    }
  };

  const queueOf = (kind: RequestKind, list: List) => ({
    id: ADMIN_SECTIONS[kind],
    kind,
    requests: list.data,
    selection: selections[kind],
    currentId: current?.id,
    ownUserId,
    canDecide,
    waiting,
    isFiltered,
    filter,
    onOpen: (request: OpenRequest) => show('details', request),
    onDecideAll: (decision: Decision) => openBulk({ kind, decision }),
    onChooseAll: () => void chooseAll(kind),
    loadingAll: loadingAll === kind,
    list: {
      // What failed once has usually failed together.
      query: { ...list, refetch: reload },
      isFiltered,
      clear: filters.clear,
      onPage: (page: number) => {
        filters.set({ [kind]: page });
        land({ kind, page, edge: 'first' });
      },
    },
  });

  return (
    <>
      <div className="flex items-center justify-between flex-wrap gap-x-6 gap-y-3 mb-4">
        <Segments label="Reihenfolge" options={ORDERS} value={filter.order} onChange={filters.setOrder} />
        <KeyLegend enabled={keysOn} canDecide={canDecide} onToggle={toggleKeys} />
      </div>
      <QueueFilterBar filters={filters} />
      <div className={WORKPLACE} data-wide>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only watches which row has the focus */}
        <div
          ref={workplace}
          className="stack @container"
          onFocus={(event) => {
            const id = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
            const request = all.find((one) => one.id === id);
            if (request && id !== current?.id) goTo(request);
          }}
        >
          {kinds.map((kind) => (
            <RequestQueue key={kind} {...queueOf(kind, lists[kind])} />
          ))}
          {children}
        </div>
        <RequestDialogs
          opening={opening}
          listed={all.find(({ id }) => id === opening?.subject.request.id)}
          pane={
            hasPane
              ? {
                  request: current,
                  isWorkedOn,
                  onBegin: () => current && !isWorkedOn && goTo(current),
                  ref: pane,
                }
              : undefined
          }
          ownUserId={ownUserId}
          onShow={show}
          onClose={close}
          onDecided={() => {
            // What was laid before a second admin stays in the list.
            if (current && current.id === opening?.subject.request.id) step(1);
          }}
        />
      </div>
      {bulk && (
        <BulkDecisionDialog
          key={bulk.key}
          opened={bulk.isOpen}
          {...bulk.subject}
          requests={selections[bulk.subject.kind].rows}
          barred={all.filter(
            (request) => request.kind === bulk.subject.kind && barToSelection(request) !== null,
          )}
          ownUserId={ownUserId}
          onClose={closeBulk}
          onSettled={selections[bulk.subject.kind].remove}
        />
      )}
    </>
  );
}

const KINDS: readonly RequestKind[] = ['deposit', 'withdrawal'];

/** Deposits first; on a phone as the page opened, so that nothing moves while one works. */
function useOrderOfQueues(queues: Queues): readonly RequestKind[] {
  const phone = useIsPhone();
  const [opened, setOpened] = useState<readonly RequestKind[] | null>(null);
  const found = opened ?? queuesInSight(queues);
  if (found !== opened) setOpened(found);
  return (phone && found) || KINDS;
}

type List = ReturnType<typeof useOpenDeposits>;

function useChosen({ data, isPlaceholderData }: List, isFiltered: boolean) {
  const isAll = data !== undefined && data.total === data.items.length;
  return useSelection(data?.items ?? NOTHING, {
    limit: LIMITS.decisionsAtOnce,
    complete: isAll && !isFiltered && !isPlaceholderData,
  });
}

/** What was laid before a second admin or is barred now is no longer one of those to decide on. */
function useForgetBarred(
  { rows, remove }: Selection<OpenRequest>,
  waiting: ReadonlyMap<string, unknown>,
): void {
  useEffect(() => {
    const gone = rows.filter((row) => waiting.has(row.id) || barToSelection(row) !== null);
    if (gone.length > 0) remove(gone);
  }, [rows, remove, waiting]);
}

const rowOpener = (lists: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  lists?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`);

/** Keys that are held down pass by many rows, and browsers let an address change only so often. */
const ADDRESS_AFTER_MS = 200;

function usePlaceInAddress({ value, set }: QueueFilters, reference: string | undefined) {
  const isKnown = reference === undefined || reference === value.reference;
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(() => set({ reference }, { replace: true }), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isKnown, reference, set]);
}

/** After a reload the row where one was is in sight again, once its list is there. */
function useReturnToRow(
  lists: RefObject<HTMLDivElement | null>,
  current: OpenRequest | undefined,
  named: string | null,
) {
  const sought = useRef(named);
  useEffect(() => {
    if (!current) return;
    if (current.reference === sought.current)
      rowOpener(lists.current, current.id)?.scrollIntoView({ block: 'center' });
    sought.current = null;
  }, [lists, current]);
}

/** How often to look whether the closing dialog has given the focus back. */
const FOCUS_LOOK_MS = 100;

/** After a decision the row with the focus is gone: the focus moves on with the keyboard's place. */
function useFocusOnNext(
  lists: RefObject<HTMLDivElement | null>,
  currentId: string | undefined,
  isOpen: boolean,
) {
  useEffect(() => {
    if (isOpen || currentId === undefined) return;
    const timer = setInterval(() => {
      const focused = document.activeElement;
      if (focused?.closest('[role="dialog"]')) return;
      clearInterval(timer);
      if (focused === document.body) rowOpener(lists.current, currentId)?.focus();
    }, FOCUS_LOOK_MS);
    return () => clearInterval(timer);
  }, [lists, currentId, isOpen]);
}

const KEYS: readonly { keys: readonly string[]; does: string; decides?: true }[] = [
  { keys: ['J', 'K'], does: 'Bewegen' },
  { keys: ['X'], does: 'Wählen', decides: true },
  { keys: ['Enter'], does: 'Öffnen' },
  { keys: ['A'], does: 'Genehmigen', decides: true },
  { keys: ['R'], does: 'Ablehnen', decides: true },
];

interface KeyLegendProps {
  enabled: boolean;
  canDecide: boolean;
  onToggle: () => void;
}

/** The keys of the queue, and the switch that turns them off. Not on phones, which have none. */
function KeyLegend({ enabled, canDecide, onToggle }: KeyLegendProps) {
  return (
    <div className="flex items-center gap-4 max-md:hidden">
      {enabled && (
        <dl className={KEY_LIST}>
          {KEYS.filter(({ decides }) => canDecide || !decides).map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
      <Chip pressed={enabled} onClick={onToggle}>
        Tastenkürzel
      </Chip>
    </div>
  );
}
