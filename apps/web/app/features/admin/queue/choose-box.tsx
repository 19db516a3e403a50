import { Checkbox } from '../../../ui/checkbox.tsx';
import type { OpenRequest } from '../review/open-request.ts';
import type { Selection } from '../use-selection.ts';
import classes from './queue.module.css';

interface ChooseBoxProps {
  request: OpenRequest;
  selection: Selection<OpenRequest>;
}

export function ChooseBox({ request, selection }: ChooseBoxProps) {
  return (
    <label className={classes.box}>
      <Checkbox
        checked={selection.has(request.id)}
        onChange={() => selection.toggle(request)}
        aria-label={`${request.reference} von ${request.email} wählen`}
      />
    </label>
  );
}

interface ChooseAllProps {
  requests: readonly OpenRequest[];
  selection: Selection<OpenRequest>;
}

export function ChooseAll({ requests, selection }: ChooseAllProps) {
  const chosen = requests.filter(({ id }) => selection.has(id)).length;
  const all = requests.length > 0 && chosen === requests.length;
  return (
    <label className={classes.box} data-all>
      <Checkbox
        aria-label="Alle auf dieser Seite wählen"
        checked={all}
        isPartly={chosen > 0 && !all}
        disabled={requests.length === 0}
        onChange={() => (all ? selection.remove(requests) : selection.add(requests))}
      />
    </label>
  );
}
