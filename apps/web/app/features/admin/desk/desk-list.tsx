import { type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { clsx } from 'clsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconUser } from '../../../ui/icon/icons.ts';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { CountPill } from '../../../ui/state/status-pill.tsx';
import { RowOpener } from '../../../ui/table/data-table.tsx';
import { dayOrTime, STATUS_WORDS } from './desk-texts.ts';
import { WaitingMark } from './desk-waiting.tsx';

const ROW = clsx(
  'group/row relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-3 pr-(--pad)',
  'pl-[calc(var(--pad)_-_3px)] border-b border-b-border border-l-3 border-l-transparent text-sm',
  '[&_td]:min-w-0 [&_td]:p-0 hover:bg-bg data-current:border-l-primary data-current:bg-primary-soft',
);
const SAID = clsx(
  'row-2 col-1 line-clamp-1 wrap-anywhere text-muted data-found:line-clamp-2',
  "group-has-[[data-part='unread']:empty]/row:col-span-full",
);
/** Below, in all of the width: whole addresses stand there. */
const ASSIGNEE = clsx(
  'row-4 col-span-full text-[12px]/4 text-muted wrap-anywhere empty:hidden',
  "group-has-[[data-part='waits']:empty]/row:row-3 group-has-[[data-part='waits']:empty]/row:col-[1]",
);
const PERSON = 'flex items-start gap-1 [&_svg]:flex-none [&_svg]:mt-px';

interface DeskListProps {
  caption: string;
  chats: readonly (DeskChat & { excerpt: string | null })[];
  /** Where chats of several statuses stand together. */
  showsStatus: boolean;
  currentId: string | null;
  ownUserId: string;
  now: number;
  onOpen: (id: string) => void;
}

const HEADS = ['Kunde', 'Nachricht', 'Zeit', 'Ungelesen', 'Stand', 'Bearbeitet von'];

/**
 * A table that looks like a list: each row stands in three short lines. The roles are explicit because `display: grid` would
 * take the table away from assistive technology.
 */
export function DeskList({ caption, chats, showsStatus, currentId, ownUserId, now, onOpen }: DeskListProps) {
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
          >
            <td role="cell" className="row-1 col-span-full font-620 wrap-anywhere">
              <RowOpener onOpen={() => onOpen(chat.id)}>
                <EmailAddress>{chat.userEmail}</EmailAddress>
              </RowOpener>
            </td>
            <td role="cell" className={SAID} data-found={chat.excerpt !== null || undefined}>
              {chat.excerpt ?? chat.lastFromCustomer ?? chat.lastMessage ?? 'Noch keine Nachricht'}
            </td>
            <td role="cell" className="row-3 col-2 text-[12px] text-right text-muted tabular-nums">
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
              {showsStatus && chat.waitingSince === null ? (
                <span className="text-muted">{STATUS_WORDS[chat.status].label}</span>
              ) : (
                <WaitingMark chat={chat} now={now} />
              )}
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
    <span className={PERSON}>
      <Icon as={IconUser} size={14} stroke={1.8} />
      <EmailAddress>{name}</EmailAddress>
    </span>
  );
}
