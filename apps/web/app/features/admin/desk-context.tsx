import { BOTS, type DeskContext } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { formatDate, formatElapsed } from '../../lib/dates.ts';
import { useNavs } from '../../lib/live.tsx';
import { useNow } from '../../lib/now.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LedgerSkeleton } from '../../ui/skeleton.tsx';
import { REQUEST_WORDS, UNIT } from './admin-texts.ts';
import classes from './desk-context.module.css';
import { isLate, type RequestKind } from './open-request.ts';
import { currentValue } from './returns.queries.ts';

interface DeskContextProps {
  context: DeskContext | undefined;
  error: unknown;
  onRetry: () => void;
}

/** What the team should know before it answers: the customer's money, what waits for a decision, the bots. */
export function DeskContextColumn({ context, error, onRetry }: DeskContextProps) {
  return (
    <aside className={classes.context} aria-label="Kontext">
      <header className={classes.head}>
        <h2>Kontext</h2>
        {context && (
          <Link className="link-alone" to={urls.adminCustomer(context.userId)}>
            Kunde öffnen
          </Link>
        )}
      </header>
      {context ? (
        <Facts context={context} />
      ) : error ? (
        <EmptyState title="Nicht geladen" action={<Button onClick={onRetry}>Erneut versuchen</Button>}>
          {errorText(error)}
        </EmptyState>
      ) : (
        <div className={classes.part}>
          <LedgerSkeleton lines={3} />
        </div>
      )}
    </aside>
  );
}

/** Whoever gave no name is called by the beginning of their address, which stands below. */
const hasOwnName = ({ name, email }: DeskContext): boolean => name !== '' && !email.startsWith(`${name}@`);

function Facts({ context }: { context: DeskContext }) {
  const navs = useNavs();
  const values = context.investments.map((investment) => ({
    investment,
    value: currentValue(investment, navs),
  }));
  // Beyond the rows that are shown only the server knows the sum.
  const knowsAll = context.activeBots === values.length;
  const inBots = knowsAll ? values.reduce((sum, { value }) => sum + value, 0n) : fromWire(context.inBots);
  const available = fromWire(context.available);
  const reserved = fromWire(context.reserved);
  const waiting = context.pendingDeposits + context.pendingWithdrawals;
  return (
    <>
      <div className={classes.part}>
        {context.isLocked && (
          <Notice kind="warning" title="Konto gesperrt">
            Der Kunde liest eine Antwort erst, wenn er sich wieder anmelden kann.
          </Notice>
        )}
        <p className={classes.customer}>
          {hasOwnName(context) && <b>{context.name}</b>}
          <span>{context.email}</span>
          <span>Konto seit {formatDate(context.memberSince)}</span>
          {context.otherChats > 0 && (
            <span>
              {context.otherChats === 1 ? '1 weiterer Chat' : `${context.otherChats} weitere Chats`}
            </span>
          )}
        </p>
        <Ledger
          caption="Guthaben des Kunden"
          compact
          head={{ label: 'Guthaben', amount: UNIT }}
          lines={[
            { label: 'Verfügbar', amount: <Amount value={available} /> },
            { label: 'Reserviert', amount: <Amount value={reserved} /> },
            { label: 'In Bots', amount: <Amount value={inBots} /> },
          ]}
          total={{ label: 'Gesamt', amount: <Amount value={available + reserved + inBots} /> }}
        />
      </div>
      <section className={classes.part}>
        <h3>Offen</h3>
        {waiting === 0 && <p className="small muted">Kein Antrag wartet auf eine Entscheidung.</p>}
        <OpenRequests kind="deposit" requests={context.deposits} total={context.pendingDeposits} />
        <OpenRequests kind="withdrawal" requests={context.withdrawals} total={context.pendingWithdrawals} />
      </section>
      <section className={classes.part}>
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
              amount: <Amount value={value} />,
            }))}
          />
        )}
        {!knowsAll && <p className="small muted">{`und ${context.activeBots - values.length} weitere`}</p>}
      </section>
    </>
  );
}

const TO_QUEUE: Record<RequestKind, (reference: string) => string> = {
  deposit: urls.adminDeposit,
  withdrawal: urls.adminWithdrawal,
};

interface OpenRequestsProps {
  kind: RequestKind;
  requests: DeskContext['deposits'];
  total: number;
}

function OpenRequests({ kind, requests, total }: OpenRequestsProps) {
  const now = useNow(30_000);
  return (
    <>
      {requests.map((request) => {
        const late = isLate({ kind, createdAt: request.createdAt }, now);
        return (
          <div key={request.id} className={classes.request}>
            <p className={classes.reference}>
              {REQUEST_WORDS[kind].noun} {request.reference}
              <Amount value={fromWire(request.amountUsd)} />
            </p>
            <p className={classes.since} data-late={late || undefined}>
              <Icon as={late ? IconAlertTriangle : IconClock} size={14} stroke={1.8} />
              <span>
                {request.cryptoCurrency} · {late ? 'überfällig, ' : 'wartet '}
                {formatElapsed(Date.parse(request.createdAt), now)}
              </span>
            </p>
            <ButtonLink size="sm" wide to={TO_QUEUE[kind](request.reference)}>
              {request.reference} prüfen
            </ButtonLink>
          </div>
        );
      })}
      {total > requests.length && <p className="small muted">{`und ${total - requests.length} weitere`}</p>}
    </>
  );
}
