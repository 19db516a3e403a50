import type { Profile, Wallet } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import type { ReactNode } from 'react';
import { formatDate } from '../../lib/format/dates.ts';
import { NBSP, NO_FIGURE } from '../../lib/format/numbers.ts';
import { urls } from '../../lib/url/urls.ts';
import { EmptyChart } from '../../ui/chart/empty-chart.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookHeading, BookHero, BookSheet } from '../../ui/sheet/book-sheet.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { SUM_TITLE } from './wealth-sum.tsx';

/** Lies over the rule of the sheet: here are words, no amounts. */
const BEGINNING = 'relative pt-5 pb-3 bg-surface';

interface WealthBeginningProps {
  profile: Profile;
  wallet: Wallet;
  /** What to do first. */
  children: ReactNode;
}

/** The same sheet before anything is booked: ruled, with nothing on it yet, and what will stand there. */
export function WealthBeginning({ profile, wallet, children }: WealthBeginningProps) {
  const nothing = <Amount value={0n} />;
  return (
    <Panel flush label="Vermögen">
      <BookHero
        label="Vermögen"
        amount={
          <Amount
            value={fromWire(wallet.usdBalance)}
            unit="USDT"
            to={urls.wallet}
            opensLabel="Wallet öffnen"
          />
        }
      />
      <BookSheet>
        <EmptyChart baseline={`0,0${NBSP}%`} />
        <div className={BEGINNING}>{children}</div>
        <BookHeading>{SUM_TITLE}</BookHeading>
        <Ledger
          caption={SUM_TITLE}
          className={BOOK_LEDGER}
          head={{ label: 'Seit Beginn', amount: 'USDT' }}
          lines={[
            { label: `Anfang, ${formatDate(profile.createdAt)}`, amount: nothing },
            { label: 'Ein- und Auszahlungen', amount: nothing },
            { label: 'Gewinn und Verlust', amount: NO_FIGURE },
            { label: 'Handelskosten', amount: NO_FIGURE },
          ]}
          total={{ label: 'Vermögen', amount: <Amount value={fromWire(wallet.usdBalance)} /> }}
        />
      </BookSheet>
    </Panel>
  );
}
