import { formatAmount, fromWire } from '@botdepot/money';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/numbers.ts';
import { WALLET_UNIT } from '../../lib/units.ts';
import { Amount } from '../../ui/amount.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type ExactPeriod, exactPeriodText } from './booking-period.ts';
import { WaitingFigure } from './waiting-figure.tsx';
import classes from './wallet.module.css';
import { type BookingFilter, transactionSumQuery } from './wallet.queries.ts';

interface ChosenSumProps {
  filter: BookingFilter;
  exact: ExactPeriod | null;
  /** Undefined as long as it is not known. */
  count: number | undefined;
  /** Takes the period away. */
  onAnyTime: () => void;
}

/** What a filter leaves: the period of a link, which can be taken away, and what its bookings moved together. */
export function ChosenSum({ filter, exact, count, onAnyTime }: ChosenSumProps) {
  const { data, isError } = useQuery(transactionSumQuery(filter));
  return (
    <div className={classes.chosen}>
      {exact && (
        <Chip className={classes.exact} onClick={onAnyTime}>
          <span>{exactPeriodText(exact)}</span>
          <Icon as={IconX} size={16} />
          <span className="vh">, Zeitraum entfernen</span>
        </Chip>
      )}
      {!isError && count !== 0 && (
        <p className={classes.chosenSum}>
          {count === undefined
            ? 'Summe'
            : count === 1
              ? 'Summe, 1 Buchung'
              : `Summe, ${formatCount(count)} Buchungen`}
          {data ? <Amount value={fromWire(data.total)} signed unit={WALLET_UNIT} /> : <WaitingFigure />}
          {data && fromWire(data.reserved) !== 0n && (
            <small>
              {`verfügbar ${formatAmount(fromWire(data.available), { sign: 'always' })}, Reserve ${formatAmount(fromWire(data.reserved), { sign: 'always' })}`}
            </small>
          )}
        </p>
      )}
    </div>
  );
}
