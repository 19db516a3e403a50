import { canCancel, REQUEST_STATUS_WORDS } from '@botdepot/contract';
import { fromWire, inUsd } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { walletQuery } from '../wallet.queries.ts';
import { REQUEST_WORDS, WALLET_TOASTS } from '../wallet-texts.ts';
import type { OwnRequest } from './own-request.ts';

interface CancelRequestProps {
  request: OwnRequest;
  wide?: boolean | undefined;
  /** Takes the focus once the button is gone. */
  focusAfter: RefObject<HTMLElement | null>;
  /** A drawer around it must not close with the dialog. */
  onDialogChange?: ((opened: boolean) => void) | undefined;
}

/** The customer's way out while nobody has decided. Shown only as long as that is so. */
export function CancelRequest({ request, wide, focusAfter, onDialogChange }: CancelRequestProps) {
  const [opened, setOpened] = useState(false);
  const { kind, id, reference, amount } = request;
  const { noun } = REQUEST_WORDS[kind];
  const { run, pending, error, forget } = useCommand(
    kind === 'deposit' ? 'wallet.cancelDeposit' : 'wallet.cancelWithdrawal',
    {
      failed: { title: WALLET_TOASTS.failed, text: `${noun} konnte nicht storniert werden` },
      onDone: () => finish(),
    },
  );
  const show = (next: boolean) => {
    if (next) forget();
    setOpened(next);
    onDialogChange?.(next);
  };
  const finish = () => {
    toast.success(`${noun} ${REQUEST_STATUS_WORDS[kind].cancelled.toLowerCase()}`, reference);
    show(false);
  };
  // Only the answer was lost.
  const isDoneAfterAll = opened && error !== null && request.status === 'cancelled';
  const isOver = opened && !pending && !isDoneAfterAll && !canCancel(request.status);
  const finishOnce = useEffectEvent(finish);
  useEffect(() => {
    if (isDoneAfterAll) finishOnce();
  }, [isDoneAfterAll]);
  if (!canCancel(request.status) && !opened) return null;

  return (
    <>
      <CancelButton wide={wide} focusAfter={focusAfter} onPress={() => show(true)}>
        {`${noun} stornieren`}
      </CancelButton>
      <ConfirmDialog
        opened={opened}
        onClose={() => show(false)}
        title={
          <>
            {noun} <span className="nowrap">{reference}</span> stornieren
          </>
        }
        cancelLabel="Zurück"
        confirmLabel={`${inUsd(amount)} stornieren`}
        onConfirm={() => run({ id })}
        pending={pending}
        confirmDisabled={!canCancel(request.status)}
        movesMoney={kind === 'withdrawal'}
        size="36rem"
      >
        {isOver ? (
          <div role="alert">
            <Notice
              kind="info"
              title={`Die ${noun} ist schon ${request.status === 'cancelled' ? 'storniert' : 'entschieden'}`}
            >
              {`Stornieren geht nicht mehr. Wie sie ausging, steht bei der ${noun}.`}
            </Notice>
          </div>
        ) : kind === 'deposit' ? (
          <p>Die Einzahlung wird dann nicht mehr geprüft. Ihr Wallet ändert sich nicht.</p>
        ) : (
          <ReleasedReserve request={request} />
        )}
        {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
      </ConfirmDialog>
    </>
  );
}

interface CancelButtonProps {
  wide: boolean | undefined;
  focusAfter: RefObject<HTMLElement | null>;
  onPress: () => void;
  children: string;
}

/** It disappears with the decision. Then the focus, which the dialog would return to it, goes to what stays. */
function CancelButton({ wide, focusAfter, onPress, children }: CancelButtonProps) {
  useEffect(
    () => () => {
      // After the dialog has tried to give the focus back.
      setTimeout(() => {
        if (document.activeElement === document.body) focusAfter.current?.focus({ preventScroll: true });
      }, 200);
    },
    [focusAfter],
  );
  return (
    <Button wide={wide} onClick={onPress}>
      {children}
    </Button>
  );
}

/** What a cancelled withdrawal moves: from reserved back to available. */
function ReleasedReserve({ request: { amount } }: { request: OwnRequest }) {
  const { data: wallet } = useQuery(walletQuery());
  const explanation = <p>Der reservierte Betrag wird wieder verfügbar. Das kostet nichts.</p>;
  if (!wallet) return explanation;
  const available = fromWire(wallet.available);
  const reserved = fromWire(wallet.usdLockedBalance);
  // The wallet may know before the request that nothing is reserved for it any more.
  if (reserved < amount) return explanation;
  const total = fromWire(wallet.usdBalance);
  return (
    <>
      {explanation}
      <Ledger
        caption="Ihr Wallet vorher und nachher"
        head={{ label: `Ihr Wallet, ${WALLET_UNIT}`, before: 'Vorher', amount: 'Nachher' }}
        lines={[
          {
            label: 'Verfügbar',
            before: <Amount value={available} tone="muted" />,
            amount: <Amount value={available + amount} />,
          },
          {
            label: 'Reserviert',
            before: <Amount value={reserved} tone="muted" />,
            amount: <Amount value={reserved - amount} />,
          },
        ]}
        total={{
          label: 'Wallet',
          before: <Amount value={total} tone="muted" />,
          amount: <Amount value={total} />,
        }}
      />
    </>
  );
}
