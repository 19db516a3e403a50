import { type SubmitEvent, useRef, useState } from 'react';
import { lengthProblem } from '../../lib/text-length.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import type { AuthFailure } from './auth-api.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { failureText } from './identity-texts.ts';
import classes from './settings.module.css';

const LONGEST_NAME = 60;

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
  const [name, setName] = useState(initialName);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const tooLong = lengthProblem(name, LONGEST_NAME);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found = name.trim() === '' ? 'Bitte geben Sie einen Namen ein.' : undefined;
    setProblem(found);
    setFailure(undefined);
    if (found || tooLong) return focusFirstInvalid(form.current);
    setPending(true);
    const refusal = await onName(name.trim());
    setPending(false);
    setFailure(refusal);
  };

  return (
    <form ref={form} className={`${classes.block} ${classes.dialogForm}`} onSubmit={submit} noValidate>
      {isNew && (
        <p>Ihr Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN und merkt sich den Passkey.</p>
      )}
      <TextField
        label="Name"
        name="passkey-name"
        autoComplete="off"
        required
        data-autofocus
        help="Damit Sie ihn in dieser Liste wiedererkennen."
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(undefined);
        }}
        problem={tooLong ?? problem}
      />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <div className={classes.actions}>
        <Button type="submit" look="primary" pending={pending}>
          {isNew ? 'Weiter' : 'Name speichern'}
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </div>
    </form>
  );
}
