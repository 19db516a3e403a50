import { type ChatSummary, isOpenChat } from '@botdepot/contract';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { pageNumber, place, text } from '../../lib/url-state.ts';
import { urls } from '../../lib/urls.ts';
import { useList } from '../../lib/use-list.ts';
import { OPENING, useTakeBack } from '../../lib/way-back.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { asksForWindow, CHAT_PARAM, OPEN_CHAT } from './chat-address.ts';
import { ChatDrawer } from './chat-drawer.tsx';
import { currentChatQuery } from './support.queries.ts';
import classes from './support-page.module.css';
import {
  DEPOSIT_ESCALATION_TIME,
  DEPOSIT_TIME,
  HUMAN_REPLY_TIME,
  STATUS,
  WITHDRAWAL_TIME,
} from './support-texts.ts';

export function SupportPage() {
  return (
    <>
      <PageHead
        title="Support"
        note="Der Assistent antwortet sofort, auf Wunsch übernimmt ein Mensch"
        actions={
          <ButtonLink to={urls.supportChat} replace look="primary" icon={IconMessage}>
            Chat öffnen
          </ButtonLink>
        }
      />
      <div className="grid-aside">
        <EarlierChats />
        <div className="stack">
          <Panel title="So schnell antworten wir">
            <KeyValues
              facts={[
                { label: 'Assistent', value: 'sofort' },
                { label: 'Mensch', value: `meist in ${HUMAN_REPLY_TIME}` },
                { label: 'Einzahlung', value: DEPOSIT_TIME },
                { label: 'Auszahlung', value: `bis ${WITHDRAWAL_TIME}` },
              ]}
            />
          </Panel>
          <Panel title="Gut zu wissen">
            <p>
              Wartet eine Einzahlung länger als {DEPOSIT_ESCALATION_TIME}, rufen wir unser Team von selbst.
              Schreiben Sie „Mensch“, wenn Sie mit jemandem sprechen möchten.
            </p>
            <Link className="link-alone" to={urls.help}>
              Häufige Fragen
            </Link>
          </Panel>
        </div>
      </div>
    </>
  );
}

const LIST = { page: pageNumber(), chat: place(text(CHAT_PARAM)) };
const IN_PLACE = { replace: true };

function EarlierChats() {
  const list = useList(LIST, ({ page }) =>
    queries.support.listSupportChats.queryOptions({ input: { page } }),
  );
  const { value, set } = list;
  const takeBack = useTakeBack();
  const current = useQuery(currentChatQuery);
  const asked = value.chat || null;
  // Which is the open one has to be known first: that is opened in the window.
  const endedId = current.isPending || asksForWindow(asked, current.data?.chat ?? null) ? null : asked;
  const show = ({ id, status }: ChatSummary) =>
    isOpenChat(status) ? set({ chat: OPEN_CHAT }, IN_PLACE) : set({ chat: id }, OPENING);
  return (
    <Panel title="Ihre Chats" flush>
      <PagedRows
        list={list}
        noun="Chats"
        expected={3}
        none={
          <EmptyState title="Noch kein Chat">
            Was Sie mit dem Assistenten und unserem Team besprechen, lesen Sie hier nach.
          </EmptyState>
        }
        failedTitle="Die Chats konnten nicht geladen werden"
      >
        {(items) => <ChatList chats={items} onOpen={show} />}
      </PagedRows>
      <ChatDrawer id={endedId} onClose={() => takeBack(() => set({ chat: '' }, IN_PLACE))} />
    </Panel>
  );
}

function ChatList({ chats, onOpen }: { chats: readonly ChatSummary[]; onOpen: (chat: ChatSummary) => void }) {
  return (
    <ul className={classes.history} aria-label="Ihre Chats">
      {chats.map((chat) => (
        <li key={chat.id}>
          <button type="button" className={classes.chat} onClick={() => onOpen(chat)}>
            <span className={classes.chatTitle}>{chat.firstMessage ?? 'Ohne Nachricht'}</span>
            <span className={classes.chatNote}>{formatDateTime(chat.createdAt)}</span>
            <span className={classes.chatState}>
              {chat.unread > 0 && (
                <span className={classes.unread}>{`${formatCount(chat.unread)} ungelesen`}</span>
              )}
              <StatusPill tone={STATUS[chat.status].tone}>{STATUS[chat.status].label}</StatusPill>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
