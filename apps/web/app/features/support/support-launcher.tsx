import { endsWithWindow, LIMITS } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useIsPhone } from '../../lib/page/device.ts';
import { later } from '../../lib/page/later.ts';
import { useAtRest } from '../../lib/page/when-idle.ts';
import { api } from '../../lib/server/api.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { useWayBackCloses } from '../../lib/url/way-back.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { bottomItem } from '../../ui/frame/bottom-nav.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconMessage, IconX } from '../../ui/icon/icons.ts';
import { LazySection } from '../../ui/state/lazy-section.tsx';
import { ChatWindow } from './chat-window.tsx';
import { keptWriting } from './kept-writing.ts';
import { currentChatQuery, takeAnswer } from './support.queries.ts';
import { asksForWindow, CHAT_PARAM } from './support-texts.ts';
import { useOutgoing } from './use-outgoing.ts';

/** In the top bar it lies on nothing. Under a dialog it could not be pressed, only the dialog be closed by trying. */
const IN_TOP_BAR = clsx(
  'relative inline-flex items-center justify-center gap-2.5 h-11 min-w-11 px-3 rounded-control text-muted text-[15px]',
  'font-medium cursor-pointer [transition:background-color_0.15s] hover:bg-bg hover:text-text',
  'aria-expanded:bg-bg aria-expanded:text-text [body:has([aria-modal="true"])_&]:invisible',
);
const BADGE = clsx(
  'absolute min-w-4.5 h-4.5 px-1 rounded-[9px] bg-primary text-on-primary text-[12px]/4.5 font-bold',
  'text-center tabular-nums',
);

const loadPanel = later(() => import('./support-panel.tsx'));
/** What is missing now is loaded when the window opens. */
const loadEarly = () => void loadPanel().catch(() => undefined);

interface SupportLauncherProps {
  /** Where the button stands: in the top bar, and on phones among the pages. */
  top: RefObject<HTMLElement | null>;
  bar: RefObject<HTMLElement | null>;
}

/** The button in the top bar or in the bottom navigation, and the window that it opens. What is in the window is loaded when it is needed. */
export function SupportLauncher({ top, bar }: SupportLauncherProps) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [chatId, setChatId] = useState<string | null>(null);
  const { userId } = useProfile();
  const [left] = useState(() => keptWriting.read(userId));
  const [draft, setDraft] = useState(left.draft);
  const button = useRef<HTMLButtonElement>(null);
  const isAtRest = useAtRest();
  const current = useQuery({ ...currentChatQuery, enabled: isAtRest || opened }).data?.chat ?? null;
  const outgoing = useOutgoing(setChatId, left.outgoing);
  useEffect(() => {
    const onTheirWay = outgoing.messages.map(({ clientId, text }) => ({ clientId, text }));
    keptWriting.keep(userId, { draft, outgoing: onTheirWay });
  }, [userId, draft, outgoing.messages]);
  const [params] = useSearchParams();
  useOpenedByAddress(
    asksForWindow(params.get(CHAT_PARAM), current),
    () => setOpened(true),
    () => setOpened(false),
  );

  // The window shows the open chat, or one that ended with something unread, and keeps it when it ends meanwhile.
  const currentId = current?.id ?? null;
  // Anyone who opens it again before the server has ended what they closed begins anew.
  const [leavingId, setLeavingId] = useState<string | null>(null);
  useEffect(() => {
    if (opened && currentId !== null && currentId !== leavingId) setChatId(currentId);
  }, [opened, currentId, leavingId]);

  const hide = () => {
    setOpened(false);
    button.current?.focus();
  };
  const end = async () => {
    if (chatId === null) return;
    try {
      takeAnswer(client, await api.support.closeSupportChat({ id: chatId }));
    } catch (error) {
      // It stays open then, which the next look shows.
      console.error(error);
    }
    await client.invalidateQueries({ queryKey: currentChatQuery.queryKey });
  };
  const close = () => {
    hide();
    if (current && current.id === chatId && endsWithWindow(current.status)) {
      setLeavingId(chatId);
      void end().finally(() => setLeavingId(null));
    }
    // What has ended is found among the earlier chats.
    if (current?.status !== 'escalated') setChatId(null);
  };

  const unread = current?.unread ?? 0;
  const phone = useIsPhone();
  // Beside the page it is no overlay.
  useWayBackCloses(phone && opened, hide);
  const place = usePlace(phone ? bar : top);
  const isOnPage = useLocation().pathname === urls.support;
  const launcher = (
    <button
      ref={button}
      type="button"
      className={phone ? bottomItem : IN_TOP_BAR}
      aria-haspopup="dialog"
      aria-expanded={opened}
      // In the bottom navigation it stands for the page of the earlier chats as well.
      aria-current={phone && isOnPage ? 'true' : undefined}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => (opened ? hide() : setOpened(true))}
    >
      <Icon as={IconMessage} />
      <span className={phone ? undefined : '@max-[860px]:hidden'} aria-hidden>
        Support
      </span>
      <span className="vh">{opened ? 'Support-Chat verkleinern' : openingLabel(unread)}</span>
      {unread > 0 && !opened && (
        <span
          className={`${BADGE} ${phone ? 'top-1.5 right-[calc(50%_-_24px)]' : 'top-1 left-4'}`}
          aria-hidden
        >
          {unread > LIMITS.notificationBadgeMax ? `${LIMITS.notificationBadgeMax}+` : unread}
        </span>
      )}
    </button>
  );
  return (
    <>
      {place && createPortal(launcher, place)}
      {opened && (
        <LazySection load={loadPanel} frame={(words) => <MissingPanel onClose={hide}>{words}</MissingPanel>}>
          {({ SupportPanel }) => (
            <SupportPanel
              chatId={chatId}
              draft={draft}
              onDraft={setDraft}
              outgoing={outgoing}
              onMinimise={hide}
              onClose={close}
              onEnd={() => void end()}
              onNewChat={() => setChatId(null)}
            />
          )}
        </LazySection>
      )}
    </>
  );
}

/** The element, known here and not above, so that the frame is not drawn a second time for it. */
function usePlace(ref: RefObject<HTMLElement | null>): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(ref.current), [ref]);
  return place;
}

const openingLabel = (unread: number): string =>
  unread > 0 ? `Support-Chat öffnen, ${unread} ungelesen` : 'Support-Chat öffnen';

/** Opens by the address, once; on phones, where the window covers the page, another page takes it away. */
function useOpenedByAddress(isAsked: boolean, open: () => void, leave: () => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const path = useRef(pathname);
  const follow = useEffectEvent(() => {
    if (isAsked) {
      const params = new URLSearchParams(search);
      params.delete(CHAT_PARAM);
      const rest = params.toString();
      void navigate(
        { pathname, search: rest && `?${rest}`, hash },
        { replace: true, preventScrollReset: true },
      );
      open();
    } else if (phone && path.current !== pathname) leave();
    path.current = pathname;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the address is looked at.
  useEffect(() => follow(), [pathname, search, isAsked]);
}

interface MissingPanelProps {
  onClose: () => void;
  /** What is missing, and what can be done. */
  children: ReactNode;
}

/** The chat window when its program could not be loaded. */
function MissingPanel({ onClose, children }: MissingPanelProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <ChatWindow
      onEscape={onClose}
      buttons={<IconButton ref={close} icon={IconX} label="Chat schließen" onClick={onClose} />}
    >
      {children}
    </ChatWindow>
  );
}
