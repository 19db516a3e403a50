import type { ChatSummary } from '@botdepot/contract';
import { IconMessage } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorText, queries } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { ChatDrawer } from './chat-drawer.tsx';
import { useLogged } from './support.queries.ts';
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
          <ButtonLink to={urls.supportChat} look="primary" icon={IconMessage}>
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

function EarlierChats() {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<ChatSummary | null>(null);
  const [, setParams] = useSearchParams();
  const chats = useQuery({
    ...queries.support.listSupportChats.queryOptions({ input: { page } }),
    placeholderData: keepPreviousData,
  });
  useLogged(chats.error);
  const show = (chat: ChatSummary) => {
    if (chat.status === 'resolved') setOpen(chat);
    else setParams({ chat: 'offen' }, { preventScrollReset: true });
  };
  return (
    <Panel title="Ihre Chats" flush>
      {chats.data ? (
        <ChatList chats={chats.data.items} onOpen={show} />
      ) : chats.error ? (
        <EmptyState
          title="Die Chats sind gerade nicht da"
          action={<Button onClick={() => void chats.refetch()}>Erneut versuchen</Button>}
        >
          {errorText(chats.error)}
        </EmptyState>
      ) : (
        <RowsSkeleton count={3} />
      )}
      {chats.data && chats.data.total > chats.data.pageSize && (
        <Pager
          page={page}
          pageSize={chats.data.pageSize}
          total={chats.data.total}
          noun="Chats"
          onPage={setPage}
        />
      )}
      <ChatDrawer chat={open} onClose={() => setOpen(null)} />
    </Panel>
  );
}

function ChatList({ chats, onOpen }: { chats: readonly ChatSummary[]; onOpen: (chat: ChatSummary) => void }) {
  if (chats.length === 0) {
    return (
      <EmptyState title="Noch kein Chat">
        Was Sie mit dem Assistenten und unserem Team besprechen, lesen Sie hier nach.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.history} aria-label="Ihre Chats">
      {chats.map((chat) => (
        <li key={chat.id}>
          <button type="button" className={classes.chat} onClick={() => onOpen(chat)}>
            <span>
              <span className={classes.chatTitle}>{chat.firstMessage ?? 'Ohne Nachricht'}</span>
              <span className={classes.chatNote}>{formatDateTime(chat.createdAt)}</span>
            </span>
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
