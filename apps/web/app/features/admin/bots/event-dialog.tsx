import { type CalendarEntry, ERRORS, isolated, LIMITS } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { useState } from 'react';
import { windowText } from '../../../entities/bot/event-windows.ts';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode, errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { TextAreaField, TextField } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import {
  clockList,
  decisionTimesOf,
  durationText,
  type EventWindow,
  FULL_HOURS_NEEDED,
  isUnchanged,
  readWindow,
  textsOf,
  type WindowTexts,
  windowOf,
} from './event-window.ts';

interface EventDialogProps {
  opened: boolean;
  /** What is moved; null for a new one. */
  before: CalendarEntry | null;
  onClose: () => void;
}

const { minLength, maxLength } = LIMITS.bookingReason;
/** As long as the contract takes. */
const NAME_LENGTH = 120;
/** Nothing that is typed here can help. */
const FINAL = new Set([
  'EVENT_NOT_FOUND',
  'EVENT_BEGUN',
  'EVENT_CANCELLED',
  'FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
]);
const EMPTY: WindowTexts = { day: '', from: '', to: '' };
const WINDOW_FIELDS = [
  {
    part: 'day',
    label: 'Datum',
    placeholder: 'TT.MM.JJJJ',
    inputMode: 'numeric',
    missing: 'Bitte geben Sie ein Datum an.',
  },
  {
    part: 'from',
    label: 'Von',
    placeholder: '17:00',
    missing: 'Bitte geben Sie den Beginn an.',
  },
  { part: 'to', label: 'Bis', placeholder: '22:00', missing: 'Bitte geben Sie das Ende an.' },
] as const;

/** A window that is entered, or another name or time for one that has not begun. It says at once what NewsBot would do in it. */
export function EventDialog({ opened, before, onClose }: EventDialogProps) {
  const old = before && windowOf(before);
  const [name, setName] = useState(before?.name ?? '');
  const [texts, setTexts] = useState(old ? textsOf(old) : EMPTY);
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { run, error, pending, forget } = useCommand(
    before ? 'admin.moveTradingEvent' : 'admin.createTradingEvent',
    {
      failed: {
        title: ADMIN_TOASTS.failed,
        text: before ? 'Der Termin wurde nicht geändert' : 'Der Termin wurde nicht eingetragen',
      },
      onDone: (entry) => {
        toast.success(
          before ? 'Termin verschoben' : 'Termin eingetragen',
          `${isolated(entry.name)}, ${windowText(entry)}`,
        );
        onClose();
      },
    },
  );

  const { window, problems, hint } = readWindow(texts, old);
  const isPast = window !== null && window.startsAt <= Date.now() && window.startsAt !== old?.startsAt;
  const isSame = before !== null && isUnchanged(before, name, window);
  const isMissing = (text: string, least = 1) => wasSent && text.trim().length < least;
  const nameTooLong = lengthProblem(name, NAME_LENGTH);
  const reasonTooLong = lengthProblem(reason, maxLength);
  const isReady =
    name.trim() !== '' &&
    !nameTooLong &&
    !reasonTooLong &&
    window !== null &&
    !isPast &&
    !isSame &&
    (before === null || reason.trim().length >= minLength);
  const problemOf = (part: keyof WindowTexts) =>
    problems[part] ?? (part === 'from' && isPast ? 'Dieser Beginn ist schon vorbei.' : null);
  const send = () => {
    setWasSent(true);
    if (!isReady || window === null) return;
    const input = {
      name: name.trim(),
      startsAt: new Date(window.startsAt).toISOString(),
      endsAt: new Date(window.endsAt).toISOString(),
    };
    run(before ? { ...input, id: before.id, reason: reason.trim() } : input);
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={before ? 'Termin verschieben' : 'Termin eintragen'}
      confirmLabel={before ? 'Termin verschieben' : 'Termin eintragen'}
      confirmDisabled={FINAL.has(errorCode(error) ?? '')}
      onConfirm={send}
      pending={pending}
    >
      <TextField
        label="Name"
        placeholder="z. B. US-Arbeitsmarktdaten"
        problem={isMissing(name) ? 'Bitte geben Sie dem Termin einen Namen.' : nameTooLong}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          forget();
        }}
        data-autofocus
      />
      <div className="grid grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))] gap-4 items-start">
        {WINDOW_FIELDS.map(({ part, missing, ...field }) => (
          <TextField
            key={part}
            {...field}
            autoComplete="off"
            problem={problemOf(part) ?? (isMissing(texts[part]) ? missing : null)}
            value={texts[part]}
            onChange={(event) => {
              setTexts({ ...texts, [part]: event.currentTarget.value });
              forget();
            }}
          />
        ))}
      </div>
      <p className="small muted">Zeiten in Berlin. Ein Ende vor dem Beginn liegt am nächsten Tag.</p>
      <output className="grid gap-2 text-sm empty:hidden">
        {window && !isPast && <Foreseen window={window} hint={hint} />}
      </output>
      {before && (
        <TextAreaField
          label="Grund, für die Prüfspur"
          problem={isMissing(reason, minLength) ? 'Bitte geben Sie einen Grund an.' : reasonTooLong}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Notice title="Was danach geschieht">
        {before
          ? 'Der bisherige Termin wird abgesagt, der neue eingetragen, beides zugleich. Kunden sehen im Kalender nur noch den neuen.'
          : 'Der Termin steht sofort im Kalender, den die Kunden sehen. Bis kurz vor seinem Beginn lässt er sich verschieben oder absagen.'}
      </Notice>
      {wasSent && isSame && <Notice kind="warning">An diesem Termin hat sich nichts geändert.</Notice>}
      {error !== null && <Notice kind="warning">{refusalText(error)}</Notice>}
    </ConfirmDialog>
  );
}

/** What the fields mean, before anything is sent. */
function Foreseen({ window, hint }: { window: EventWindow; hint: string | null }) {
  const decisions = decisionTimesOf(window);
  return (
    <>
      <p>{`${windowText({ startsAt: iso(window.startsAt), endsAt: iso(window.endsAt) })}, ${durationText(window)}`}</p>
      {hint !== null && <p>{hint}</p>}
      {decisions.length > 0 ? (
        <p>{`Der NewsBot entscheidet um ${clockList(decisions)}.`}</p>
      ) : (
        <Notice kind="warning">
          {`In diesem Fenster würde der NewsBot nicht entscheiden: Es braucht mindestens ${HOURS_WORD} volle Stunden.`}
        </Notice>
      )}
    </>
  );
}

const HOURS_WORD = ['null', 'eine', 'zwei', 'drei', 'vier', 'fünf'][FULL_HOURS_NEEDED];

const iso = (at: number) => new Date(at).toISOString();
/** From when on a window can begin now, or when the one is that it meets. */
function refusalText(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof ORPCError)) return text;
  if (error.code === 'EVENT_BEGINS_TOO_SOON') {
    const data = ERRORS.EVENT_BEGINS_TOO_SOON.data.safeParse(error.data);
    return data.success ? `${text} Der früheste ist jetzt ${formatDateTime(data.data.earliest)}.` : text;
  }
  if (error.code === 'EVENT_OVERLAPS') {
    const data = ERRORS.EVENT_OVERLAPS.data.safeParse(error.data);
    return data.success ? `${text} Der ist am ${windowText(data.data)}.` : text;
  }
  return text;
}
