import { BOTS, type WealthHistory, type WealthPart } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { useRef } from 'react';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { formatCount, NBSP } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';
import { type PartShare, partAmount, partLabel, sharesOfPart, useOpenPart } from './wealth-part.ts';

interface PartDrawerProps {
  history: WealthHistory;
  /** All that the bots brought, at the newest tick, and the parts it is made of. */
  earned: { amount: Micros; lines: readonly LedgerLine[] };
}

/** What stands behind a part of the sum, or behind all that the bots brought. */
export function PartDrawer({ history, earned }: PartDrawerProps) {
  const [open, setOpen] = useOpenPart();
  // It is still on the screen while the drawer moves out.
  const last = useRef(open);
  if (open !== null) last.current = open;
  const part = last.current;
  if (part === null) return null;
  const from = formatDate(history.from);
  const isEarned = part === 'earned';
  return (
    <Drawer
      inAddress
      opened={open !== null}
      onClose={() => setOpen(null)}
      title={isEarned ? EARNED_LABEL : partLabel(part, partAmount(history.sum, part))}
      note={isEarned ? `seit ${from}` : `${from} bis ${formatDateTime(history.to)}`}
    >
      {isEarned ? (
        <Ledger
          caption={`${EARNED_LABEL}, nach Teilen`}
          head={{ label: 'Teil', amount: 'USDT' }}
          lines={earned.lines}
          total={{ label: EARNED_LABEL, amount: <Amount value={earned.amount} signed /> }}
          emptyHint={NOTHING}
        />
      ) : (
        <SharesLedger history={history} part={part} />
      )}
    </Drawer>
  );
}

const EARNED_LABEL = 'Gewinn gesamt';
const NOTHING = 'In diesem Zeitraum nichts';

/** The investments that a part of the sum is made of; together they are that part, to the cent. */
function SharesLedger({ history, part }: { history: WealthHistory; part: WealthPart }) {
  const amount = partAmount(history.sum, part);
  const { shares, unnamed } = sharesOfPart(history, part);
  return (
    <Ledger
      caption={`${partLabel(part, amount)}, je Anlage`}
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
      emptyHint={NOTHING}
    />
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
