import { DESK_LIMITS, type DeskChat, isSomebodyElses, SUPPORT_LIMITS } from '@botdepot/contract';
import { clsx } from 'clsx';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { errorText } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import {
  type CannedFacts,
  type CannedReply,
  cannedReplies,
  findCanned,
  type Inserted,
  insertBetween,
  referencesOf,
  slashAt,
} from './canned-replies.ts';
import { useCreateNote, useReply, useSetAssignee, useTextBlocks } from './desk.queries.ts';
import { type DraftTarget, deskDrafts, newDraft, withoutSent } from './desk-drafts.ts';

const REPLY = clsx(
  'relative grid flex-none grid-cols-1 gap-2 px-(--pad) pt-3 pb-4 border-t border-border',
  'data-[target=note]:bg-warn-soft',
);
const KEY_HINT = clsx(
  'text-xs text-muted whitespace-nowrap [&_kbd]:py-0.5 [&_kbd]:px-1.5 [&_kbd]:border',
  '[&_kbd]:border-control [&_kbd]:rounded-[4px] [&_kbd]:[font-family:inherit] [&_kbd]:font-semibold',
  '[&_kbd]:text-text @max-[1000.02px]:hidden',
  'max-md:hidden',
);

interface DeskComposerProps {
  chat: DeskChat;
  ownUserId: string;
  /** For canned replies that name what is open. */
  facts: CannedFacts;
  field: RefObject<HTMLTextAreaElement | null>;
  focusAtOnce: boolean;
  onLeave?: (() => void) | undefined;
}

const TARGETS = [
  { value: 'reply', label: 'An den Kunden' },
  { value: 'note', label: 'Nur fürs Team' },
] as const satisfies readonly { value: DraftTarget; label: string }[];

const LIMIT: Record<DraftTarget, number> = {
  reply: SUPPORT_LIMITS.messageLength,
  note: DESK_LIMITS.noteLength,
};

