import { type AdminBot, BOTS, ERRORS } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { ORPCError } from '@orpc/client';
import { errorText } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { toast } from '../../../lib/toast.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { type KeyValue, KeyValues } from '../../../ui/key-values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { useWaitingPause } from '../four-eyes/four-eyes.queries.ts';
import { FourEyesNotice, WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { NOTE_TO_SECOND, useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from '../four-eyes/use-second-admin.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { type HoldStep, holdEffects } from './hold-effects.ts';

interface HoldDialogProps {
  opened: boolean;
  step: HoldStep;
  /** At every moment: somebody else may be faster while this is open. */
  bot: AdminBot;
  onClose: () => void;
}

/** The step before a bot is held or let go on: what happens then, whom it concerns, and why. */
export function HoldDialog({ opened, step, bot, onClose }: HoldDialogProps) {
  const { botType, pause } = bot;
  const { name } = BOTS[botType];
  const command = useCommand(step === 'pause' ? 'admin.pauseBot' : 'admin.resumeBot', {
    failed: {
      title: ADMIN_TOASTS.failed,
      text: step === 'pause' ? 'Der Bot wurde nicht angehalten' : 'Der Bot wurde nicht fortgesetzt',
    },
    onDone: () => {
      if (step === 'pause') toast.success(`${name} angehalten`, 'Er verkauft alles zum nächsten Kurs.');
      else toast.success(`${name} fortgesetzt`, 'Er handelt ab seiner nächsten Entscheidung wieder.');
      onClose();
    },
  });
  const { error, pending } = command;
  // Letting it go sells nothing, so one is enough.
  const atStake = step === 'pause' ? fromWire(bot.investors.value) : null;
  const second = useSecondAdmin('pauses', atStake, error);
  const waiting = useWaitingPause(botType);
  const waits = step === 'pause' && waiting && !second.pending ? waiting : undefined;
  const note = useTeamNote(NOTE_TO_SECOND, { help: 'Was haben Sie geprüft? Kunden lesen das nicht.' });
  const lay = (reason: string) => {
    const text = note.take();
    if (text !== null) second.lay({ kind: 'bot_pause', input: { botType, reason }, note: text }, onClose);
  };
  const refused = second.needed ? second.refused || waits !== undefined : command.refused;
  // After a lost answer it may be one's own doing that shows; the same key finds out.
  const isOvertaken = !pending && !command.done && error === null && (step === 'pause') === (pause !== null);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={step === 'pause' ? `${name} anhalten` : `${name} fortsetzen`}
      confirmLabel={second.needed ? LAY_BEFORE : step === 'pause' ? `${name} anhalten` : `${name} fortsetzen`}
      isFinal={isOvertaken || refused}
      pending={pending || second.pending}
      label="Grund, sichtbar für die Kunden"
      help="Er steht auch in der Prüfspur. Bitte keine persönlichen Angaben."
      besides={second.needed && !refused && note.field(second.unknown)}
      effects={holdEffects(bot, step, {
        forTwo: second.needed,
        ends: second.needed ? undefined : waits?.reference,
      })}
      refusal={error === null || second.needed ? null : refusalText(error)}
      onConfirm={(reason) => (second.needed ? lay(reason) : command.run({ botType, reason }))}
    >
      {isOvertaken && (
        <Notice kind="warning">
          {pause
            ? `${pause.pausedBy ?? 'Jemand anderes'} war schneller und hat den ${name} am ${formatDateTime(pause.pausedAt)} angehalten.`
            : `Jemand anderes war schneller und hat den ${name} schon fortgesetzt.`}
        </Notice>
      )}
      <KeyValues facts={factsOf(bot, step)} />
      {second.needed && waits ? (
        <WaitingNotice approval={waits} />
      ) : (
        <FourEyesNotice second={second} done="Angehalten" />
      )}
    </ReasonDialog>
  );
}

function factsOf({ pause, investors }: AdminBot, step: HoldStep): KeyValue[] {
  const { customers, investments, value } = investors;
  return [
    ...(step === 'resume' && pause
      ? [
          { label: 'Angehalten seit', value: formatDateTime(pause.pausedAt) },
          {
            label: 'Von',
            value: <span className="wrap-anywhere">{pause.pausedBy ?? 'einem gelöschten Konto'}</span>,
          },
          { label: 'Grund', value: <span className="wrap-anywhere">{pause.reason}</span> },
        ]
      : []),
    { label: 'Kunden', value: formatCount(customers) },
    {
      label: 'Anlagen',
      value: `${formatCount(investments)}, zusammen ${inUsdt(fromWire(value))}`,
    },
  ];
}

/** Who was faster, and when. */
function refusalText(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof ORPCError) || error.code !== 'BOT_PAUSED') return text;
  const data = ERRORS.BOT_PAUSED.data.safeParse(error.data);
  return data.success ? `${text} Das war am ${formatDateTime(data.data.at)}.` : text;
}
