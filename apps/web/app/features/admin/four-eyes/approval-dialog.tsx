import { type Approval, type ApprovalDetail, BOTS, germanMessage } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useState } from 'react';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode, errorText, isDecided } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { PlayMoneyMark } from '../../../ui/frame/play-money-bar.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { ApprovalEffect, ApprovalFacts } from './approval-facts.tsx';
import { approvalTitle, DECISION_TOASTS, KIND_WORDS, thresholdEffect } from './approval-texts.ts';
import { useApproval } from './four-eyes.queries.ts';
import { type TeamNote, useTeamNote } from './team-note.tsx';

interface ApprovalDialogProps {
  /** Null while it is closed. */
  id: string | null;
  ownUserId: string;
  onClose: () => void;
}

/** What stands in the way of this admin alone: others may approve it, and rejecting it asks for none of that. */
const ABOUT_THE_SECOND = new Set(['SECOND_ADMIN_TOO_NEW', 'OWN_ACCOUNT', 'OWN_REQUEST', 'OUTSIDE_FIELD']);

/** The step before a second admin decides: who asked for what, why, and what it would do at this moment. */
export function ApprovalDialog({ id, ...props }: ApprovalDialogProps) {
  // While it closes it shows what it showed. Each opening is a new dialog: without the note and the failure of the one before.
  const [last, setLast] = useState({ id, shownId: id, opening: 0 });
  if (id !== last.id)
    setLast({ id, shownId: id ?? last.shownId, opening: id === null ? last.opening : last.opening + 1 });
  return <Opening key={last.opening} id={last.shownId} opened={id !== null} {...props} />;
}

function Opening({ id, opened, ownUserId, onClose }: ApprovalDialogProps & { opened: boolean }) {
  const { data, error, refetch } = useApproval(id);
  if (data) return <Review approval={data} opened={opened} ownUserId={ownUserId} onClose={onClose} />;
  return (
    <Dialog
      inAddress
      opened={opened}
      onClose={onClose}
      title="Freigabe"
      foot={<Button onClick={onClose}>Schließen</Button>}
    >
      {error ? (
        <>
          <Notice kind="warning">{errorText(error)}</Notice>
          {!isDecided(error) && <Button onClick={() => void refetch()}>Erneut versuchen</Button>}
        </>
      ) : (
        <RowsSkeleton count={6} />
      )}
    </Dialog>
  );
}

interface ReviewProps {
  approval: ApprovalDetail;
  opened: boolean;
  ownUserId: string;
  onClose: () => void;
}

function Review({ approval, opened, ownUserId, onClose }: ReviewProps) {
  const [rejecting, setRejecting] = useState(false);
  const canDecide = useMay()('admin.approveRequest');
  const why = useTeamNote('Warum Sie das freigeben', {
    help: 'Was haben Sie geprüft? Es steht in der Vorlage und in der Prüfspur, der Kunde liest es nicht.',
  });
  const whyNot = useTeamNote('Notiz für die Person, die das vorgelegt hat', { focus: true });
  const outcome = {
    failed: { title: ADMIN_TOASTS.failed, text: 'Die Entscheidung wurde nicht gespeichert' },
    onDone: (decided: Approval) => {
      const { status } = decided;
      const say = status === 'failed' ? toast.error : toast.success;
      say(DECISION_TOASTS[status], approvalTitle(decided));
      if (status !== 'failed') onClose();
    },
  };
  const withdraw = useCommand('admin.withdrawApproval', outcome);
  const approve = useCommand('admin.approveRequest', outcome);
  const reject = useCommand('admin.rejectApproval', outcome);
  const isPending = withdraw.pending || approve.pending || reject.pending;
  // Of the step that is shown.
  const failed = rejecting ? reject : approve.error ? approve : withdraw;
  const { error } = failed;
  const isOpen = approval.status === 'pending';
  const isOwn = approval.requestedBy.userId === ownUserId;
  const { now } = approval;
  const barrier = rejecting ? null : barrierOf(approval, error);
  const close = () => {
    if (!isPending) onClose();
  };
  const { id } = approval;
  const decide = (command: typeof approve | typeof reject, { take }: TeamNote) => {
    const note = take();
    if (note !== null && !isPending) command.run({ id, note });
  };

  return (
    <Dialog
      inAddress
      opened={opened}
      onClose={close}
      title={`${KIND_WORDS[approval.kind]} ${approval.reference}`}
      size="44rem"
      foot={
        !isOpen || (!isOwn && !canDecide) || (failed.refused && !barrier) ? (
          <Button onClick={close}>Schließen</Button>
        ) : isOwn ? (
          <>
            <Button onClick={close}>Schließen</Button>
            <Button pending={withdraw.pending} onClick={() => withdraw.run({ id })}>
              Vorlage zurückziehen
            </Button>
          </>
        ) : rejecting ? (
          <>
            <Button onClick={() => setRejecting(false)}>Zurück</Button>
            <Button look="primary" pending={reject.pending} onClick={() => decide(reject, whyNot)}>
              Freigabe ablehnen
            </Button>
          </>
        ) : (
          <>
            {!barrier && approval.lines.length > 0 && <PlayMoneyMark />}
            {barrier && <Button onClick={close}>Schließen</Button>}
            <Button onClick={() => setRejecting(true)}>Ablehnen</Button>
            {!barrier && (
              <Button
                look={now.ok ? 'primary' : 'default'}
                pending={approve.pending}
                onClick={() => decide(approve, why)}
              >
                {approveLabel(approval)}
              </Button>
            )}
          </>
        )
      }
    >
      <ApprovalFacts approval={approval} amountUsd={isOpen && now.ok ? now.amountUsd : approval.amountUsd} />
      <ApprovalEffect
        approval={approval}
        lines={isOpen && now.ok ? now.lines : approval.lines}
        threshold={isOpen && now.ok ? now.threshold : approval.threshold}
      />
      {isOpen && <FactsOfOne approval={approval} />}
      {rejecting && isOpen && whyNot.field()}
      {isOpen && !rejecting && <WhatHappens approval={approval} isOwn={isOwn} barrier={barrier} />}
      {isOpen && !rejecting && !isOwn && !barrier && why.field()}
      {Boolean(error) && !barrier && <Notice kind="warning">{errorText(error)}</Notice>}
    </Dialog>
  );
}

