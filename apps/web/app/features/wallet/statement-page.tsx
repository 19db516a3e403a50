import { PLAY_MONEY_NOTICE, type Statement } from '@botdepot/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { berlin, formatDateTime } from '../../lib/format/dates.ts';
import { BRAND_NAME } from '../../lib/page/brand.ts';
import { usePageTitle } from '../../lib/page/use-page-title.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { useUrlState } from '../../lib/url/url-state.ts';
import { Button } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { EmailAddress } from '../../ui/sheet/email-address.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { MONTH } from './address.ts';
import { OpenTransfer } from './open-transfer.tsx';
import classes from './statement.module.css';
import { monthsBetween } from './statement-months.ts';
import { StatementTable } from './statement-table.tsx';
import { statementQuery } from './wallet.queries.ts';
import { WalletBoundary } from './wallet-boundary.tsx';

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
  const thisMonth = berlin(Date.now()).format('YYYY-MM');
  const month = value.month && value.month < thisMonth ? value.month : thisMonth;
  const { data: statement } = useQuery(statementQuery(month));
  usePageTitle(`Kontoauszug ${monthName(month)}`);
  const months = statement ? monthsBetween(statement.firstMonth ?? month, statement.lastMonth) : [];
  return (
    <>
      <div className="no-print">
        <PageHead
          title="Kontoauszug"
          note="Ein Monat in Berliner Zeit, jede Buchung mit ihrem Saldo"
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
    <article className={classes.sheet}>
      <header className={classes.head}>
        <div>
          <p className={classes.brand}>{BRAND_NAME}</p>
          <h2 className={classes.title}>{`Kontoauszug ${monthName(statement.month)}`}</h2>
          <p className={classes.play}>{PLAY_MONEY_NOTICE}</p>
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>Inhaber</dt>
            <dd>
              <bdi>{name || email}</bdi>
            </dd>
          </div>
          {name && (
            <div>
              <dt>E-Mail-Adresse</dt>
              <dd>
                <EmailAddress>{email}</EmailAddress>
              </dd>
            </div>
          )}
          <div>
            <dt>Konto</dt>
            <dd>USDT-Spielgeldkonto</dd>
          </div>
          <div>
            <dt>Erstellt</dt>
            <dd>{formatDateTime(Date.now())}</dd>
          </div>
        </dl>
      </header>
      <StatementTable statement={statement} />
      <p className={classes.foot}>
        {`Beträge in USDT, 1 USDT = 1 USD Spielgeld. Reserviert ist, was für Auszahlungen in Prüfung vorgemerkt ist. Was in Bots angelegt ist, steht bei den Anlagen.`}
      </p>
    </article>
  );
}

const monthName = (month: string): string => berlin(`${month}-15`).format('MMMM YYYY');
