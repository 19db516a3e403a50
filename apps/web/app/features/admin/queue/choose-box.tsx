import { useEffect, useRef } from 'react';
import type { OpenRequest } from '../open-request.ts';
import type { Selection } from '../use-selection.ts';
import classes from './queue.module.css';

interface ChooseBoxProps {
  request: OpenRequest;
  selection: Selection<OpenRequest>;
}

export function ChooseBox({ request, selection }: ChooseBoxProps) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
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
  const box = useRef<HTMLInputElement>(null);
  const chosen = requests.filter(({ id }) => selection.has(id)).length;
  const all = requests.length > 0 && chosen === requests.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <label className={classes.box} data-all>
      <input
        ref={box}
        type="checkbox"
        aria-label="Alle auf dieser Seite wählen"
        checked={all}
        disabled={requests.length === 0}
        onChange={() => (all ? selection.remove(requests) : selection.add(requests))}
      />
    </label>
  );
}
