import type { RequestKind } from '@botdepot/contract';
import { type Approval, type DecisionOutcome, germanMessage } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { Link } from 'react-router';
import { errorText, isDecision } from '../../../lib/server/api.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import type { Decision } from '../admin-texts.ts';
import type { TeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE } from '../four-eyes/use-second-admin.ts';
import { needsTwo, OutcomeList, OutcomeRow } from '../outcome-list.tsx';
import { type OpenRequest, sumOf } from '../review/open-request.ts';
import { BULK_WORDS, countOf, layLabel } from './bulk-words.ts';
import type { Laying } from './use-lay-before.ts';

interface BulkOutcomesProps {
  opened: boolean;
  kind: RequestKind;
  decision: Decision;
  /** What was decided on, as it was then. */
  requests: readonly OpenRequest[];
  outcomes: readonly DecisionOutcome[];
  laying: Laying;
  /** With what is laid before a second admin from here. */
  note: TeamNote;
  /** The last try did not come through. */
  error: unknown;
  pending: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** One result per row. A row that failed stopped no other; what needs two can be laid before a second admin from here. */
export function BulkOutcomes(props: BulkOutcomesProps) {
  const { opened, kind, decision, requests, outcomes, laying, note, error, pending, onClose, onRetry } =
    props;
  const done = decidedOf(requests, outcomes);
  const canRetry = outcomes.some((outcome) => !outcome.ok && !isDecision(outcome.code));
  const toLay = requests.filter(
    ({ id }) => !laying.laid.has(id) && outcomes.some((outcome) => outcome.id === id && needsTwo(outcome)),
  );
  const layWith = async (rows: readonly OpenRequest[]) => {
    const text = note.take();
    if (text !== null) await laying.lay(rows, text);
  };
  // What went wrong is what there is to read.
  const ordered = [...outcomes].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Dialog
      opened={opened}
      onClose={() => !laying.pending && onClose()}
      title="Ergebnis je Antrag"
      note={`${done.length} von ${countOf(kind, outcomes.length)} ${BULK_WORDS[decision].done.toLowerCase()} · ${inUsd(sumOf(done))}`}
      foot={
        <>
          {canRetry && (
            <Button pending={pending} onClick={onRetry}>
              Fehlende erneut versuchen
            </Button>
          )}
          <Button look={toLay.length > 1 ? 'default' : 'primary'} onClick={onClose} data-autofocus>
            Schließen
          </Button>
          {toLay.length > 1 && (
            <Button look="primary" pending={laying.pending} onClick={pressed(() => layWith(toLay))}>
              {layLabel(toLay)}
            </Button>
          )}
        </>
      }
    >
      <OutcomeList>
        {ordered.map((outcome) => {
          const request = requests.find(({ id }) => id === outcome.id);
          return (
            <OutcomeRow key={outcome.id} row={request} id={outcome.id}>
              {request && !outcome.ok && needsTwo(outcome) ? (
                <ForSecond request={request} outcome={outcome} laying={laying} onLay={layWith} />
              ) : (
                <>
                  {outcome.ok ? (
                    <StatusPill tone="done">{BULK_WORDS[decision].done}</StatusPill>
                  ) : (
                    <StatusPill tone="refused">{BULK_WORDS[decision].notDone}</StatusPill>
                  )}
                  <small>
                    {outcome.ok
                      ? request && inUsd(request.amount)
                      : germanMessage(outcome.code, outcome.data)}
                  </small>
                </>
              )}
            </OutcomeRow>
          );
        })}
      </OutcomeList>
      {toLay.length > 0 && note.field()}
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </Dialog>
  );
}

type Refusal = Extract<DecisionOutcome, { ok: false }>;

interface ForSecondProps {
  request: OpenRequest;
  outcome: Refusal;
  laying: Laying;
  onLay: (rows: readonly OpenRequest[]) => Promise<void>;
}

function ForSecond({ request, outcome, laying, onLay }: ForSecondProps) {
  const { laid, errors, pending } = laying;
  const approval = laid.get(request.id);
  if (approval) return <Laid approval={approval} request={request} />;
  const error = errors.get(request.id);
  return (
    <>
      <StatusPill tone="pending">Braucht zweite Person</StatusPill>
      <small>
        {`${inUsd(request.amount)}. ${error === undefined ? germanMessage(outcome.code, outcome.data) : errorText(error)}`}
      </small>
      <span className="col-span-full pt-2">
        <Button size="sm" pending={pending} onClick={pressed(() => onLay([request]))}>
          {LAY_BEFORE}
          <span className="vh">{`: ${request.reference}`}</span>
        </Button>
      </span>
    </>
  );
}

function Laid({ approval, request }: { approval: Approval; request: OpenRequest }) {
  return (
    <>
      <StatusPill tone="pending">Liegt zur Freigabe vor</StatusPill>
      <small>
        {`${inUsd(request.amount)} · `}
        <Link
          className="link nowrap"
          to={urls.adminApproval(approval.id)}
        >{`Vorlage ${approval.reference} öffnen`}</Link>
      </small>
    </>
  );
}

/** The button may go away with its work; the focus stays in the dialog. */
function pressed(work: () => Promise<void>) {
  return ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const dialog = currentTarget.closest<HTMLElement>('[role="dialog"]');
    void work().then(() => {
      if (!currentTarget.isConnected) dialog?.focus();
    });
  };
}

/** Those on which the decision was made. */
export function decidedOf(
  requests: readonly OpenRequest[],
  outcomes: readonly DecisionOutcome[],
): OpenRequest[] {
  const ids = new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id));
  return requests.filter(({ id }) => ids.has(id));
}
