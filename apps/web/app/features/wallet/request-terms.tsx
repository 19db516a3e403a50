import { FEES, LIMITS, type RequestKind } from '@botdepot/contract';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { Amount } from '../../ui/amount.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Panel } from '../../ui/panel.tsx';
import { USUAL_TIME } from './request-timeline.ts';
import classes from './wallet.module.css';
import { REQUEST_WORDS } from './wallet-texts.ts';

/** Limits, fee and time from the catalogue, the same that the server enforces. */
export function RequestTerms({ kind }: { kind: RequestKind }) {
  const { noun } = REQUEST_WORDS[kind];
  const { minimum, maximum } = LIMITS[kind];
  return (
    <Panel title="Bedingungen">
      <Ledger
        compact
        caption={`Bedingungen einer ${noun}`}
        head={{ label: noun, amount: REQUEST_UNIT }}
        lines={[
          { label: 'Mindestens', amount: <Amount value={minimum} /> },
          { label: 'Höchstens', amount: <Amount value={maximum} /> },
          { label: 'Gebühr', amount: <Amount value={FEES[kind]} /> },
        ]}
      />
      <p className={classes.terms}>
        {`${USUAL_TIME[kind]} Solange geprüft wird, können Sie stornieren. 1\u00a0${REQUEST_UNIT} ist hier 1\u00a0${WALLET_UNIT}, beides Spielgeld.`}
      </p>
    </Panel>
  );
}
