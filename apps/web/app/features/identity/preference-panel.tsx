import type { ReactNode } from 'react';
import { errorText } from '../../lib/api.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { usePreferences } from './use-preferences.ts';

interface PreferencePanelProps extends Pick<ReturnType<typeof usePreferences>, 'change'> {
  title: string;
  control: ReactNode;
  /** An example of it. */
  sample?: ReactNode;
  note: string;
}

/** A choice that is kept at once. Whether it is has its place from the beginning, so that nothing moves. */
export function PreferencePanel({ title, change, control, sample, note }: PreferencePanelProps) {
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {control}
          <p className="text-sm font-550" role="status">
            {change.isPending && 'Wird gespeichert …'}
            {change.isSuccess && 'Gespeichert.'}
          </p>
          {change.isError && <FieldProblem>{errorText(change.error)}</FieldProblem>}
        </div>
        {sample}
        <p className="small muted">{note}</p>
      </div>
    </Panel>
  );
}
