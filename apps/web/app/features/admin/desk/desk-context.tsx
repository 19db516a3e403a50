import { BOTS, type DeskContext, isLate } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatDate, formatElapsed } from '../../../lib/format/dates.ts';
import { useNavs } from '../../../lib/live/live.tsx';
import { useNow } from '../../../lib/live/now.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconAlertTriangle, IconClock } from '../../../ui/icon/icons.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { CUSTOMER_SECTIONS, REQUEST_WORDS } from '../admin-texts.ts';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { ApprovalLink, WaitingState } from '../four-eyes/waiting-state.tsx';
import { OwnBotsList, sumOwnBots } from '../own-bots-list.tsx';
import { currentValue } from '../returns/returns.queries.ts';
import { StandingMarks } from '../review/claim-notice.tsx';
import { type OpenRequest, openRequestOf, otherHolder, queueUrl } from '../review/open-request.ts';
import type { OpenedRequest } from '../review/request-dialogs.tsx';
import { useRequestDialogs } from '../review/request-dialogs.tsx';
import { WealthLedger } from '../wealth-ledger.tsx';

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
          inOwnBots={sumOwnBots(context.ownBots)}
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
      {context.ownBots.length > 0 && (
        <section className={DESK_PART}>
          <h3>Eigene Bots</h3>
          <OwnBotsList bots={context.ownBots} />
        </section>
      )}
    </>
  );
}

/** A part of the customer's page, for whoever may open it. */
const PartLink = ({ to, children }: { to: string | null; children: string }) =>
  to === null ? children : <Link to={to}>{children}</Link>;

const DESK_PART = clsx(
  'grid grid-cols-1 gap-3 py-4 px-(--pad) [&+&]:border-t [&+&]:border-border',
  '[&_h3]:text-[14px]/5 [&_h3]:font-bold',
);

const REFERENCE = clsx(
  'flex flex-wrap justify-between gap-x-3 gap-y-0 text-sm font-580',
  '[&>a]:text-inherit [&>a:hover]:underline [&>a:hover]:underline-offset-4',
  '[&>:last-child]:ml-auto',
);
const SINCE = clsx(
  'flex items-center gap-1 mb-1 text-[12px]/4.5 text-muted',
  '[&_svg]:flex-none data-late:font-620 data-late:text-text',
);

interface DeskRequestsProps {
  context: DeskContext;
  ownUserId: string;
  /** A decision was made, and its dialog is gone: the conversation goes on. */
  onDecided: () => void;
}

/** What the customer waits for, decided beside the conversation by the same dialogs as in the queue. */
function DeskRequests({ context, ownUserId, onDecided }: DeskRequestsProps) {
  const requests = [
    ...context.deposits.map((row) => openRequestOf('deposit', row, context)),
    ...context.withdrawals.map((row) => openRequestOf('withdrawal', row, context)),
  ];
  const more =
    context.pendingDeposits -
    context.deposits.length +
    (context.pendingWithdrawals - context.withdrawals.length);
  const { show, dialogs } = useRequestDialogs({ requests, ownUserId, onDecided });
  return (
    <section className={DESK_PART}>
      <h3>Offen</h3>
      {requests.length === 0 && <p className="small muted">Kein Antrag wartet auf eine Entscheidung.</p>}
      {requests.map((request) => (
        <Request
          key={request.id}
          request={request}
          ownUserId={ownUserId}
          onShow={(what) => show(what, request)}
        />
      ))}
      {more > 0 && <p className="small muted">{`und ${more} weitere`}</p>}
      {dialogs}
    </section>
  );
}

interface RequestProps {
  request: OpenRequest;
  ownUserId: string;
  onShow: (what: OpenedRequest['what']) => void;
}

function Request({ request, ownUserId, onShow }: RequestProps) {
  const now = useNow(30_000);
  const approval = useWaitingRequests().get(request.id);
  const { reference, kind, createdAt } = request;
  const late = isLate(kind, createdAt, now);
  const holder = otherHolder(request, ownUserId);
  const may = useMay();
  const title = `${REQUEST_WORDS[kind].noun} ${reference}`;
  return (
    <div className="grid grid-cols-1 gap-1 [&+&]:pt-2">
      <p className={REFERENCE}>
        {may('admin.listPendingDeposits') ? <Link to={queueUrl(request)}>{title}</Link> : title}
        <Amount
          value={request.amount}
          {...(may('admin.getCustomerFacts') && {
            onOpen: () => onShow('details'),
            opensLabel: 'Antrag öffnen',
          })}
        />
      </p>
      <p className={SINCE} data-late={late || undefined}>
        <Icon as={late ? IconAlertTriangle : IconClock} size={14} stroke={1.8} />
        <span>
          {request.currency} · {late ? 'überfällig, ' : 'wartet '}
          {formatElapsed(Date.parse(createdAt), now)}
        </span>
      </p>
      {holder && (
        <p className={SINCE}>
          bearbeitet von <bdi>{holder.name}</bdi>
        </p>
      )}
      {approval && (
        <p className="grid text-[12px]/4.5 text-muted wrap-anywhere">
          <WaitingState approval={approval} />
        </p>
      )}
      {/* That the account is locked stands above. */}
      <StandingMarks isLocked={false} heldAt={request.heldAt} />
      {request.userId === ownUserId ? (
        <p className="small muted">Eigener Antrag</p>
      ) : !may('admin.approveDeposit') ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 pt-1">
          {approval ? (
            <ApprovalLink approval={approval} />
          ) : (
            <>
              {request.heldAt === null && (
                <Button size="sm" onClick={() => onShow('approve')}>
                  Genehmigen<span className="vh">{`: ${reference}`}</span>
                </Button>
              )}
              <Button size="sm" look="quiet" onClick={() => onShow('reject')}>
                Ablehnen<span className="vh">{`: ${reference}`}</span>
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
