import type { MailboxMail } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useCallback, useEffect, useRef } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { MAILBOX } from './mail-params.ts';
import { loadMail } from './mailbox-api.ts';

const TEXT = clsx(
  'mx-0 mt-4 mb-0 p-4 border border-border rounded-control bg-bg [font-family:inherit] text-[15px]',
  'whitespace-pre-wrap wrap-anywhere',
);

const FORMS = [
  { value: 'html', label: 'Gestaltet' },
  { value: 'text', label: 'Nur Text' },
] as const;

/** One mail, as a mail program would show it. */
export function MailView({ id }: { id: string }) {
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

/** Without scripts and without this page's session. Its links open in a new tab, as they do in a mail program. */
function Designed({ mail: { html, subject } }: { mail: MailboxMail }) {
  return (
    <iframe
      className="block w-full h-160 mt-4 border border-border rounded-control"
      title={`Nachricht: ${subject}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
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
