import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { usePageParameter } from '../../../lib/page-parameter.ts';
import { urls } from '../../../lib/urls.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { STATUS_WORDS } from '../desk-texts.ts';
import { CustomerPanel } from './customer-panel.tsx';
import classes from './customers.module.css';
import { useCustomerChats } from './customers.queries.ts';

const PAGE_SIZE = 3;

/** Each leads to the desk, where it is open. */
export function ChatsPanel({ customerId }: { customerId: string }) {
  const [page, setPage] = usePageParameter('chats');
  const query = useCustomerChats({ id: customerId, page, pageSize: PAGE_SIZE });
  return (
    <CustomerPanel
      title="Chats"
      query={query}
      noun="Chats"
      none="Es gibt noch keinen Chat."
      rows={1}
      onPage={setPage}
    >
      {(items) => (
        <ul className={classes.rows} aria-label="Chats, neueste zuerst">
          {items.map(({ id, status, lastMessage, lastMessageAt, lastSeq }) => (
            <li key={id} className={classes.chat}>
              <StatusPill tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</StatusPill>
              <Link className={classes.chatLink} to={urls.adminChat(id)}>
                {lastMessage === null ? 'Noch keine Nachricht' : `„${lastMessage}“`}
              </Link>
              <small>
                {formatDateTime(lastMessageAt)} · {lastSeq === 1 ? '1 Nachricht' : `${lastSeq} Nachrichten`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </CustomerPanel>
  );
}
