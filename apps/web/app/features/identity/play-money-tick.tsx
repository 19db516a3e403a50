import { useId } from 'react';
import { BRAND_NAME } from '../../lib/brand.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import classes from './play-money-tick.module.css';

/** Anyone who opens an account says that they know what it is not. */
export function PlayMoneyTick({ problem, ...tick }: FieldProps<boolean>) {
  const problemId = useId();
  return (
    <div className={classes.field}>
      <label className={classes.tick}>
        <Checkbox
          {...tick}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
        />
        <span>
          <b>Spielgeld verstanden.</b> {BRAND_NAME} arbeitet nur mit Spielgeld. Ich kann hier kein echtes Geld
          einzahlen, gewinnen oder auszahlen lassen.
        </span>
      </label>
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </div>
  );
}
