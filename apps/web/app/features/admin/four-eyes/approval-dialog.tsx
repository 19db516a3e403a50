import { type ApprovalDetail, FOUR_EYES, germanMessage } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { lengthProblem } from '../../../lib/text-length.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PlayMoneyMark } from '../../../ui/play-money-bar.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { useReauthentication } from '../../../ui/use-reauthentication.tsx';
import { isRefused } from '../refusals.ts';
import { ApprovalEffect, ApprovalFacts } from './approval-facts.tsx';
import { KIND_WORDS, thresholdEffect } from './approval-texts.ts';
import { type ApprovalDecision, useApproval, useDecideApproval } from './four-eyes.queries.ts';

interface ApprovalDialogProps {
  /** Null while it is closed. */
  id: string | null;
  ownUserId: string;
  onClose: () => void;
}

const NOTE_MIN = 3;

/** The step before a second admin decides: who asked for what, why, and what it would do at this moment. */
export function ApprovalDialog({ id, ownUserId, onClose }: ApprovalDialogProps) {
  // While it closes it shows what it showed.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  const { data, error, refetch } = useApproval(shownId);
  if (data && shownId !== null)
    // A new one is a new dialog: without the note and the failure of the one before.
    return (
      <Review key={shownId} approval={data} opened={id !== null} ownUserId={ownUserId} onClose={onClose} />
    );
  return (
    <Dialog
      inAddress
      opened={id !== null}
      onClose={onClose}
      title="Freigabe"
      foot={<Button onClick={onClose}>Schließen</Button>}
    >
      {error ? (
        <>
          <Notice kind="warning">{errorText(error)}</Notice>
          {!isRefused(error) && <Button onClick={() => void refetch()}>Erneut versuchen</Button>}
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
  const [note, setNote] = useState('');
  const tooLong = lengthProblem(note, FOUR_EYES.noteLength);
  const [wasSent, setWasSent] = useState(false);
  const [keys] = useState(() => ({ approve: newKey(), reject: newKey(), withdraw: newKey() }));
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending, variables } = useDecideApproval(run);
  const isOpen = approval.status === 'pending';
  const isOwn = approval.requestedBy.userId === ownUserId;
  const { now } = approval;
  const refused = isRefused(error);
  const close = () => {
    if (!isPending) onClose();
  };
  const decide = (decision: ApprovalDecision) =>
    mutate(
      { decision, id: approval.id, note: note.trim(), idempotencyKey: keys[decision] },
      { onSuccess: ({ status }) => status !== 'failed' && onClose() },
    );
  const reject = () => {
    setWasSent(true);
    if (note.trim().length >= NOTE_MIN && !tooLong) decide('reject');
  };
  const pendingOn = (decision: ApprovalDecision) => isPending && variables.decision === decision;

  return (
    <Dialog
      inAddress
      opened={opened}
      onClose={close}
      title={`${KIND_WORDS[approval.kind]} ${approval.reference}`}
      size="44rem"
      foot={
        !isOpen || refused ? (
          <Button onClick={close}>Schließen</Button>
        ) : isOwn ? (
          <>
            <Button onClick={close}>Schließen</Button>
            <Button pending={pendingOn('withdraw')} onClick={() => decide('withdraw')}>
              Vorlage zurückziehen
            </Button>
          </>
        ) : rejecting ? (
          <>
            <Button onClick={() => setRejecting(false)}>Zurück</Button>
            <Button look="primary" pending={pendingOn('reject')} onClick={reject}>
              Freigabe ablehnen
            </Button>
          </>
        ) : (
          <>
            {approval.kind !== 'threshold' && <PlayMoneyMark />}
            <Button onClick={() => setRejecting(true)}>Ablehnen</Button>
            <Button look="primary" pending={pendingOn('approve')} onClick={() => decide('approve')}>
              {approveLabel(approval)}
            </Button>
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
      {rejecting && isOpen && (
        <TextAreaField
          label="Notiz für die Person, die das vorgelegt hat"
          problem={wasSent && note.trim().length < NOTE_MIN ? 'Bitte schreiben Sie kurz, warum.' : tooLong}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {isOpen && !rejecting && <WhatHappens approval={approval} isOwn={isOwn} />}
      {Boolean(error) && !asksForProof(error) && <Notice kind="warning">{errorText(error)}</Notice>}
      {dialog}
    </Dialog>
  );
}

function WhatHappens({ approval, isOwn }: { approval: ApprovalDetail; isOwn: boolean }) {
  const { now, kind } = approval;
  if (!now.ok)
    return (
      <Notice kind="warning" title="So lässt es sich gerade nicht ausführen">
        {germanMessage(now.code, now.data)}
      </Notice>
    );
  if (isOwn)
    return (
      <Notice title="Eigene Vorlage">
        Freigeben kann nur ein anderer Administrator. Sie können die Vorlage zurückziehen.
      </Notice>
    );
  const price = kind === 'manual_return' || kind === 'manual_returns';
  return (
    <Notice title="Was danach geschieht">
      {kind === 'threshold'
        ? thresholdEffect(now.threshold?.after ?? null, { hasSecond: true })
        : `Gebucht wird sofort${price ? ', zum Kurs des nächsten Ticks' : ''}. Die Prüfspur nennt Sie beide. Lässt es sich nicht mehr ausführen, wird nichts gebucht, und die Vorlage gilt als gescheitert.`}
    </Notice>
  );
}

function approveLabel({ kind, amountUsd, now }: ApprovalDetail): string {
  const amount = now.ok ? now.amountUsd : amountUsd;
  if (kind === 'threshold' || amount === null) return 'Neue Schwelle freigeben';
  return `${inUsdt(fromWire(amount))} freigeben`;
}
