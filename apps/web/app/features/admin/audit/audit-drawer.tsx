import { type AuditEntryDetail, auditActionText } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatClock, formatDate, formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { errorCode } from '../../../lib/server/api.ts';
import { UUID } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Drawer } from '../../../ui/overlay/dialog.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { EmptyState, NotLoaded } from '../../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { useAuditChain, useAuditEntry } from './audit.queries.ts';
import { actorRoleText, actorText, checkedText, factRows, reasonText, subjectText } from './audit-facts.ts';
import type { AuditChange } from './audit-filter.ts';

const HASH = clsx(
  "[font-family:ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace] text-[12px] font-book",
  'wrap-anywhere',
);
const FACTS = clsx(
  'w-full border-collapse table-fixed text-sm',
  '[&_th]:py-[9px] [&_th]:pr-2 [&_th]:pl-0 [&_th]:border-b [&_th]:border-border [&_th]:text-left',
  '[&_th]:align-top [&_th]:wrap-anywhere [&_td]:py-[9px] [&_td]:pr-2 [&_td]:pl-0 [&_td]:border-b',
  '[&_td]:border-border [&_td]:text-left [&_td]:align-top [&_td]:wrap-anywhere [&_td]:font-550',
  '[&_thead_th]:text-[12px] [&_thead_th]:font-550 [&_thead_th]:text-muted',
  '[&_tbody_th]:font-book [&_tbody_th]:text-muted',
  '[&_td[data-none]]:font-book [&_td[data-none]]:text-muted',
);

interface AuditDrawerProps {
  /** Number of the row that is open; null for none. */
  seq: number | null;
  onClose: () => void;
  onFilter: (change: AuditChange) => void;
}

/** One row with everything that was written and sealed. */
export function AuditDrawer({ seq, onClose, onFilter }: AuditDrawerProps) {
  // While it closes it still shows what it showed.
  const [shown, setShown] = useState(seq);
  if (seq !== null && seq !== shown) setShown(seq);
  return shown === null ? null : (
    <OpenEntry seq={shown} opened={seq !== null} onClose={onClose} onFilter={onFilter} />
  );
}

function OpenEntry({ seq, opened, onClose, onFilter }: AuditDrawerProps & { seq: number; opened: boolean }) {
  const { data, error, refetch } = useAuditEntry(seq);
  return (
    <Drawer
      inAddress
      opened={opened}
      onClose={onClose}
      title={data ? auditActionText(data.action) : `Eintrag ${formatCount(seq)}`}
      note={data ? `${formatDate(data.at)}, ${formatClock(data.at)}${NBSP}Uhr` : undefined}
      size="36rem"
    >
      {data ? (
        <Entry entry={data} onFilter={onFilter} />
      ) : error && errorCode(error) === 'NOT_FOUND' ? (
        <EmptyState title="Nicht gefunden">Einen Eintrag mit dieser Nummer gibt es nicht.</EmptyState>
      ) : error ? (
        <NotLoaded onRetry={() => void refetch()}>Der Eintrag konnte nicht geladen werden.</NotLoaded>
      ) : (
        <RowsSkeleton count={8} />
      )}
    </Drawer>
  );
}

interface EntryProps {
  entry: AuditEntryDetail;
  onFilter: (change: AuditChange) => void;
}

function Entry({ entry, onFilter }: EntryProps) {
  const { actor, owner } = entry;
  return (
    <div className="grid grid-cols-1 gap-5 [&_h3]:mb-1 [&_h3]:text-[14px]/5 [&_h3]:font-semibold">
      <KeyValues
        facts={[
          { label: 'Wer', value: `${actorText(entry)} (${actorRoleText(entry)})` },
          { label: 'Betrifft', value: <Subject entry={entry} /> },
          ...(owner
            ? [
                {
                  label: 'Konto',
                  value: (
                    <Link className="link" to={urls.adminCustomer(owner.userId)}>
                      <EmailAddress>{owner.email}</EmailAddress>
                    </Link>
                  ),
                },
              ]
            : []),
          { label: 'Kennung', value: <span className={HASH}>{entry.subjectId}</span> },
          {
            label: 'Anfrage',
            value: <span className={HASH}>{entry.requestId ?? NO_FIGURE}</span>,
          },
        ]}
      />
      <Reason entry={entry} />
      <Change entry={entry} />
      <SealFacts entry={entry} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onFilter({ query: entry.subjectId })}>
          Alles dazu
        </Button>
        {actor && (
          <Button size="sm" onClick={() => onFilter({ actor: actor.userId })}>
            Alles von dieser Person
          </Button>
        )}
      </div>
    </div>
  );
}

/** Own bots have a page that shows them; what else there is stands on the customer's. */
function Subject({ entry }: { entry: AuditEntryDetail }) {
  const mayOpen = useMay()('admin.listAllOwnBots');
  const text = subjectText(entry);
  if (entry.subject !== 'own_bot' || !mayOpen) return text;
  return (
    <Link
      className="link"
      to={entry.reference === null ? urls.adminOwnBotHolds : urls.adminOwnBotsOf(entry.reference)}
    >
      {text}
    </Link>
  );
}

function Reason({ entry: { reason, reasonErased } }: { entry: AuditEntryDetail }) {
  if (reason === null && !reasonErased) return null;
  return (
    <section>
      <h3>Grund</h3>
      {reason === null ? (
        <p className="small muted">Der Text wurde mit dem Konto gelöscht. Sein Siegel ist geblieben.</p>
      ) : (
        <p className="pl-3 border-l-2 border-border wrap-anywhere">{reasonText(reason)}</p>
      )}
    </section>
  );
}

function Change({ entry }: { entry: AuditEntryDetail }) {
  const rows = factRows(entry);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 id="audit-change">Vorher und nachher</h3>
      <table className={FACTS} aria-labelledby="audit-change">
        <thead>
          <tr>
            <th scope="col">Angabe</th>
            <th scope="col">Vorher</th>
            <th scope="col">Nachher</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <FactCell>{row.before}</FactCell>
              <FactCell>{row.after}</FactCell>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FactCell({ children: text }: { children: string | null }) {
  if (text === null) return <td data-none>{NO_FIGURE}</td>;
  return <td>{UUID.test(text) ? <span className={HASH}>{text}</span> : text}</td>;
}

function SealFacts({ entry: { seq, seal } }: { entry: AuditEntryDetail }) {
  const { data: chain } = useAuditChain();
  return (
    <section>
      <h3>Siegel</h3>
      <KeyValues
        facts={[
          { label: 'Zeile', value: formatCount(seq) },
          ...(seal
            ? [
                { label: 'Siegel', value: formatCount(seal.position) },
                { label: 'Hash (SHA-256)', value: <span className={HASH}>{seal.hash}</span> },
                { label: 'Versiegelt', value: formatDateTime(seal.sealedAt) },
              ]
            : [{ label: 'Siegel', value: 'Wird in wenigen Sekunden versiegelt' }]),
          ...(chain ? [{ label: 'Prüfung', value: checkedText(chain) }] : []),
        ]}
      />
    </section>
  );
}