/** Whose money it is, where that is one person: what whoever releases it should know. Of several the lines lead to each. */
function FactsOfOne({ approval }: { approval: ApprovalDetail }) {
  const [first, ...others] = approval.lines;
  if (!first || others.some(({ userId }) => userId !== first.userId)) return null;
  return (
    <CustomerFacts
      userId={first.userId}
      withdrawalId={approval.kind === 'withdrawal' ? first.subjectId : undefined}
    />
  );
}

interface Barrier {
  title: string;
  text: string;
}

/** Why this admin cannot approve it, foreseen or found out by trying; null where nothing stands in their way. */
function barrierOf({ now }: ApprovalDetail, error: unknown): Barrier | null {
  const known = now.ok || !ABOUT_THE_SECOND.has(now.code) ? null : now;
  const code = known?.code ?? errorCode(error);
  if (code === undefined || !ABOUT_THE_SECOND.has(code)) return null;
  return {
    title: `Freigeben können Sie das ${code === 'SECOND_ADMIN_TOO_NEW' ? 'noch ' : ''}nicht`,
    text: `${known ? germanMessage(known.code, known.data) : errorText(error)}${code === 'OUTSIDE_FIELD' ? '' : ' Die Vorlage ablehnen können Sie trotzdem.'}`,
  };
}

const FAILS = 'Geben Sie die Vorlage so frei, wird nichts gebucht, und sie gilt als gescheitert.';
const PAUSE_FAILS = 'Geben Sie die Vorlage so frei, geschieht nichts, und sie gilt als gescheitert.';

interface WhatHappensProps {
  approval: ApprovalDetail;
  isOwn: boolean;
  barrier: Barrier | null;
}

function WhatHappens({ approval, isOwn, barrier }: WhatHappensProps) {
  const { now, kind, botType } = approval;
  if (barrier)
    return (
      <Notice kind="warning" title={barrier.title}>
        {barrier.text}
      </Notice>
    );
  if (!now.ok)
    return (
      <Notice kind="warning" title="So lässt es sich gerade nicht ausführen">
        {isOwn
          ? germanMessage(now.code, now.data)
          : `${germanMessage(now.code, now.data)} ${botType === null ? FAILS : PAUSE_FAILS}`}
      </Notice>
    );
  if (isOwn)
    return (
      <Notice title="Eigene Vorlage">
        Freigeben kann nur ein anderer Administrator. Sie können die Vorlage zurückziehen.
      </Notice>
    );
  if (botType !== null)
    return (
      <Notice title="Was danach geschieht">
        {`Der ${BOTS[botType].name} wird sofort angehalten: Er verkauft zum nächsten Kurs alles, was er hält, und handelt nicht, bis ihn jemand fortsetzt. Seine Kunden erfahren es mit dem Grund. Die Prüfspur nennt Sie beide.`}
      </Notice>
    );
  const price = kind === 'manual_return' || kind === 'manual_returns';
  return (
    <Notice title="Was danach geschieht">
      {kind === 'threshold'
        ? thresholdEffect(now.threshold?.after ?? null, now.threshold?.of ?? 'bookings', { hasSecond: true })
        : `Gebucht wird sofort${price ? ', zum Kurs des nächsten Ticks' : ''}. Die Prüfspur nennt Sie beide. Lässt es sich nicht mehr ausführen, wird nichts gebucht, und die Vorlage gilt als gescheitert.`}
    </Notice>
  );
}

function approveLabel({ kind, botType, amountUsd, now }: ApprovalDetail): string {
  if (botType !== null) return `${BOTS[botType].name} anhalten`;
  const amount = now.ok ? now.amountUsd : amountUsd;
  if (kind === 'threshold' || amount === null) return 'Neue Schwelle freigeben';
  return `${inUsdt(fromWire(amount))} freigeben`;
}
