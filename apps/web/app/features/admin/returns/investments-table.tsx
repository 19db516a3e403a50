import { type ActiveInvestment, BOTS } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatDate } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { CUSTOMER_SECTIONS } from '../admin-texts.ts';
import type { Selection } from '../use-selection.ts';
import { currentValue } from './returns.queries.ts';

/** In the table one line, however long the address is; the review shows all of it. */
const CUSTOMER = clsx(
  'block max-w-[20rem] overflow-clip text-ellipsis whitespace-nowrap',
  '@min-[900px]:@max-[1100px]:max-w-[13rem] list:max-w-none list:whitespace-normal list:wrap-anywhere',
);
/** The tick lies over its row: the whole row chooses. */
const CHOOSE = 'flex items-center gap-3 min-w-0 font-580 cursor-pointer after:absolute after:inset-0';
/** Over the tick, and no larger than its words. */
const REFERENCE = clsx(
  'relative block w-fit text-xs text-muted [text-decoration:underline_dotted_var(--control)_1px]',
  'underline-offset-[3px] hover:decoration-solid',
  'list:inline list:text-[inherit]',
);
const BAR = clsx(
  'sticky bottom-0 z-10 max-md:bottom-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))]',
  'flex flex-wrap items-center gap-x-4 gap-y-2 py-3 px-(--pad) border-t border-border bg-primary-soft',
  'text-[14px] [&>strong]:font-semibold',
);
/** The heads are for screen readers here; nobody would see where the focus is. */
const ALL = 'flex items-center gap-3 cursor-pointer list:[&>input]:hidden';

interface InvestmentsTableProps {
  investments: readonly ActiveInvestment[];
  navs: Navs;
  selection: Selection<ActiveInvestment>;
  /** Whether booking is in the field of this admin; without it nothing is chosen. */
  canBook: boolean;
  /** Nobody books on their own account. */
  ownUserId: string;
  onBook: () => void;
}

/** Nobody books on their own account, also not with all the others at once. */
export const notOwn = <Row extends { userId: string }>(rows: readonly Row[], ownUserId: string): Row[] =>
  rows.filter(({ userId }) => userId !== ownUserId);

/** The whole row chooses; what is chosen stays chosen on other pages. */
export function InvestmentsTable(props: InvestmentsTableProps) {
  const { investments, navs, selection, canBook, ownUserId, onBook } = props;
  const choosable = notOwn(investments, ownUserId);
  const columns: Column<ActiveInvestment>[] = [
    {
      key: 'customer',
      head: canBook ? <ChooseAll investments={choosable} selection={selection} /> : 'Kunde',
      list: 'title',
      cell: (investment) =>
        !canBook || investment.userId === ownUserId ? (
          <span className={CUSTOMER} title={investment.email}>
            <EmailAddress>{investment.email}</EmailAddress>
            {investment.userId === ownUserId && <small>Eigene Anlage</small>}
          </span>
        ) : (
          <label className={CHOOSE} title={investment.email}>
            <Checkbox
              checked={selection.has(investment.id)}
              onChange={() => selection.toggle(investment)}
              aria-label={`${investment.reference} von ${investment.email}`}
            />
            <span className={CUSTOMER}>
              <EmailAddress>{investment.email}</EmailAddress>
            </span>
          </label>
        ),
    },
    {
      key: 'bot',
      head: 'Bot',
      list: 'note',
      cell: ({ botType, reference, userId }) => (
        <span className="nowrap">
          {BOTS[botType].name}
          <span data-room="list"> · </span>
          {/* What is chosen and typed here would be lost with the page. */}
          <a
            className={REFERENCE}
            href={urls.adminCustomerPart(userId, CUSTOMER_SECTIONS.bots)}
            target="_blank"
            rel="noreferrer"
          >
            {reference}
            <span className="vh">, Bots des Kunden in einem neuen Tab öffnen</span>
          </a>
        </span>
      ),
    },
    {
      key: 'since',
      head: 'Seit',
      kind: 'moment',
      list: 'amount-note',
      cell: ({ startedAt }) => formatDate(startedAt),
    },
    {
      key: 'value',
      head: `Wert, ${WALLET_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: (investment) => <Amount value={currentValue(investment, navs)} />,
    },
  ];
  const chosen = selection.rows;
  const total = chosen.reduce((sum, investment) => sum + currentValue(investment, navs), 0n);
  return (
    <>
      <DataTable
        caption="Aktive Anlagen"
        columns={columns}
        rows={investments}
        rowKey={({ id }) => id}
        isSelected={({ id }) => selection.has(id)}
      />
      {chosen.length > 0 && (
        <div className={BAR}>
          {/* The sum changes with every tick; only the number is announced. */}
          <strong role="status">{`${chosen.length} ausgewählt`}</strong>
          <span className="mr-auto">
            <Amount value={total} unit={WALLET_UNIT} />
          </span>
          <Button size="sm" look="quiet" onClick={selection.clear}>
            Auswahl aufheben
          </Button>
          <Button size="sm" onClick={onBook}>
            Rendite eingeben
          </Button>
        </div>
      )}
    </>
  );
}

function ChooseAll({
  investments,
  selection,
}: {
  investments: readonly ActiveInvestment[];
  selection: Selection<ActiveInvestment>;
}) {
  const chosen = investments.filter(({ id }) => selection.has(id)).length;
  const all = investments.length > 0 && chosen === investments.length;
  return (
    <label className={ALL}>
      <Checkbox
        aria-label="Alle auf dieser Seite wählen"
        checked={all}
        isPartly={chosen > 0 && !all}
        disabled={investments.length === 0}
        onChange={() => (all ? selection.remove(investments) : selection.add(investments))}
      />
      Kunde
    </label>
  );
}
