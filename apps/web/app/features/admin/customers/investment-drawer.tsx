import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { useNavs } from '../../../lib/live.tsx';
import { navOf } from '../../../lib/live-prices.ts';
import { formatDecimal } from '../../../lib/numbers.ts';
import { useMay } from '../../../lib/profile.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Percent } from '../../../ui/percent.tsx';
import { returnOf, worthOf } from './running-investments.ts';

interface InvestmentDrawerProps {
  investment: Investment;
  /** Nobody books on their own account. */
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
  /** Shows one booking instead. */
  onBooking: (transferId: string) => void;
}

const NAV_DIGITS = 6;

/** Everything behind the value of one investment: units and price, and the bookings at both ends. */
export function InvestmentDrawer(props: InvestmentDrawerProps) {
  const { investment, isSelf, opened, onClose, onBooking } = props;
  const canBook = useMay()('admin.applyReturn');
  const { botType, reference, status, startedAt, stoppedAt, startTransferId, stopTransferId } = investment;
  const navs = useNavs();
  const runs = status === 'active';
  const value = worthOf(investment, navs);
  const initial = fromWire(investment.usdInitialAmount);
  const nav = (runs ? navOf(investment, navs) : null) ?? investment.nav;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={`${BOTS[botType].name} ${reference}`}
      note={stoppedAt === null ? `seit ${formatDateTime(startedAt)}` : `beendet ${formatDateTime(stoppedAt)}`}
      foot={
        runs &&
        !isSelf &&
        canBook && <ButtonLink to={urls.adminReturnsFor(reference)}>Manuelle Rendite buchen</ButtonLink>
      }
    >
      <div>
        <p className="small muted">{runs ? 'Wert zum neuesten Kurs' : 'Ausgezahlt'}</p>
        <p className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
          <Amount value={value} unit={WALLET_UNIT} />
        </p>
      </div>
      <KeyValues
        facts={[
          {
            label: 'Einsatz',
            value: (
              <Amount
                value={initial}
                unit={WALLET_UNIT}
                onOpen={() => onBooking(startTransferId)}
                opensLabel="Buchung beim Start"
              />
            ),
          },
          {
            label: 'Gewinn oder Verlust',
            value: <Amount value={value - initial} tone="delta" unit={WALLET_UNIT} />,
          },
          { label: 'Rendite', value: <Percent fraction={returnOf(investment, navs)} tone="delta" /> },
          {
            label: 'Größter Rückgang',
            value: <Percent fraction={investment.maxDrawdownFraction} />,
          },
          { label: 'Anteile', value: formatDecimal(Number(investment.units), { digits: NAV_DIGITS }) },
          {
            label: 'Anteilswert beim Start',
            value: formatDecimal(Number(investment.navAtStart), { digits: NAV_DIGITS }),
          },
          {
            label: runs ? 'Anteilswert jetzt' : 'Anteilswert am Ende',
            value: formatDecimal(Number(nav), { digits: NAV_DIGITS }),
          },
          { label: 'Gestartet', value: formatDateTime(startedAt) },
          ...(stoppedAt === null ? [] : [{ label: 'Beendet', value: formatDateTime(stoppedAt) }]),
          ...(stopTransferId === null
            ? []
            : [
                {
                  label: 'Auszahlung ins Wallet',
                  value: (
                    <Amount
                      value={value}
                      unit={WALLET_UNIT}
                      onOpen={() => onBooking(stopTransferId)}
                      opensLabel="Buchung beim Ende"
                    />
                  ),
                },
              ]),
        ]}
      />
      <p className="small">
        <Link className="link" to={urls.adminAuditOf(reference)}>{`Prüfspur zu ${reference}`}</Link>
      </p>
    </Drawer>
  );
}
