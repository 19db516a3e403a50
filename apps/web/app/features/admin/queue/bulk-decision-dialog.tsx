import {
  DEFAULT_REJECTION_REASON,
  type DecisionOutcome,
  FOUR_EYES,
  isolated,
  LIMITS,
  type RequestFacts,
  type RequestKind,
} from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { formatCount, NBSP, REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ADMIN_TOASTS, type Decision } from '../admin-texts.ts';
import { Notable } from '../customer-facts.tsx';
import { thresholdSentence } from '../four-eyes/approval-texts.ts';
import { useTeamNote } from '../four-eyes/team-note.tsx';
import { type Threshold, useThreshold } from '../four-eyes/use-second-admin.ts';
import { type OpenRequest, otherHolder, sumOf } from '../review/open-request.ts';
import { BulkOutcomes, decidedOf } from './bulk-outcomes.tsx';
import { BULK_WORDS, countOf, layLabel } from './bulk-words.ts';
import { GoneRequests } from './gone-requests.tsx';
import { standsOut } from './stands-out.ts';
import { useLayBefore } from './use-lay-before.ts';

interface BulkDecisionDialogProps {
  opened: boolean;
  kind: RequestKind;
  decision: Decision;
  /** What was chosen when the dialog was opened, as it is now. */
  requests: readonly OpenRequest[];
  /** On the page, but decided on one by one only: of locked accounts, or held. */
  barred: readonly OpenRequest[];
  ownUserId: string;
  onClose: () => void;
  /** These need no decision any more. */
  onSettled: (requests: readonly { id: string }[]) => void;
}

/** Of several; a rejected deposit is not booked at all. */
const EACH: Record<Decision, string> = {
  approve: 'Jeder Antrag wird für sich gebucht; scheitert einer, gehen die anderen trotzdem durch.',
  reject: 'Jeder Antrag wird für sich abgelehnt; scheitert einer, gehen die anderen trotzdem durch.',
};

const NEXT: Record<RequestKind, Record<Decision, string>> = {
  deposit: {
    approve:
      'Jeder Betrag wird dem Wallet seines Kunden gutgeschrieben. Die Kunden erhalten eine Benachrichtigung.',
    reject: 'Es wird nichts gebucht. Die Kunden erhalten eine Benachrichtigung mit dem Grund.',
  },
  withdrawal: {
    approve: 'Die reservierten Beträge werden ausgebucht. Die Kunden erhalten eine Benachrichtigung.',
    reject:
      'Die reservierten Beträge werden wieder frei. Die Kunden erhalten eine Benachrichtigung mit dem Grund.',
  },
};

