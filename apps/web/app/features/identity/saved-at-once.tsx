import { errorText } from '../../lib/api.ts';
import { FieldProblem } from '../../ui/field.tsx';
import classes from './settings.module.css';
import type { usePreferences } from './use-preferences.ts';

/** Whether the last change is kept. It takes its place from the beginning, so that nothing moves. */
export function SavedAtOnce({ change }: Pick<ReturnType<typeof usePreferences>, 'change'>) {
  return (
    <>
      <p className={classes.savedAtOnce} role="status">
        {change.isPending && 'Wird gespeichert …'}
        {change.isSuccess && 'Gespeichert.'}
      </p>
      {change.isError && <FieldProblem>{errorText(change.error)}</FieldProblem>}
    </>
  );
}
