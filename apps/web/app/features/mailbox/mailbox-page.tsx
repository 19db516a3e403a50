import type { MailboxMail, MailHead } from '@botdepot/contract';
import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format/dates.ts';
import { type Loaded, useLoaded } from '../../lib/server/use-loaded.ts';
import { changed, oneOfElse, order, place, text, useUrlState } from '../../lib/url/url-state.ts';
import { loginReturningTo, urls } from '../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Segments } from '../../ui/form/tabs.tsx';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { EmptyState, NotLoaded } from '../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';

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
        Diese Plattform ist keine Demo, oder sie verschickt ihre E-Mails wirklich.
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

/** Which mail is opened, and in which form. */
const MAILBOX = {
  id: place(text('mail')),
  form: order(oneOfElse('ansicht', ['html', 'text'], 'html')),
};

type Mailbox =
  | { status: 'open'; items: readonly MailHead[]; ownOnly: boolean }
  /** Others may reach this demo, so one sees the own mails only. */
  | { status: 'signed-out' }
  /** This installation sends its mails, or none. */
  | { status: 'none' };

/** Plain requests: the page stands beside the login and does without the API client. */
async function loadMailbox(): Promise<Mailbox> {
  const response = await fetch('/api/mailbox');
  if (response.status === 404) return { status: 'none' };
  if (response.status === 401) return { status: 'signed-out' };
  if (!response.ok) throw new Error(`The mailbox was answered with ${response.status}`);
  const answer: { items: MailHead[]; ownOnly: boolean } = await response.json();
  return { status: 'open', ...answer };
}

/** Null when there is no such mail, or it is to somebody else. */
async function loadMail(id: string): Promise<MailboxMail | null> {
  const response = await fetch(`/api/mailbox/${encodeURIComponent(id)}`);
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`A mail was answered with ${response.status}`);
  const answer: MailboxMail = await response.json();
  return answer;
}

const TEXT = clsx(
  'mx-0 mt-4 mb-0 p-4 border border-border rounded-control bg-bg [font-family:inherit] text-[15px]',
  'whitespace-pre-wrap wrap-anywhere',
);

const FORMS = [
  { value: 'html', label: 'Gestaltet' },
  { value: 'text', label: 'Nur Text' },
] as const;

/** One mail, as a mail program would show it. */
function MailView({ id }: { id: string }) {
  const { data: mail, failed, loading, retry } = useLoaded(useCallback(() => loadMail(id), [id]));
  const { value, set } = useUrlState(MAILBOX);
  const { form } = value;
  const top = useRef<HTMLDivElement>(null);
  // On phones the message stands below the list.
  const isThere = mail != null;
  useEffect(() => {
    if (isThere && window.matchMedia('(max-width: 899.98px)').matches)
      top.current?.scrollIntoView({ block: 'start' });
  }, [isThere]);

  if (mail) {
    return (
      <div ref={top} className="min-w-0 scroll-mt-20">
        <Panel
          title="Nachricht"
          aside={
            <Segments
              label="Darstellung"
              options={FORMS}
              value={form}
              onChange={(chosen) => set({ form: chosen })}
            />
          }
        >
          <KeyValues
            facts={[
              { label: 'An', value: mail.to },
              { label: 'Betreff', value: mail.subject },
              { label: 'Zeit', value: formatDateTime(mail.sentAt) },
            ]}
          />
          {form === 'html' ? <Designed mail={mail} /> : <PlainText text={mail.text} />}
        </Panel>
      </div>
    );
  }
  return (
    <Panel label="Nachricht" flush>
      {mail === null && (
        <EmptyState title="Diese Nachricht gibt es nicht">
          Vielleicht gehört sie zu einer früheren Demo.
        </EmptyState>
      )}
      {mail === undefined && failed && (
        <NotLoaded pending={loading} onRetry={retry}>
          Die Nachricht konnte nicht geladen werden.
        </NotLoaded>
      )}
      {mail === undefined && !failed && <RowsSkeleton count={5} />}
    </Panel>
  );
}

/** Only the dark colours stand in one, and this page's policy, which holds in the frame as well, would complain of it. */
const STYLE = /<style>.*?<\/style>/gs;

/** Without scripts and without this page's session. Its links open in a new tab, as they do in a mail program. */
function Designed({ mail: { html, subject } }: { mail: MailboxMail }) {
  return (
    <iframe
      className="block w-full h-160 mt-4 border border-border rounded-control"
      title={`Nachricht: ${subject}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace(STYLE, '').replace('<head>', '<head><base target="_blank">')}
    />
  );
}

const LINK = /(https?:\/\/\S+)/;

function PlainText({ text }: { text: string }) {
  return (
    <pre className={TEXT}>
      {text.split(LINK).map((part, index) =>
        LINK.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <a key={index} className="link" href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
