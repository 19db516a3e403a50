import { type Customer, LIMITS, OWN_BOT_LIMITS, type OwnBotQuota } from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, toWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { amountAsText, readAmountText } from '../../../lib/form/typed.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextAreaField, TextField } from '../../../ui/form/field.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

const BARRED = clsx(
  'grid grid-cols-[auto_minmax(0,1fr)] gap-3 text-sm',
  '[&_small]:block [&_small]:mt-1 [&_small]:text-[12px]/4 [&_small]:text-muted',
);
const { minLength, maxLength } = LIMITS.bookingReason;

interface QuotaDialogProps {
  opened: boolean;
  customer: Customer;
  /** As it was when the dialog was opened. */
  quota: OwnBotQuota;
  onClose: () => void;
}

/** What one person may have in own bots. A field that is left empty holds as for everybody. */
export function QuotaDialog({ opened, customer, quota, onClose }: QuotaDialogProps) {
  const { userId, email } = customer;
  const { forAll } = quota;
  const form = useForm({
    initialValues: {
      live: quota.live === null ? '' : String(quota.live),
      capital: quota.capitalUsd === null ? '' : amountAsText(fromWire(quota.capitalUsd)),
      isBarred: quota.isBarred,
      reason: '',
    },
    mends: { live: ['failure'], capital: ['failure'], isBarred: ['failure'] },
    validate: {
      live: liveProblem,
      capital: (text) => (text.trim() === '' ? null : readAmountText(text).problem),
      reason: (text) =>
        text.trim().length < minLength ? 'Bitte geben Sie einen Grund an.' : lengthProblem(text, maxLength),
    },
  });
  const set = useCommand('admin.setTestbenchQuota', {
    onDone: () => {
      toast.success('Grenzen geändert', email);
      onClose();
    },
    onFailed: (error) => form.refuse({ failure: errorText(error) }),
  });
  const send = (values: typeof form.values) => {
    const { amount } = readAmountText(values.capital);
    const next = {
      live: values.live.trim() === '' ? null : Number(values.live),
      capitalUsd: amount === null ? null : toWire(amount),
      isBarred: values.isBarred,
    };
    if (isSame(quota, next)) form.refuse({ failure: 'Daran hat sich nichts geändert.' });
    else set.run({ userId, ...next, reason: values.reason.trim() });
  };
  const { live, capital, isBarred, reason } = form.fields;
  return (
    <Dialog opened={opened} onClose={onClose} title="Grenzen für eigene Bots">
      <form {...form.props(send)} className="grid gap-4">
        <p className="text-sm text-muted wrap-anywhere">{`Für ${email}`}</p>
        <TextField
          label="Eigene Bots zugleich"
          inputMode="numeric"
          autoComplete="off"
          placeholder={String(forAll.live)}
          help={`Leer: wie alle, ${forAll.live}.`}
          data-autofocus
          {...live}
        />
        <MoneyInput
          label="Kapital darin zusammen"
          name={capital.name}
          text={capital.value}
          onTextChange={capital.onChange}
          serverProblem={capital.problem ?? null}
          placeholder={formatAmount(fromWire(forAll.capitalUsd))}
          unit={WALLET_UNIT}
          echo={(shown) => `Höchstens ${shown}.`}
          limitsText={`Leer: wie alle, ${inUsdt(fromWire(forAll.capitalUsd))}.`}
        />
        <label className={BARRED}>
          <Checkbox name={isBarred.name} checked={isBarred.checked} onChange={isBarred.onChange} />
          <span>
            Keine neuen Starts
            <small>Was läuft, läuft weiter und lässt sich beenden. Bauen und testen bleibt möglich.</small>
          </span>
        </label>
        <TextAreaField
          label="Grund, sichtbar für die Person"
          help="Er steht auch in der Prüfspur."
          rows={2}
          {...reason}
        />
        <Notice title="Was danach geschieht">
          Die Person erfährt die neuen Grenzen mit dem Grund, in der App und per E-Mail, je nach ihren
          Einstellungen. Was schon läuft, bleibt, auch wenn es darüber liegt.
        </Notice>
        {form.failure && <Notice kind="warning">{form.failure}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button look="primary" type="submit" pending={set.pending}>
            Grenzen ändern
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const WHOLE = /^\d{1,3}$/;

function liveProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (!WHOLE.test(typed) || Number(typed) > OWN_BOT_LIMITS.liveMost)
    return `Bitte eine ganze Zahl von 1 bis ${OWN_BOT_LIMITS.liveMost}, oder leer.`;
  return Number(typed) === 0 ? 'Um keine zuzulassen, sperren Sie neue Starts.' : null;
}

type Limits = Pick<OwnBotQuota, 'live' | 'capitalUsd' | 'isBarred'>;

const isSame = (a: Limits, b: Limits): boolean =>
  a.live === b.live &&
  a.isBarred === b.isBarred &&
  (a.capitalUsd === null || b.capitalUsd === null
    ? a.capitalUsd === b.capitalUsd
    : fromWire(a.capitalUsd) === fromWire(b.capitalUsd));
