import type { ReconciliationResult, ReconciliationRunDetail } from '@botdepot/contract';
import { Link } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CountPill } from '../../../ui/status-pill.tsx';
import classes from './reconciliation.module.css';
import { comparedText, differenceText, sampleFacts, violationsText } from './reconciliation-texts.ts';

/** What a run found, rule by rule, with the first of the rows that break it. Nothing when all is well. */
export function Deviations({ run }: { run: ReconciliationRunDetail }) {
  const broken = run.results.filter(({ violations }) => violations > 0);
  if (broken.length === 0) return null;
  return (
    <Panel
      title={
        <span className={classes.title}>
          Abweichungen <CountPill count={broken.length} />
        </span>
      }
      note="Der Abgleich ändert nichts. Er zeigt, wo nachzusehen ist."
    >
      {broken.map((result) => (
        <BrokenRule key={result.name} result={result} />
      ))}
    </Panel>
  );
}

function BrokenRule({ result }: { result: ReconciliationResult }) {
  const { name, description, difference, sample } = result;
  const apart = difference === null ? '' : `, Differenz ${differenceText(difference)}\u00a0USDT`;
  return (
    <section className={classes.case}>
      <h3>{description}</h3>
      <p>{`Verletzt: ${violationsText(result)} unter ${comparedText(result)}${apart}.`}</p>
      {sample.map((row) => (
        <div key={JSON.stringify(row)} className={classes.sample}>
          <KeyValues facts={sampleFacts(name, row)} />
          {typeof row.user_id === 'string' && (
            <Link className="link small" to={urls.adminCustomer(row.user_id)}>
              Kunde öffnen
            </Link>
          )}
          {name === 'audit-chain' && typeof row.seq === 'number' && (
            <Link className="link small" to={urls.adminAuditEntry(row.seq)}>
              Eintrag öffnen
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}
