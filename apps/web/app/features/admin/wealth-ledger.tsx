import type { Micros } from '@botdepot/money';
import { WALLET_UNIT } from '../../lib/format/numbers.ts';
import { useMay } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { CUSTOMER_SECTIONS } from './admin-texts.ts';

interface WealthLedgerProps {
  caption: string;
  customerId: string;
  available: Micros;
  reserved: Micros;
  inBots: Micros;
  /** Those waiting to start included. */
  inOwnBots: Micros;
}

/** What a customer has; each part leads to where it comes from. */
export function WealthLedger(props: WealthLedgerProps) {
  const { caption, customerId, available, reserved, inBots, inOwnBots } = props;
  const may = useMay();
  const opens = (name: keyof typeof CUSTOMER_SECTIONS, opensLabel: string) =>
    may('admin.getCustomer') && {
      to: urls.adminCustomerPart(customerId, CUSTOMER_SECTIONS[name]),
      opensLabel,
    };
  return (
    <Ledger
      caption={caption}
      compact
      head={{ label: 'Guthaben', amount: WALLET_UNIT }}
      lines={[
        {
          label: 'Verfügbar',
          amount: <Amount value={available} {...opens('bookings', 'Buchungen')} />,
        },
        {
          label: 'Reserviert',
          amount: <Amount value={reserved} {...opens('withdrawals', 'Auszahlungen')} />,
        },
        { label: 'In Bots', amount: <Amount value={inBots} {...opens('bots', 'Anlagen')} /> },
        ...(inOwnBots > 0n ? [{ label: 'Eigene Bots', amount: <Amount value={inOwnBots} /> }] : []),
      ]}
      total={{ label: 'Gesamt', amount: <Amount value={available + reserved + inBots + inOwnBots} /> }}
    />
  );
}
