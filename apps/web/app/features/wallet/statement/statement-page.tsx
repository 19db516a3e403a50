import { PLAY_MONEY_NOTICE, type Statement } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { berlinDay, formatDateTime, formatMonth } from '../../../lib/format/dates.ts';
import { BRAND_NAME, usePageTitle } from '../../../lib/page/page-title.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { IconPrinter } from '../../../ui/icon/icons.ts';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { FilterSelect } from '../../../ui/table/filters.tsx';
import { MONTH } from '../requests/address.ts';
import { OpenTransfer } from '../transactions/open-transfer.tsx';
import { statementQuery } from '../wallet.queries.ts';
import { WalletBoundary } from '../wallet-boundary.tsx';
import { monthsBetween } from './statement-months.ts';
import { StatementTable } from './statement-table.tsx';

/** What happened on the account in a month, to be read, printed or kept as a PDF. */
export function StatementPage() {
  return (
    <WalletBoundary>
      <StatementOfMonth />
    </WalletBoundary>
  );
}

function StatementOfMonth() {
  const { value, set } = useUrlState(MONTH);
  const thisMonth = berlinDay(Date.now()).slice(0, 7);
  const month = value.month && value.month < thisMonth ? value.month : thisMonth;
  const { data: statement } = useQuery(statementQuery(month));
  usePageTitle(`Kontoauszug ${monthName(month)}`);
  const months = statement ? monthsBetween(statement.firstMonth ?? month, statement.lastMonth) : [];
  return (
    <>
      <div className="no-print">
        <PageHead
          title="Kontoauszug"
          note={
            <>
              Ein Monat in Berliner Zeit, jede <TermHint id="booking">Buchung</TermHint> mit ihrem Saldo
            </>
          }
          actions={
            <>
              <FilterSelect
                label="Monat"
                options={[...new Set([month, ...months])]
                  .sort()
                  .reverse()
                  .map((value) => ({ value, label: monthName(value) }))}
                value={month}
                onChange={(chosen) => set({ month: chosen })}
              />
              <Button look="primary" icon={IconPrinter} disabled={!statement} onClick={() => window.print()}>
                Drucken, PDF
              </Button>
            </>
          }
        />
      </div>
      <Panel label={`Kontoauszug ${monthName(month)}`}>
        {statement ? <Sheet statement={statement} /> : <RowsSkeleton count={6} />}
      </Panel>
      <OpenTransfer />
    </>
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const { name, email } = useProfile();
  return (
    // Six columns with amounts of a million need room, which paper has.
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6 not-print:@container">
      <header className="flex flex-wrap justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-[14px] font-bold text-muted">{BRAND_NAME}</p>
          <h2 className="text-lg font-bold">{`Kontoauszug ${monthName(statement.month)}`}</h2>
          <p className="text-sm font-semibold text-play">{PLAY_MONEY_NOTICE}</p>
        </div>
        <dl className="grid gap-0.5 text-sm">
          <Fact name="Inhaber">
            <bdi>{name || email}</bdi>
          </Fact>
          {name && (
            <Fact name="E-Mail-Adresse">
              <EmailAddress>{email}</EmailAddress>
            </Fact>
          )}
          <Fact name="Konto">USDT-Spielgeldkonto</Fact>
          <Fact name="Erstellt">{formatDateTime(Date.now())}</Fact>
        </dl>
      </header>
      <StatementTable statement={statement} />
      <p className="text-[12px]/4.5 text-muted">
        Beträge in USDT, 1 USDT = 1 USD Spielgeld. <TermHint id="reserved">Reserviert</TermHint> ist, was für
        Auszahlungen in Prüfung vorgemerkt ist. Was in Bots angelegt ist, steht bei den Anlagen.
      </p>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 @max-[620px]:grid-cols-[6.5rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const monthName = (month: string): string => formatMonth(`${month}-15`);
