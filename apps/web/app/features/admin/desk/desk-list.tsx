import { type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { IconUser } from '@tabler/icons-react';
import { Icon } from '../../../ui/icon.tsx';
import { RowOpener } from '../../../ui/row-opener.tsx';
import { CountPill } from '../../../ui/status-pill.tsx';
import classes from './desk-list.module.css';
import { dayOrTime } from './desk-texts.ts';
import { WaitingMark } from './desk-waiting.tsx';

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
    <table className={classes.list} role="table">
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
            className={classes.row}
            data-row={chat.id}
            data-current={chat.id === currentId || undefined}
            aria-current={chat.id === currentId || undefined}
            title={chat.userEmail}
          >
            <td role="cell" className={classes.who}>
              <RowOpener onOpen={() => onOpen(chat.id)}>
                <span className={classes.name}>{chat.userEmail}</span>
              </RowOpener>
            </td>
            <td role="cell" className={classes.said}>
              {chat.lastFromCustomer ?? chat.lastMessage ?? 'Noch keine Nachricht'}
            </td>
            <td role="cell" className={classes.time}>
              <time dateTime={chat.lastMessageAt}>{dayOrTime(chat.lastMessageAt, now)}</time>
            </td>
            <td role="cell" className={classes.unread} data-part="unread">
              {chat.unreadByTeam > 0 && (
                <>
                  <CountPill count={chat.unreadByTeam} />
                  <span className="vh"> ungelesen</span>
                </>
              )}
            </td>
            <td role="cell" className={classes.waits} data-part="waits">
              <WaitingMark chat={chat} now={now} />
            </td>
            <td role="cell" className={classes.assignee}>
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
    <span className={classes.person} title={assignee.email}>
      <Icon as={IconUser} size={14} stroke={1.8} />
      <span>{name}</span>
    </span>
  );
}
