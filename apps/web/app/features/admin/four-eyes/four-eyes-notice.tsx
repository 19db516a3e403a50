import { type Approval, FOUR_EYES } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { thresholdSentence } from './approval-texts.ts';
import { type SecondAdmin, useThreshold } from './use-second-admin.ts';

/** Nothing to say takes no room. */
const HINT = 'empty:hidden';

interface FourEyesNoticeProps {
  second: Pick<SecondAdmin, 'needed' | 'threshold' | 'error'>;
  /** What is done only then. */
  done?: string;
}

/** Says from the start whether one admin is enough for this, what counts with it, and what happens instead. */
export function FourEyesNotice({ second, done = 'Gebucht' }: FourEyesNoticeProps) {
  const { needed, threshold, error } = second;
  const failure = Boolean(error) && <Notice kind="warning">{errorText(error)}</Notice>;
  if (threshold === null) return failure;
  if (!needed)
    return threshold.togetherUsd === null ? (
      failure
    ) : (
      <>
        <p className="small muted">{`${thresholdSentence(threshold)}.`}</p>
        {failure}
      </>
    );
  return (
    <>
      <Notice kind="info" title={thresholdSentence(threshold)}>
        {`${done} wird erst, wenn ein anderer Administrator das freigibt. Ohne Entscheidung verfällt die Vorlage nach ${FOUR_EYES.approvalHours}${NBSP}Stunden.`}
      </Notice>
      {failure}
    </>
  );
}

/** The same in a form, as soon as its amount is known. */
export function FourEyesHint({ amount }: { amount: Micros | null }) {
  const threshold = useThreshold('bookings', amount === null ? null : [amount]);
  return (
    <output className={HINT}>
      {threshold !== null && (
        <FourEyesNotice second={{ needed: threshold.needsSecond[0] === true, threshold, error: null }} />
      )}
    </output>
  );
}

interface WaitingNoticeProps {
  approval: Approval;
  title?: string | undefined;
  /** In place of the link to it. */
  children?: ReactNode;
}

/** In place of the notice when the same waits already. */
export function WaitingNotice({
  approval,
  title = 'Wartet auf zweite Person',
  children,
}: WaitingNoticeProps) {
  const { id, reference, requestedBy, requestedAt } = approval;
  const by = requestedBy.userId === useProfile().userId ? 'Ihnen' : requestedBy.email;
  return (
    <Notice kind="info" title={title}>
      <p className="wrap-anywhere">
        {`Vorgelegt von ${by} am ${formatDateTime(requestedAt)}. `}
        {children ?? (
          <Link className="link nowrap" to={urls.adminApproval(id)}>{`Vorlage ${reference} öffnen`}</Link>
        )}
      </p>
    </Notice>
  );
}
