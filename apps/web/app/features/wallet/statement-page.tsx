import { PLAY_MONEY_NOTICE, type Statement } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { BRAND_NAME } from '../../lib/brand.ts';
import { berlin, formatDate, formatDateTime, formatTime } from '../../lib/dates.ts';
import { NO_FIGURE } from '../../lib/numbers.ts';
import { useProfile } from '../../lib/profile.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { PARAM, useParam, useSetParams } from './address-params.ts';
import classes from './statement.module.css';
import { monthsBetween } from './statement-months.ts';
import { transactionNote, transactionTitle } from './transaction-texts.ts';
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
  const asked = useParam(PARAM.month);
  const setParams = useSetParams();
  const thisMonth = berlin(Date.now()).format('YYYY-MM');
  const month = asked && /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) && asked < thisMonth ? asked : thisMonth;
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
                onChange={(value) => setParams({ [PARAM.month]: value })}
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
    </>
  );
}

function Sheet({ statement }: { statement: Statement }) {
  const { name, email } = useProfile();
  const { opening, closing, items, month } = statement;
  const lastDay = berlin(`${month}-15`).endOf('month');
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <div>
          <p className={classes.brand}>{BRAND_NAME}</p>
          <h2 className={classes.title}>{`Kontoauszug ${monthName(month)}`}</h2>
          <p className={classes.play}>{PLAY_MONEY_NOTICE}</p>
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>Inhaber</dt>
            <dd>{name || email}</dd>
          </div>
          {name && (
            <div>
              <dt>E-Mail-Adresse</dt>
              <dd>{email}</dd>
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Buchungen des Monats">
        <table className={classes.table}>
          <caption className="vh">Buchungen des Monats, älteste zuerst, Beträge in USDT</caption>
          <thead>
            <tr>
              <th scope="col">Datum</th>
              <th scope="col">Vorgang</th>
              <th scope="col">Referenz</th>
              <th scope="col">Betrag</th>
              <th scope="col">Reserve</th>
              <th scope="col">Verfügbar danach</th>
            </tr>
          </thead>
          <tbody>
            <tr className={classes.balance}>
              <th scope="row" colSpan={3}>{`Anfangssaldo, 01.${month.slice(5)}.${month.slice(0, 4)}`}</th>
              <td />
              <td>
                <Amount value={fromWire(opening.reserved)} tone="muted" />
              </td>
              <td>
                <Amount value={fromWire(opening.available)} />
              </td>
            </tr>
            {items.map((row) => (
              <tr key={row.id}>
                <td className={classes.date}>
                  {formatDate(row.createdAt)}
                  <small>{formatTime(row.createdAt)}</small>
                </td>
                <td>
                  {transactionTitle(row)}
                  <small>{transactionNote(row)}</small>
                </td>
                <td>{row.reference ?? NO_FIGURE}</td>
                <td>
                  <Amount value={fromWire(row.amount)} signed />
                </td>
                <td>
                  <Amount value={fromWire(row.reservedAmount)} signed tone="muted" />
                </td>
                <td>
                  <Amount value={fromWire(row.availableAfter)} />
                </td>
              </tr>
            ))}
            {items.length === 0 && (
              <tr>
                <td colSpan={6} className={classes.none}>
                  In diesem Monat wurde nichts gebucht.
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr className={classes.balance}>
              <th scope="row" colSpan={3}>
                {`Endsaldo, ${formatDate(Math.min(Date.now(), lastDay.valueOf()))}`}
              </th>
              <td>
                <Amount value={fromWire(closing.available) - fromWire(opening.available)} signed />
              </td>
              <td>
                <Amount value={fromWire(closing.reserved)} tone="muted" />
              </td>
              <td className={classes.end}>
                <Amount value={fromWire(closing.available)} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <p className={classes.foot}>
        {`Beträge in USDT, 1 USDT = 1 USD Spielgeld. Reserviert ist, was für Auszahlungen in Prüfung vorgemerkt ist. Was in Bots angelegt ist, steht bei den Anlagen.`}
      </p>
    </article>
  );
}

const monthName = (month: string): string => berlin(`${month}-15`).format('MMMM YYYY');
