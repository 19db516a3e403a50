import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/dates.ts';
import { changed, useUrlState } from '../../lib/url-state.ts';
import { loginReturningTo, urls } from '../../lib/urls.ts';
import { type Loaded, useLoaded } from '../../lib/use-loaded.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { MAILBOX } from './mail-params.ts';
import { MailView } from './mail-view.tsx';
import { loadMailbox, type Mailbox } from './mailbox-api.ts';

const ITEM = clsx(
  'grid gap-0.5 py-3 px-(--pad) border-b border-border text-sm text-muted wrap-anywhere',
  'in-[li:last-child]:border-b-0 [&_b]:text-[15px] [&_b]:font-semibold [&_b]:text-text',
  'hover:bg-bg focus-visible:-outline-offset-3',
  '[&[aria-current]]:bg-primary-soft',
);

/** What the demo would have sent: the newest first, and one of them opened. */
export function MailboxPage() {
  const mailbox = useLoaded(loadMailbox, { refresh: true });
  const opened = useUrlState(MAILBOX).value.id || null;
  return (
    <SheetSection
      kind="page"
      label="Postfach"
      source="Nur in der Demo. Nichts davon verlässt diesen Rechner."
      title="Postfach der Demo"
      lead="Die Demo verschickt keine E-Mails. Was sonst an die Kunden ginge, liegt hier."
    >
      <Content mailbox={mailbox}>
        {opened === null ? (
          <Panel label="Nachricht">
            <p className="muted">Wählen Sie eine Nachricht aus der Liste.</p>
          </Panel>
        ) : (
          <MailView key={opened} id={opened} />
        )}
      </Content>
    </SheetSection>
  );
}

function Content({ mailbox, children }: { mailbox: Loaded<Mailbox>; children: ReactNode }) {
  const { data, failed, loading, retry } = mailbox;
  if (!data) {
    return (
      <Panel label="Nachrichten" flush>
        {failed ? (
          <NotLoaded pending={loading} onRetry={retry}>
            Das Postfach konnte nicht geladen werden.
          </NotLoaded>
        ) : (
          <RowsSkeleton count={4} />
        )}
      </Panel>
    );
  }
  if (data.status === 'none') {
    return (
      <EmptyState
        title="Hier gibt es kein Postfach"
        action={<ButtonLink to={urls.home}>Zur Startseite</ButtonLink>}
      >
        Diese Installation ist keine Demo, oder sie verschickt ihre E-Mails wirklich.
      </EmptyState>
    );
  }
  if (data.status === 'signed-out') {
    return (
      <EmptyState
        title="Bitte melden Sie sich an"
        action={<ButtonLink to={loginReturningTo(urls.mailbox)}>Zum Login</ButtonLink>}
      >
        Diese Demo ist öffentlich. Deshalb sehen Sie nur Nachrichten an Ihre eigene Adresse.
      </EmptyState>
    );
  }
  if (data.items.length === 0) {
    return (
      <Panel label="Nachrichten" flush>
        <EmptyState
          title="Noch keine Nachrichten"
          action={
            <Button pending={loading} onClick={retry}>
              Neu laden
            </Button>
          }
        >
          {data.ownOnly
            ? 'An Ihre Adresse ging noch nichts.'
            : 'Eine kommt zum Beispiel, wenn jemand ein neues Passwort anfordert oder eine Einzahlung bestätigt wird.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,320px)_minmax(0,1fr)] items-start gap-(--gap) max-[900px]:grid-cols-1">
      <Panel
        title="Nachrichten"
        aside={
          <Button size="sm" pending={loading} onClick={retry}>
            Neu laden
          </Button>
        }
        flush
      >
        <MailList items={data.items} />
      </Panel>
      {children}
    </div>
  );
}

function MailList({ items }: Pick<Extract<Mailbox, { status: 'open' }>, 'items'>) {
  const { value } = useUrlState(MAILBOX);
  return (
    <ul className="max-h-180 overflow-y-auto max-[900px]:max-h-80">
      {items.map(({ id, to, subject, sentAt }) => (
        <li key={id}>
          <Link
            className={ITEM}
            to={`?${changed(MAILBOX, new URLSearchParams(), { id, form: value.form })}`}
            preventScrollReset
            aria-current={id === value.id ? 'true' : undefined}
          >
            <b>{subject}</b>
            <span>{to}</span>
            <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