/** The step before many decisions at once, and then what came of each row. */
export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { opened, kind, decision, requests, barred, ownUserId, onClose, onSettled } = props;
  const [reason, setReason] = useState('');
  const tooLong = lengthProblem(reason, LIMITS.rejectionReasonLength);
  // What was sent: the list and the selection change as soon as something is decided.
  const [sent, setSent] = useState<Asked | null>(null);
  // They stay while it tries again.
  const [outcomes, setOutcomes] = useState<readonly DecisionOutcome[]>([]);
  const { run, error, refused, pending } = useCommand(
    kind === 'deposit' ? 'admin.decideDeposits' : 'admin.decideWithdrawals',
    {
      failed: { title: ADMIN_TOASTS.failed, text: ADMIN_TOASTS.notDecided[decision] },
      waits: true,
      onDone: ({ items }) => {
        announce(items, { kind, decision, requests: sent?.alone ?? [] });
        setOutcomes([...items, ...refusals(sent?.needsSecond ?? [], sent?.threshold ?? null)]);
        onSettled(items.filter((outcome) => outcome.ok || isSettled(outcome.code)));
      },
    },
  );
  const laying = useLayBefore(onSettled);
  const [chosen] = useState(requests);
  const {
    facts,
    error: unknown,
    refetch,
  } = useRowFacts(
    kind,
    chosen.map(({ id }) => id),
  );
  const gone = chosen.filter(({ id }) => !requests.some((request) => request.id === id));
  const held = requests.filter((request) => otherHolder(request, ownUserId) !== null);
  const free = requests.filter((request) => otherHolder(request, ownUserId) === null);
  const threshold = useThreshold(
    kind === 'deposit' ? 'deposits' : 'bookings',
    decision === 'approve' ? free.map(({ amount }) => amount) : null,
  );
  // As the server has answered, in their order; until then it asks again when they are booked.
  const second = threshold?.needsSecond ?? [];
  const asked: Asked = {
    rows: free,
    threshold,
    alone: free.filter((_, index) => !second[index]),
    needsSecond: free.filter((_, index) => second[index]),
  };
  /** What one admin may decide goes out; the rest has its answer already, and can be laid before a second one from there. */
  const send = (what: Asked) => {
    setSent(what);
    const text = reason.trim();
    run({
      ids: what.alone.map(({ id }) => id),
      decision,
      ...(decision === 'reject' && text !== '' && { reason: text }),
    });
  };
  const note = useTeamNote();
  const layAll = (what: Asked) => {
    const text = note.take();
    if (text === null) return;
    setSent(what);
    setOutcomes(refusals(what.rows, what.threshold));
    void laying.lay(what.rows, text);
  };

  if (sent && outcomes.length > 0) {
    return (
      <BulkOutcomes
        opened={opened}
        kind={kind}
        decision={decision}
        requests={sent.rows}
        outcomes={outcomes}
        laying={laying}
        note={note}
        error={error}
        pending={pending}
        onRetry={() => send(sent)}
        onClose={onClose}
      />
    );
  }
  const now = pending && sent ? sent : asked;
  const { rows: shown, alone, needsSecond } = now;
  const allNeedSecond = shown.length > 0 && alone.length === 0;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${countOf(kind, shown.length)} ${BULK_WORDS[decision].verb}`}
      size="46rem"
      confirmLabel={
        allNeedSecond ? layLabel(needsSecond) : `${inUsd(sumOf(alone))} ${BULK_WORDS[decision].verb}`
      }
      confirmDisabled={refused || shown.length === 0 || tooLong !== null}
      cancelLabel={refused ? 'Schließen' : undefined}
      onConfirm={() => (allNeedSecond ? layAll(now) : send(now))}
      pending={pending}
      movesMoney={decision === 'approve'}
      focusConfirm={decision === 'approve'}
    >
      <KeyValues
        facts={[
          { label: 'Anzahl', value: formatCount(shown.length) },
          { label: 'Summe', value: inUsd(sumOf(shown)) },
          ...(facts || !unknown
            ? [{ label: 'Auffällig', value: <HowMany rows={shown} facts={facts} /> }]
            : []),
        ]}
      />
      {decision === 'reject' && (
        <TextAreaField
          label="Grund für alle, sichtbar für die Kunden"
          help={`Bleibt das Feld leer, lesen die Kunden „${DEFAULT_REJECTION_REASON}“.`}
          placeholder={DEFAULT_REJECTION_REASON}
          problem={tooLong}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {!error && !pending && <GoneRequests requests={gone} barred={barred} ownUserId={ownUserId} />}
      {barred.length > 0 && <Barred requests={barred} />}
      {held.length > 0 && <HeldByOthers requests={held} />}
      <Ledger
        caption="Anträge der Auswahl"
        head={{ label: 'Antrag', amount: `Betrag, ${REQUEST_UNIT}` }}
        lines={shown.map((request) => ({
          key: request.id,
          label: request.reference,
          note: (
            <span className="wrap-anywhere">
              <EmailAddress>{request.email}</EmailAddress>
              {!allNeedSecond && needsSecond.includes(request) && ' · braucht eine zweite Person'}
              {(facts || !unknown) && <RowFacts facts={facts?.get(request.id)} />}
            </span>
          ),
          amount: <Amount value={request.amount} />,
        }))}
        emptyHint={held.length > 0 ? 'Alle sind gerade in Bearbeitung' : 'Keiner ist mehr offen'}
        total={{ label: 'Summe', amount: <Amount value={sumOf(shown)} /> }}
      />
      {unknown && !facts && (
        <LoadFailure
          title="Ob etwas auffällt, ist nicht bekannt"
          error={unknown}
          onRetry={() => void refetch()}
        />
      )}
      {now.threshold && (
        <SecondAdmin kind={kind} requests={needsSecond} threshold={now.threshold} isAll={allNeedSecond} />
      )}
      {allNeedSecond && note.field()}
      <Notice title="Was danach geschieht">
        {allNeedSecond && 'Nach der Freigabe: '}
        {`${NEXT[kind][decision]} ${EACH[decision]}`}
      </Notice>
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </ConfirmDialog>
  );
}

interface Asked {
  rows: readonly OpenRequest[];
  alone: readonly OpenRequest[];
  /** One admin alone does not book these. */
  needsSecond: readonly OpenRequest[];
  threshold: Threshold | null;
}

interface SecondAdminProps {
  kind: RequestKind;
  requests: readonly OpenRequest[];
  threshold: Threshold;
  /** Nothing else is chosen. */
  isAll: boolean;
}

/** Says before the press which of them one admin alone does not decide, and what counts with them. */
function SecondAdmin({ kind, requests, threshold, isAll }: SecondAdminProps) {
  if (requests.length === 0)
    return threshold.togetherUsd === null ? null : (
      <p className="small muted">{`${thresholdSentence(threshold)}.`}</p>
    );
  const hours = `${FOUR_EYES.approvalHours}${NBSP}Stunden`;
  const each = kind === 'deposit' ? 'jede Einzahlung' : 'jede Auszahlung';
  return (
    <Notice kind="info" title={thresholdSentence(threshold)}>
      {isAll
        ? `Gebucht wird erst, wenn ein anderer Administrator das freigibt, ${each} für sich. Ohne Entscheidung verfällt eine Vorlage nach ${hours}.`
        : `Was Sie allein buchen, zählt der Reihe nach zusammen. Nicht dabei ${requests.length === 1 ? 'ist' : 'sind'} deshalb ${countOf(kind, requests.length)} über ${inUsd(sumOf(requests))}. Im nächsten Schritt können Sie sie zur Freigabe vorlegen.`}
    </Notice>
  );
}

/** What the server has answered: it is not asked for what it would refuse. */
const refusals = (requests: readonly OpenRequest[], threshold: Threshold | null): DecisionOutcome[] =>
  requests.map(({ id }) => ({
    id,
    ok: false,
    code: 'SECOND_ADMIN_REQUIRED',
    data: { thresholdUsd: threshold?.thresholdUsd },
  }));

/** Said before the press, so that nobody thinks that they were decided on with the others. */
function Barred({ requests }: { requests: readonly OpenRequest[] }) {
  const rows = requests
    .map(({ reference, heldAt }) => `${reference} (${heldAt === null ? 'Konto gesperrt' : 'angehalten'})`)
    .join(', ');
  return (
    <Notice kind="info" title="Nur einzeln zu entscheiden, hier nicht dabei">
      {rows}
    </Notice>
  );
}

function HeldByOthers({ requests }: { requests: readonly OpenRequest[] }) {
  const rows = requests
    .map(({ reference, claim }) => `${reference} (${isolated(claim?.name ?? '')})`)
    .join(', ');
  return (
    <Notice kind="info" title="Nicht dabei, weil gerade in Bearbeitung">
      {rows}
    </Notice>
  );
}

const SETTLED = new Set(['ALREADY_DECIDED', 'DEPOSIT_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND', 'OWN_REQUEST']);
const isSettled = (code: string): boolean => SETTLED.has(code);

interface Announced {
  kind: RequestKind;
  decision: Decision;
  /** What was decided on. */
  requests: readonly OpenRequest[];
}

function announce(outcomes: readonly DecisionOutcome[], { kind, decision, requests }: Announced): void {
  const done = decidedOf(requests, outcomes);
  toast.endError(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
  if (done.length === 0) {
    toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
    return;
  }
  const amount = inUsd(sumOf(done));
  toast.success(
    ADMIN_TOASTS.decided[kind][decision],
    `${done.length} von ${requests.length} ${requests.length === 1 ? 'Antrag' : 'Anträgen'} · ${amount}`,
  );
}

/** What can stand out in each of these, by its id, asked for at once. */
function useRowFacts(kind: RequestKind, ids: readonly string[]) {
  const { data, error, refetch } = useQuery(
    queries.admin.checkRequests.queryOptions({
      input: { kind, ids: [...ids] },
      enabled: ids.length > 0,
      staleTime: 0,
    }),
  );
  return { facts: data && new Map(data.items.map((item) => [item.id, item])), error, refetch };
}

type Facts = ReadonlyMap<string, RequestFacts>;

/** In how many of these something stands out: among many they are not seen at once. */
function HowMany({ rows, facts }: { rows: readonly { id: string }[]; facts: Facts | undefined }) {
  const now = useNow(30_000);
  if (!facts) return '\u00a0';
  const count = rows.filter(({ id }) => {
    const known = facts.get(id);
    return known && standsOut(known, now).length > 0;
  }).length;
  if (count === 0) return 'nichts';
  return <Notable>{`${formatCount(count)} von ${formatCount(rows.length)}`}</Notable>;
}

/** Below whose request it is. Where nothing stands out it says so quietly. */
function RowFacts({ facts }: { facts: RequestFacts | undefined }) {
  const now = useNow(30_000);
  // As high as what comes.
  if (!facts) return <span className="block data-notable:text-text">{'\u00a0'}</span>;
  const texts = standsOut(facts, now);
  return (
    <span className="block data-notable:text-text" data-notable={texts.length > 0 || undefined}>
      {texts.length === 0 ? 'Nichts auffällig' : <Notable>{texts.join(' · ')}</Notable>}
    </span>
  );
}
