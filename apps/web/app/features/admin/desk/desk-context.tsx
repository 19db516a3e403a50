import { BOTS, type DeskContext } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/dates.ts';
import { useNavs } from '../../../lib/live.tsx';
import { useMay } from '../../../lib/profile.ts';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LedgerSkeleton } from '../../../ui/skeleton.tsx';
import { CUSTOMER_SECTIONS } from '../admin-sections.ts';
import { currentValue } from '../returns/returns.queries.ts';
import { WealthLedger } from '../wealth-ledger.tsx';
import { DESK_PART, DeskRequests } from './desk-requests.tsx';

/** What is hidden from sight stays within what scrolls here. */
const CONTEXT = 'relative [--amt:7.5rem] min-w-0';
const HEAD = clsx(
  'flex items-center justify-between gap-3 min-h-15 py-2 px-(--pad) border-b border-border',
  '[&_h2]:text-[16px]/6 [&_h2]:font-bold',
);

interface DeskContextProps extends OfConversation {
  context: DeskContext | undefined;
  error: unknown;
  onRetry: () => void;
}

interface OfConversation {
  ownUserId: string;
  /** A request was decided from here. */
  onDecided: () => void;
}

/** What the team should know before it answers: the customer's money, what waits for a decision, the bots. */
export function DeskContextColumn({ context, error, onRetry, ...conversation }: DeskContextProps) {
  const opensCustomer = useMay()('admin.getCustomer');
  return (
    <aside className={CONTEXT} aria-label="Kontext">
      <header className={HEAD}>
        <h2>Kontext</h2>
        {context && opensCustomer && (
          <Link className="link-alone" to={urls.adminCustomer(context.userId)}>
            Kunde öffnen
          </Link>
        )}
      </header>
      {context ? (
        <Facts context={context} {...conversation} />
      ) : error ? (
        <LoadFailure error={error} onRetry={onRetry} />
      ) : (
        <div className={DESK_PART}>
          <LedgerSkeleton lines={3} />
        </div>
      )}
    </aside>
  );
}

/** Anyone who gave no name is called by the beginning of their address, which stands below. */
const hasOwnName = ({ name, email }: DeskContext): boolean => name !== '' && !email.startsWith(`${name}@`);

function Facts({ context, ownUserId, onDecided }: OfConversation & { context: DeskContext }) {
  const navs = useNavs();
  const opensCustomer = useMay()('admin.getCustomer');
  const values = context.investments.map((investment) => ({
    investment,
    value: currentValue(investment, navs),
  }));
  // Beyond the rows that are shown only the server knows the sum.
  const knowsAll = context.activeBots === values.length;
  const inBots = knowsAll ? values.reduce((sum, { value }) => sum + value, 0n) : fromWire(context.inBots);
  const part = (name: keyof typeof CUSTOMER_SECTIONS) =>
    urls.adminCustomerPart(context.userId, CUSTOMER_SECTIONS[name]);
  return (
    <>
      <div className={DESK_PART}>
        {context.isLocked && (
          <Notice kind="warning" title="Konto gesperrt">
            Der Kunde liest eine Antwort erst, wenn er sich wieder anmelden kann.
          </Notice>
        )}
        <p className="grid text-sm wrap-anywhere [&_b]:font-620 [&_span]:text-[12px]/4.5 [&_span]:text-muted">
          {hasOwnName(context) && (
            <b>
              <bdi>{context.name}</bdi>
            </b>
          )}
          <EmailAddress>{context.email}</EmailAddress>
          <span>Konto seit {formatDate(context.memberSince)}</span>
          {context.otherChats > 0 && (
            <span>
              <PartLink to={opensCustomer ? part('chats') : null}>
                {context.otherChats === 1 ? '1 weiterer Chat' : `${context.otherChats} weitere Chats`}
              </PartLink>
            </span>
          )}
        </p>
        <WealthLedger
          caption="Guthaben des Kunden"
          customerId={context.userId}
          available={fromWire(context.available)}
          reserved={fromWire(context.reserved)}
          inBots={inBots}
        />
      </div>
      <DeskRequests context={context} ownUserId={ownUserId} onDecided={onDecided} />
      <section className={DESK_PART}>
        <h3>Bots</h3>
        {values.length === 0 ? (
          <p className="small muted">Kein Bot läuft.</p>
        ) : (
          <Ledger
            caption="Laufende Bots"
            compact
            lines={values.map(({ investment, value }) => ({
              key: investment.id,
              label: BOTS[investment.botType].name,
              note: `${investment.reference}, seit ${formatDate(investment.startedAt)}`,
              amount: (
                <Amount value={value} {...(opensCustomer && { to: part('bots'), opensLabel: 'Anlagen' })} />
              ),
            }))}
          />
        )}
        {!knowsAll && (
          <p className="small muted">
            <PartLink to={opensCustomer ? part('bots') : null}>
              {`und ${context.activeBots - values.length} weitere`}
            </PartLink>
          </p>
        )}
      </section>
    </>
  );
}

/** A part of the customer's page, for whoever may open it. */
const PartLink = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? children : <Link to={to}>{children}</Link>;
