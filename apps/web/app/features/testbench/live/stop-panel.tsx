import type { OwnBotDetail, OwnBotRun } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { type ReactNode, useState } from 'react';
import { formatTime } from '../../../lib/format/dates.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { WhatEndWaitsFor } from './held-symbols.ts';

/** The way to end a run, with what it is worth by now. */
export function StopPanel({ bot, run: own }: { bot: OwnBotDetail; run: OwnBotRun }) {
  const [asked, setAsked] = useState(false);
  const { run, pending } = useCommand('testbench.stopOwnBot', {
    failed: { title: 'Nicht beendet', text: errorText },
    onDone: () => {
      setAsked(false);
      toast.success('Ende beauftragt', 'Der Bot wird zum nächsten Kurs beendet.');
    },
  });
  return (
    <>
      {bot.status === 'faulted' && (
        <Notice kind="warning" title="Wegen eines Fehlers angehalten">
          Der Bot entscheidet nichts mehr. Sie können ihn beenden und bekommen, was er wert ist.
        </Notice>
      )}
      <div>
        <Button onClick={() => setAsked(true)}>Bot beenden …</Button>
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`${bot.name} beenden?`}
        confirmLabel="Ende beauftragen"
        pending={pending}
        movesMoney
        onConfirm={() => run({ id: bot.id })}
      >
        <StopReview run={own} waitsFor={<WhatEndWaitsFor id={bot.id} symbols={own.symbols} />} />
      </ConfirmDialog>
    </>
  );
}

interface StopReviewProps {
  run: OwnBotRun;
  /** What its end waits for. */
  waitsFor: ReactNode;
}

/** What the money became so far, and how it comes back. */
export function StopReview({ run, waitsFor }: StopReviewProps) {
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  return (
    <div className="grid grid-cols-1 gap-4">
      <Ledger
        caption="Was er gerade wert ist"
        head={{ label: `Stand ${formatTime(run.at)}`, amount: 'USDT' }}
        lines={[
          { label: 'Eingesetzt', amount: <Amount value={put} /> },
          {
            label: value < put ? 'Verlust' : 'Gewinn',
            note: 'nach Kosten',
            amount: <Amount value={value - put} tone="delta" />,
          },
        ]}
        total={{ label: 'Wert', amount: <Amount value={value} /> }}
      />
      <Notice title="Was danach geschieht">
        <p className="mb-2">{waitsFor}</p>
        <p>
          Ausgezahlt wird zum nächsten Kurs, den noch niemand kennt; das kann mehr oder weniger sein. Bis
          dahin können Sie den Auftrag zurücknehmen. Der Betrag geht in Ihr Wallet, die Regel bleibt.
        </p>
      </Notice>
    </div>
  );
}
