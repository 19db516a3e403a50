import { BOTS, type WealthHistory } from '@botdepot/contract';
import { useRef } from 'react';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatCount, NBSP } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';
import { type PartShare, partAmount, partLabel, sharesOfPart, useOpenPart } from './wealth-part.ts';

/** The investments that a part of the sum is made of; together they are that part, to the cent. */
export function PartDrawer({ history }: { history: WealthHistory }) {
  const [open, setOpen] = useOpenPart();
  // It is still on the screen while the drawer moves out.
  const last = useRef(open);
  if (open !== null) last.current = open;
  const part = last.current;
  if (part === null) return null;
  const amount = partAmount(history.sum, part);
  const { shares, unnamed } = sharesOfPart(history, part);
  const label = partLabel(part, amount);
  return (
    <Drawer
      opened={open !== null}
      onClose={() => setOpen(null)}
      title={label}
      note={`${formatDate(history.from)} bis ${formatDateTime(history.to)}`}
    >
      <Ledger
        caption={`${label}, je Anlage`}
        head={{ label: 'Anlage', amount: 'USDT' }}
        lines={[
          ...shares.map(lineOf),
          ...(unnamed.amount === 0n
            ? []
            : [
                {
                  label:
                    unnamed.count === 1
                      ? `1${NBSP}weitere Anlage`
                      : `${formatCount(unnamed.count)}${NBSP}weitere Anlagen`,
                  amount: <Amount value={unnamed.amount} signed to={urls.bots} opensLabel="Anlagen öffnen" />,
                },
              ]),
        ]}
        total={{ label: 'Summe', amount: <Amount value={amount} signed /> }}
        emptyHint="In diesem Zeitraum nichts"
      />
    </Drawer>
  );
}

function lineOf({ investment, amount }: PartShare): LedgerLine {
  const { id, reference, botType, startedAt, stoppedAt } = investment;
  const from = formatDate(startedAt);
  return {
    key: id,
    label: `${BOTS[botType].name} ${reference}`,
    note: stoppedAt === null ? `seit ${from}` : `${from} bis ${formatDate(stoppedAt)}`,
    amount: <Amount value={amount} signed to={urls.investment(id)} opensLabel="Anlage öffnen" />,
  };
}
