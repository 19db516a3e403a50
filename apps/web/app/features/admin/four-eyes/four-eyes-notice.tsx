import { type Approval, FOUR_EYES } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { Link } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { NBSP } from '../../../lib/numbers.ts';
import { useProfile } from '../../../lib/profile.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { urls } from '../../../lib/urls.ts';
import { Notice } from '../../../ui/notice.tsx';
import classes from './four-eyes.module.css';
import { type SecondAdmin, useNeededSecond } from './use-second-admin.ts';

/** Says from the start that one admin is not enough for this, and what happens instead. */
export function FourEyesNotice({ second }: { second: Pick<SecondAdmin, 'thresholdUsd' | 'error'> }) {
  const { thresholdUsd, error } = second;
  const failure = Boolean(error) && !asksForProof(error) && (
    <Notice kind="warning">{errorText(error)}</Notice>
  );
  if (thresholdUsd === null) return failure;
  return (
    <>
      <Notice kind="info" title={`Ab ${inUsdt(fromWire(thresholdUsd))} braucht es eine zweite Person`}>
        {`Gebucht wird erst, wenn ein anderer Administrator das freigibt. Ohne Entscheidung verfällt die Vorlage nach ${FOUR_EYES.approvalHours}${NBSP}Stunden.`}
      </Notice>
      {failure}
    </>
  );
}

/** The same in a form, as soon as its amount is known. */
export function FourEyesHint({ amount }: { amount: Micros | null }) {
  const thresholdUsd = useNeededSecond(amount);
  return (
    <output className={classes.hint}>
      {thresholdUsd !== null && <FourEyesNotice second={{ thresholdUsd, error: null }} />}
    </output>
  );
}

/** In place of the notice when the same waits already. */
export function WaitingNotice({ approval }: { approval: Approval }) {
  const { id, reference, requestedBy, requestedAt } = approval;
  const by = requestedBy.userId === useProfile().userId ? 'Ihnen' : requestedBy.email;
  return (
    <Notice kind="info" title="Wartet auf zweite Person">
      <p>
        {`Vorgelegt von ${by} am ${formatDateTime(requestedAt)}. `}
        <Link className="link nowrap" to={urls.adminApproval(id)}>{`Vorlage ${reference} öffnen`}</Link>
      </p>
    </Notice>
  );
}