/** Enter sends, Shift+Enter begins a new line. What was not taken stays in the field. */
export function DeskComposer(props: DeskComposerProps) {
  const { chat, ownUserId, facts, field, focusAtOnce, onLeave } = props;
  const [drafts, setDrafts] = useState(() => deskDrafts.read(ownUserId, chat.id));
  const [target, setTarget] = useState<DraftTarget>(() =>
    drafts.reply.text === '' && drafts.note.text !== '' ? 'note' : 'reply',
  );
  const [asksFirst, setAsksFirst] = useState(false);
  const [noBlock, setNoBlock] = useState('');
  const done = () => field.current?.focus({ preventScroll: true });
  const reply = useReply({ onDone: done });
  const note = useCreateNote({ onDone: done });
  const takeOver = useSetAssignee({ onDone: () => sendReply() });
  const listId = useId();

  const { text: draft, clientId } = drafts[target];
  const isPending = reply.pending || note.pending || takeOver.pending;
  const error = target === 'note' ? note.error : (reply.error ?? takeOver.error);
  const change = (text: string) => {
    for (const { error: failed, forget } of [reply, note, takeOver]) if (failed) forget();
    setAsksFirst(false);
    setDrafts((known) => ({ ...known, [target]: newDraft(text) }));
  };
  const canned = useCannedReplies({ field, draft, facts, enabled: target === 'reply' && !isPending, change });
  useEffect(() => deskDrafts.keep(ownUserId, chat.id, drafts), [ownUserId, chat.id, drafts]);
  useEffect(
    () =>
      deskDrafts.onSent((chatId, where, sent) => {
        if (chatId === chat.id) setDrafts((known) => withoutSent(known, where, sent));
      }),
    [chat.id],
  );
  // The field comes after the messages, when a dialog has long placed the focus.
  useEffect(() => {
    if (focusAtOnce) field.current?.focus({ preventScroll: true });
  }, [field, focusAtOnce]);

  const message = draft.trim();
  const tooLong = lengthProblem(message, LIMIT[target]);
  const sendReply = (overAssignee?: string) => {
    setAsksFirst(false);
    const input = { id: chat.id, clientId, message };
    reply.run(overAssignee ? { ...input, overAssignee } : input);
  };
  const send = () => {
    if (message === '' || tooLong || isPending) return;
    // Its block does not exist or has not been loaded; no customer should read its name.
    if (target === 'reply' && /^\/\S+$/.test(message)) setNoBlock(message);
    else if (target === 'note') note.run({ id: chat.id, clientId, note: message });
    else if (isSomebodyElses(chat.assignee, ownUserId)) setAsksFirst(true);
    else sendReply();
  };
  const takeOverAndSend = () =>
    takeOver.run({ id: chat.id, assignee: ownUserId, expected: chat.assignee?.userId ?? null });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    // Enter that ends a composition (accents, other scripts) belongs to the keyboard.
    if (event.nativeEvent.isComposing || canned.press(event)) return;
    if (event.key === 'Escape' && onLeave) {
      event.preventDefault();
      onLeave();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const insert = (piece: string) => {
    const at = field.current?.selectionEnd ?? draft.length;
    canned.place(insertBetween(draft, at, at, piece));
  };
  const isNote = target === 'note';
  const problem =
    tooLong ??
    (noBlock !== '' && noBlock === message ? `Den Textbaustein ${message} gibt es hier nicht.` : null) ??
    (error ? `${isNote ? 'Nicht gespeichert' : 'Nicht gesendet'}. ${errorText(error)}` : null);
  return (
    <form className={REPLY} data-target={target} onSubmit={submit}>
      {canned.open && (
        <CannedPicker
          id={listId}
          replies={canned.found}
          current={canned.current}
          onChoose={canned.choose}
          onKeys={(event) => void canned.press(event)}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 max-md:[&>fieldset]:flex-[1_1_14rem]">
        <Segments label="Für wen" options={TARGETS} value={target} onChange={setTarget} />
        {isNote ? (
          <span className="small muted">Der Kunde liest das nie.</span>
        ) : (
          <Chip onClick={() => insert('/')}>Textbaustein</Chip>
        )}
      </div>
      <TextAreaField
        ref={field}
        label={<span className="vh">{isNote ? 'Interne Notiz' : 'Antwort'}</span>}
        placeholder={isNote ? 'Notiz für das Team' : 'Antwort schreiben, / für Textbausteine'}
        rows={2}
        value={draft}
        readOnly={isPending}
        enterKeyHint="send"
        problem={problem}
        onChange={(event) => {
          change(event.currentTarget.value);
          canned.look();
        }}
        onKeyDown={press}
        onSelect={canned.look}
        aria-autocomplete={isNote ? undefined : 'list'}
        aria-controls={canned.open ? listId : undefined}
        aria-activedescendant={canned.open ? optionId(listId, canned.current) : undefined}
        // While the list is open Escape closes the list and not the dialog.
        data-mantine-stop-propagation={canned.open || undefined}
        data-autofocus
      />
      <span className="vh" role="status">
        {canned.open &&
          `${canned.found.length === 1 ? '1 Textbaustein' : `${canned.found.length} Textbausteine`}, mit den Pfeiltasten zu wählen`}
      </span>
      {asksFirst && chat.assignee ? (
        <ForeignChat
          email={chat.assignee.email}
          onTakeOver={takeOverAndSend}
          onSend={() => sendReply(chat.assignee?.userId)}
          onCancel={() => {
            setAsksFirst(false);
            field.current?.focus();
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {!isNote &&
            referencesOf(facts).map((reference) => (
              <Chip key={reference} onClick={() => insert(reference)}>
                {reference}
                <span className="max-md:absolute max-md:size-px max-md:overflow-hidden max-md:[clip-path:inset(50%)]">
                  einfügen
                </span>
              </Chip>
            ))}
          <span className="flex items-center gap-2 ml-auto">
            <span className={KEY_HINT}>
              <kbd>Enter</kbd> {isNote ? 'Speichern' : 'Senden'}
            </span>
            <Button look="primary" type="submit" pending={isPending} disabled={tooLong !== null}>
              {isNote ? 'Notiz speichern' : 'Senden'}
            </Button>
          </span>
        </div>
      )}
    </form>
  );
}

interface ForeignChatProps {
  /** Whose chat it is. */
  email: string;
  onTakeOver: () => void;
  onSend: () => void;
  onCancel: () => void;
}

/** In the place of the send button: two people answering one customer without knowing of each other would confuse them. */
function ForeignChat({ email, onTakeOver, onSend, onCancel }: ForeignChatProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid gap-2" role="alertdialog" aria-label="Chat von jemand anderem">
      <Notice kind="warning" title={`${email} bearbeitet diesen Chat.`}>
        Ihre Antwort ist noch nicht gesendet.
      </Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <Button ref={first} size="sm" onClick={onCancel}>
          Nicht senden
        </Button>
        <Button size="sm" onClick={onSend}>
          Trotzdem senden
        </Button>
        <Button size="sm" look="primary" onClick={onTakeOver}>
          Übernehmen und senden
        </Button>
      </div>
    </div>
  );
}

const LIST = clsx(
  'absolute right-(--pad) bottom-full left-(--pad) z-5 max-h-[min(20rem,45dvh)] -mb-1 p-1',
  'overflow-y-auto overscroll-contain border border-control rounded-control bg-surface',
);
const OPTION = clsx(
  'grid gap-0.5 min-h-11 py-2 px-3 rounded-[6px] text-sm cursor-pointer',
  'hover:bg-bg aria-selected:bg-primary-soft aria-selected:[box-shadow:inset_3px_0_0_var(--primary)]',
);

interface CannedPickerProps {
  id: string;
  replies: readonly CannedReply[];
  /** Where the keyboard stands; the focus stays in the reply field. */
  current: number;
  onChoose: (reply: CannedReply) => void;
  /** The keys of the list, wherever the focus is. */
  onKeys: (event: KeyboardEvent) => void;
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The canned replies above the reply field, chosen by arrow keys and Enter or by a press. */
function CannedPicker({ id, replies, current, onChoose, onKeys }: CannedPickerProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={list}
      id={id}
      className={LIST}
      role="listbox"
      aria-label="Textbausteine"
      aria-activedescendant={optionId(id, current)}
      // What scrolls has to be reachable by keys.
      tabIndex={0}
      data-mantine-stop-propagation
      onKeyDown={onKeys}
    >
      {replies.map((reply, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
        <div
          key={reply.id}
          id={optionId(id, index)}
          className={OPTION}
          role="option"
          aria-selected={index === current}
          // The press must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
        >
          <span className="font-620">
            {reply.label} <span className="font-book text-muted">/{reply.name}</span>
          </span>
          <span className="overflow-hidden text-ellipsis whitespace-nowrap text-muted">{reply.text}</span>
        </div>
      ))}
    </div>
  );
}

interface CannedInput {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  facts: CannedFacts;
  enabled: boolean;
  change: (text: string) => void;
}

/** The list of canned replies that a slash in the reply field opens, with its keys. */
function useCannedReplies({ field, draft, facts, enabled, change }: CannedInput) {
  const [caret, setCaret] = useState(0);
  /** Where the slash stands whose list was closed by Escape. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const caretAfter = useRef<number | null>(null);
  const blocks = useTextBlocks();
  const replies = useMemo(() => cannedReplies(blocks, facts), [blocks, facts]);

  const slash = enabled ? slashAt(draft, Math.min(caret, draft.length)) : null;
  const found = slash === null ? [] : findCanned(replies, slash.query);
  const open = slash !== null && slash.from !== dismissedAt && found.length > 0;
  const current = Math.min(chosen, Math.max(0, found.length - 1));

  // Setting the value moves the caret to the end; it belongs behind what was put in.
  useLayoutEffect(() => {
    const box = field.current;
    if (caretAfter.current === null || !box) return;
    box.focus();
    box.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const place = ({ text, caret: at }: Inserted) => {
    caretAfter.current = at;
    setCaret(at);
    setDismissedAt(null);
    setChosen(0);
    change(text);
  };
  const choose = (reply: CannedReply) => {
    if (slash) place(insertBetween(draft, slash.from, slash.to, reply.text));
  };
  const look = () => {
    const at = field.current?.selectionEnd ?? 0;
    if (at === caret) return;
    setCaret(at);
    setChosen(0);
    if (slashAt(field.current?.value ?? '', at) === null) setDismissedAt(null);
  };
  /** Whether the key was one of the list's. */
  const press = (event: KeyboardEvent): boolean => {
    if (!open || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const reply = found[current];
    if (event.key === 'ArrowDown') setChosen((current + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen((current - 1 + found.length) % found.length);
    else if (event.key === 'Enter' && reply) choose(reply);
    else if (event.key === 'Escape') setDismissedAt(slash.from);
    else return false;
    event.preventDefault();
    return true;
  };
  return { open, found, current, choose, look, press, place };
}
