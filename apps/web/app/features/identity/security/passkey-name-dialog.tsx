import { lengthProblem } from '../../../lib/form/text-length.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { nameProblem } from '../account/name-problem.ts';
import type { AuthFailure } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';

const LONGEST = 60;

interface PasskeyNameDialogProps {
  opened: boolean;
  /** The device is asked afterwards; else only the name changes. */
  isNew: boolean;
  initialName: string;
  onClose: () => void;
  onClosed: () => void;
  /** Closes the dialog itself when it succeeds; the answer is a refusal to show here. */
  onName: (name: string) => Promise<AuthFailure | undefined>;
}

export function PasskeyNameDialog(props: PasskeyNameDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onClosed={props.onClosed}
      title={props.isNew ? 'Passkey hinzufügen' : 'Passkey umbenennen'}
      size="30rem"
      flush
    >
      <NameForm {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that it begins anew each time. */
function NameForm({ isNew, initialName, onClose, onName }: PasskeyNameDialogProps) {
  const form = useForm({
    initialValues: { name: initialName },
    validate: { name: (name) => nameProblem(name, LONGEST) },
  });
  const { name } = form.fields;

  const send = async () => {
    const refusal = await onName(name.value.trim());
    if (refusal) form.refuse({ failure: failureText(refusal) });
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5 px-(--pad) pt-5 pb-(--pad)">
      {isNew && (
        <p>Ihr Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN und merkt sich den Passkey.</p>
      )}
      <TextField
        {...name}
        label="Name"
        name="passkey-name"
        autoComplete="off"
        required
        data-autofocus
        help="Damit Sie ihn in dieser Liste wiedererkennen."
        problem={lengthProblem(name.value, LONGEST) ?? name.problem}
      />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" pending={form.submitting}>
          {isNew ? 'Weiter' : 'Name speichern'}
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </div>
    </form>
  );
}
