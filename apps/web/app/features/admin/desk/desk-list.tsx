import { type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { IconUser } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { Icon } from '../../../ui/icon.tsx';
import { RowOpener } from '../../../ui/row-opener.tsx';
import { CountPill } from '../../../ui/status-pill.tsx';
import { dayOrTime } from './desk-texts.ts';
import { WaitingMark } from './desk-waiting.tsx';

const ROW = clsx(
  'group/row relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-3 pr-(--pad)',
  'pl-[calc(var(--pad)_-_3px)] border-b border-b-border border-l-3 border-l-transparent text-sm',
  '[&_td]:min-w-0 [&_td]:p-0 hover:bg-bg data-current:border-l-primary data-current:bg-primary-soft',
);
const SAID = clsx(
  'row-2 col-1 overflow-hidden text-ellipsis whitespace-nowrap text-muted',
  "group-has-[[data-part='unread']:empty]/row:col-span-full",
);
const ASSIGNEE = clsx(
  'row-3 col-2 max-w-[8rem] text-[12px] text-muted',
  "group-has-[[data-part='waits']:empty]/row:col-span-full",
  "group-has-[[data-part='waits']:empty]/row:max-w-none",
);
const PERSON = clsx(
  'flex items-center gap-1 [&_svg]:flex-none',
  '[&>span]:overflow-hidden [&>span]:text-ellipsis [&>span]:whitespace-nowrap',
);

interface DeskListProps {
  caption: string;
  chats: readonly DeskChat[];
  currentId: string | null;
  ownUserId: string;
  now: number;
  onOpen: (id: string) => void;
}

const HEADS = ['Kunde', 'Letzte Nachricht', 'Zeit', 'Ungelesen', 'Wartezeit', 'Bearbeitet von'];

/**
 * A table that looks like a list: each row stands in three short lines. The roles are explicit because `display: grid` would
 * take the table away from assistive technology.
 */
export function DeskList({ caption, chats, currentId, ownUserId, now, onOpen }: DeskListProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the comment above
    <table className="block [&_tbody]:block" role="table">
      <caption className="vh">{caption}</caption>
      <thead className="vh" role="rowgroup">
        <tr role="row">
          {HEADS.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {chats.map((chat) => (
          <tr
            key={chat.id}
            role="row"
            className={ROW}
            data-row={chat.id}
            data-current={chat.id === currentId || undefined}
            aria-current={chat.id === currentId || undefined}
            title={chat.userEmail}
          >
            <td role="cell" className="row-1 col-1 font-620">
              <RowOpener onOpen={() => onOpen(chat.id)}>
                <span className="block overflow-hidden text-ellipsis whitespace-nowrap">
                  {chat.userEmail}
                </span>
              </RowOpener>
            </td>
            <td role="cell" className={SAID}>
              {chat.lastFromCustomer ?? chat.lastMessage ?? 'Noch keine Nachricht'}
            </td>
            <td role="cell" className="row-1 col-2 text-[12px] text-right text-muted tabular-nums">
              <time dateTime={chat.lastMessageAt}>{dayOrTime(chat.lastMessageAt, now)}</time>
            </td>
            <td
              role="cell"
              className="row-2 col-2 justify-self-end group-data-current/row:[&>span:first-child]:bg-surface"
              data-part="unread"
            >
              {chat.unreadByTeam > 0 && (
                <>
                  <CountPill count={chat.unreadByTeam} />
                  <span className="vh"> ungelesen</span>
                </>
              )}
            </td>
            <td role="cell" className="row-3 col-1 text-[12px]" data-part="waits">
              <WaitingMark chat={chat} now={now} />
            </td>
            <td role="cell" className={ASSIGNEE}>
              <Assignee chat={chat} ownUserId={ownUserId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  );
}

function Assignee({ chat: { assignee }, ownUserId }: { chat: DeskChat; ownUserId: string }) {
  if (assignee === null) return null;
  const name = isSomebodyElses(assignee, ownUserId) ? assignee.email : 'Sie';
  return (
    <span className={PERSON} title={assignee.email}>
      <Icon as={IconUser} size={14} stroke={1.8} />
      <span>{name}</span>
    </span>
  );
}
