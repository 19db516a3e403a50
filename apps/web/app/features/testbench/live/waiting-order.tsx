import type { OwnBotDetail, OwnBotOrder } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { formatDate } from '../../../lib/format/dates.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { useOwnBotCommand } from '../use-own-bot-command.ts';
import { endWords, useHeldSymbols } from './held-symbols.ts';

/** A start or an end that was ordered: what it waits for, and the way back. */
export function WaitingOrder({ bot, order }: { bot: OwnBotDetail; order: OwnBotOrder }) {
  const { run, pending } = useOwnBotCommand('testbench.cancelOwnBotOrder', {
    failed: 'Nicht zurückgenommen',
    onDone: () => toast.success('Auftrag zurückgenommen'),
  });
  const isStart = order.kind === 'start';
  return (
    <Notice
      kind="info"
      title={
        isStart
          ? `Start beauftragt: ${inUsdt(fromWire(order.amountUsd ?? '0'))} liegen bereit`
          : 'Ende beauftragt'
      }
    >
      <p className="mb-2">
        {isStart ? (
          `${bot.held === null ? 'Der Bot beginnt mit der nächsten Minute. ' : ''}Der Auftrag verfällt am ${formatDate(order.expiresAt ?? order.createdAt)}.`
        ) : (
          <WhatEndWaitsFor id={bot.id} symbols={bot.run?.symbols ?? []} />
        )}
      </p>
      <Button pending={pending} onClick={() => run({ id: order.id })}>
        Auftrag zurücknehmen
      </Button>
    </Notice>
  );
}

function WhatEndWaitsFor({ id, symbols }: { id: string; symbols: readonly string[] }) {
  return endWords(useHeldSymbols(id, symbols));
}
