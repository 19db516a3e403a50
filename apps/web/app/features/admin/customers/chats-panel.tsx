import { Link } from 'react-router';
import { queries } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { pageNumber } from '../../../lib/url-state.ts';
import { urls } from '../../../lib/urls.ts';
import { useList } from '../../../lib/use-list.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { STATUS_WORDS } from '../desk/desk-texts.ts';
import { CustomerPanel } from './customer-panel.tsx';

const LIST = { page: pageNumber('chats') };
const PAGE_SIZE = 3;

/** Each leads to the desk, where it is open. */
export function ChatsPanel({ customerId }: { customerId: string }) {
  const list = useList(LIST, ({ page }) =>
    queries.admin.listCustomerChats.queryOptions({ input: { id: customerId, page, pageSize: PAGE_SIZE } }),
  );
  return (
    <CustomerPanel title="Chats" list={list} noun="Chats" none="Es gibt noch keinen Chat." rows={1}>
      {(items) => (
        <ul
          className="[&>li+li]:border-t [&>li+li]:border-border [&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted"
          aria-label="Chats, neueste zuerst"
        >
          {items.map(({ id, status, lastMessage, lastMessageAt, lastSeq }) => (
            <li key={id} className="relative grid justify-items-start gap-2 py-4 px-(--pad) text-sm">
              <StatusPill tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</StatusPill>
              <Link
                className="text-inherit wrap-anywhere after:absolute after:inset-0 hover:underline hover:underline-offset-4"
                to={urls.adminChat(id)}
              >
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
