import { DELETED_ACCOUNT, type OwnBotHold } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { type Concerned, type HoldStep, holdEffects, numberText } from './own-bot-words.ts';

interface HoldDialogProps {
  opened: boolean;
  step: HoldStep;
  concerned: Concerned;
  /** What lasts at every moment: somebody else may be faster while this is open. */
  hold: OwnBotHold | null;
  onClose: () => void;
}

/** The step before own bots are held or go on: whom it concerns, what happens then, and why. */
export function HoldDialog({ opened, step, concerned, hold, onClose }: HoldDialogProps) {
  const { botId } = concerned;
  const name = botId === null ? 'Alle eigenen Bots' : numberText(concerned.number);
  const isHold = step === 'hold';
  const { run, pending, done, error, refused } = useCommand(
    isHold ? 'admin.holdOwnBots' : 'admin.releaseOwnBots',
    {
      failed: {
        title: ADMIN_TOASTS.failed,
        text: isHold ? 'Es wurde nichts angehalten' : 'Es wurde nichts fortgesetzt',
      },
      onDone: () => {
        toast.success(
          `${name} ${isHold ? 'angehalten' : 'fortgesetzt'}`,
          isHold ? 'Verkauft wird zum nächsten Kurs.' : 'Entschieden wird bei der nächsten Kerze.',
        );
        onClose();
      },
    },
  );
  // After a lost answer it may be one's own doing that shows; the same key finds out.
  const isOvertaken = !pending && !done && error === null && isHold === (hold !== null);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`${name} ${isHold ? 'anhalten' : 'fortsetzen'}`}
      confirmLabel={labelOf(step, concerned)}
      isFinal={isOvertaken || refused}
      pending={pending}
      label={botId === null ? 'Grund, sichtbar für die Besitzer' : 'Grund, sichtbar für den Besitzer'}
      help="Er steht auch in der Prüfspur. Bitte keine persönlichen Angaben."
      effects={holdEffects(step, concerned)}
      refusal={error === null ? null : errorText(error)}
      onConfirm={(reason) => run({ botId, reason })}
    >
      {isOvertaken && (
        <Notice kind="warning">
          {hold
            ? `${hold.heldBy ?? 'Jemand anderes'} war schneller und hat am ${formatDateTime(hold.heldAt)} angehalten.`
            : 'Jemand anderes war schneller und hat schon fortgesetzt.'}
        </Notice>
      )}
      <KeyValues facts={[...concernedFacts(concerned), ...(isHold || !hold ? [] : lastingFacts(hold))]} />
    </ReasonDialog>
  );
}

function labelOf(step: HoldStep, { botId }: Concerned): string {
  if (botId === null) return step === 'hold' ? 'Alle anhalten' : 'Alle fortsetzen';
  return step === 'hold' ? 'Anhalten' : 'Fortsetzen';
}

const concernedFacts = (concerned: Concerned): KeyValue[] =>
  concerned.botId === null
    ? [
        { label: 'Laufende Bots', value: formatCount(concerned.runs) },
        { label: 'Personen', value: formatCount(concerned.people) },
        { label: 'Wartende Starts', value: formatCount(concerned.orders) },
      ]
    : concerned.run
      ? [
          { label: 'Besitzer', value: concerned.run.owner ?? DELETED_ACCOUNT },
          { label: 'Wert', value: inUsdt(fromWire(concerned.run.valueUsd)) },
        ]
      : [];

const lastingFacts = ({ heldAt, heldBy, reason }: OwnBotHold): KeyValue[] => [
  { label: 'Angehalten seit', value: formatDateTime(heldAt) },
  { label: 'Von', value: heldBy ?? 'einem gelöschten Konto' },
  { label: 'Grund', value: <bdi>{reason}</bdi> },
];
