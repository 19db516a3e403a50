import { type Approval, type ApprovalLine, BOTS, germanMessage, readPercent } from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { breakBeforeAt } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { percentLabel } from '../returns/percent-text.ts';
import { queueUrl } from '../review/open-request.ts';
import { STATUS_WORDS, sumsOf, THRESHOLD_WORDS, thresholdText } from './approval-texts.ts';

interface ApprovalFactsProps {
  approval: Approval;
  /** As it would be now; else as it stands with the request. */
  amountUsd: string | null;
}

const REASON_WORDS: Partial<Record<Approval['kind'], string>> = {
  bot_pause: 'Grund für die Kunden',
  threshold: 'Grund',
};

/** Who asked for what, and why; what became of it. */
export function ApprovalFacts({ approval, amountUsd }: ApprovalFactsProps) {
  const { requestedBy, requestedAt, expiresAt, decidedBy, decidedAt, percent, status, botType } = approval;
  const hundredths = percent === null ? null : readPercent(percent);
  const isOpen = status === 'pending';
  const word = STATUS_WORDS[status];
  return (
    <KeyValues
      facts={[
        ...(isOpen
          ? []
          : [{ label: 'Stand', value: <StatusPill tone={word.tone}>{word.label}</StatusPill> }]),
        ...(botType === null ? [] : [{ label: 'Bot', value: BOTS[botType].name }]),
        ...(amountUsd === null
          ? []
          : [
              {
                label: botType === null ? 'Betrag' : 'Kunden haben darin',
                value: inUsdt(fromWire(amountUsd)),
              },
            ]),
        ...(hundredths === null ? [] : [{ label: 'Rendite', value: percentLabel(hundredths) }]),
        ...(approval.reason === null
          ? []
          : [
              {
                label: REASON_WORDS[approval.kind] ?? 'Grund für den Kunden',
                value: <span className="wrap-anywhere">{approval.reason}</span>,
              },
            ]),
        ...(approval.overridesLock ? [{ label: 'Sperre', value: 'Auszahlung trotz gesperrtem Konto' }] : []),
        {
          label: 'Vorgelegt',
          value: (
            <span className="wrap-anywhere">
              {breakBeforeAt(`${requestedBy.email}, ${formatDateTime(requestedAt)}`)}
            </span>
          ),
        },
        ...(approval.requestNote === null
          ? []
          : [
              {
                label: 'Notiz dazu',
                value: <span className="wrap-anywhere">{approval.requestNote}</span>,
              },
            ]),
        ...(isOpen ? [{ label: 'Verfällt', value: formatDateTime(expiresAt) }] : []),
        ...(decidedAt === null
          ? []
          : [
              {
                label: 'Entschieden',
                value: (
                  <span className="wrap-anywhere">
                    {breakBeforeAt([decidedBy?.email, formatDateTime(decidedAt)].filter(Boolean).join(', '))}
                  </span>
                ),
              },
            ]),
        ...(approval.note === null
          ? []
          : [{ label: 'Begründung', value: <span className="wrap-anywhere">{approval.note}</span> }]),
        ...(approval.failure === null
          ? []
          : [{ label: 'Gescheitert', value: germanMessage(approval.failure.code, approval.failure.data) }]),
      ]}
    />
  );
}

/** A request leads to its place in the queue. */
function Subject({ kind, line: { reference } }: { kind: Approval['kind']; line: ApprovalLine }) {
  if (reference === null) return 'Wallet';
  if (kind !== 'withdrawal' && kind !== 'deposit') return reference;
  return (
    <Link className="link" to={queueUrl({ kind, reference })}>
      {reference}
    </Link>
  );
}

interface ApprovalEffectProps {
  approval: Approval;
  /** As they would be now; else as they stand with the request. */
  lines: readonly ApprovalLine[];
  threshold: Approval['threshold'];
}

/** Before and after: wallets, investments, or the threshold itself. A pause books nothing. */
export function ApprovalEffect({ approval, lines, threshold }: ApprovalEffectProps) {
  if (threshold) {
    return (
      <KeyValues
        facts={[
          { label: 'Gilt für', value: THRESHOLD_WORDS[threshold.of] },
          { label: 'Schwelle vorher', value: thresholdText(threshold.before) },
          { label: 'Schwelle nachher', value: thresholdText(threshold.after) },
        ]}
      />
    );
  }
  if (approval.kind === 'bot_pause') return null;
  const sums = sumsOf([...lines]);
  const isOfOne = lines.every(({ userId }) => userId === lines[0]?.userId);
  const ofWallet = !['manual_return', 'manual_returns'].includes(approval.kind);
  return (
    <Ledger
      caption="Vorher und nachher"
      head={{
        label: ofWallet ? 'Kunde' : 'Anlage',
        before: 'Vorher',
        amount: `Nachher, ${WALLET_UNIT}`,
      }}
      lines={lines.map((line) => ({
        key: line.subjectId,
        label: <Subject kind={approval.kind} line={line} />,
        // Of one customer the facts below lead there.
        note: isOfOne ? (
          <span className="wrap-anywhere">{breakBeforeAt(line.email)}</span>
        ) : (
          <Link className="link wrap-anywhere" to={urls.adminCustomer(line.userId)}>
            {breakBeforeAt(line.email)}
          </Link>
        ),
        before: <Amount value={fromWire(line.before)} tone="muted" />,
        amount: <Amount value={fromWire(line.after)} />,
      }))}
      total={
        sums && lines.length > 1
          ? {
              label: 'Summe',
              before: <Amount value={sums.before} tone="muted" />,
              amount: <Amount value={sums.after} />,
            }
          : undefined
      }
    />
  );
}
