import type { CryptoCurrency, RequestKind } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { type Command, useCommand } from '../../lib/use-command.ts';
import { Panel } from '../../ui/panel.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { PLACES, REVIEW_STEP } from './address.ts';
import { type MoneyRequest, requestOfDeposit, requestOfWithdrawal } from './money-request.ts';
import { type DraftProblems, problemOf } from './request-problems.ts';
import { RequestResult } from './request-result.tsx';
import { StepBody } from './step-body.tsx';
import classes from './wallet.module.css';
import { REQUEST_WORDS, WALLET_TOASTS } from './wallet-texts.ts';

const STEPS = ['Betrag', 'Prüfen', 'Ergebnis'] as const;

/** What the customer typed. It survives going back. */
export interface RequestDraft {
  currency: CryptoCurrency;
  amountText: string;
  /** Withdrawals only; null means the customer's own address of the currency. */
  address: string | null;
}

/** A draft that was read and found complete. */
export interface ReadyRequest {
  currency: CryptoCurrency;
  amount: Micros;
  address: string;
}

export interface FormStepProps {
  draft: RequestDraft;
  onChange: (change: Partial<RequestDraft>) => void;
  problems: DraftProblems;
  onReady: (ready: ReadyRequest) => void;
}

export interface ReviewStepProps {
  ready: ReadyRequest;
  /** That of the flow: a retry creates nothing twice, also after a step back. */
  command: Pick<Command<Operation>, 'pending' | 'error' | 'maybeDone'>;
  onConfirm: () => void;
  onBack: () => void;
}

type Operation = 'wallet.requestDeposit' | 'wallet.requestWithdrawal';

interface RequestFlowProps {
  kind: RequestKind;
  emptyDraft: RequestDraft;
  form: (props: FormStepProps) => ReactNode;
  review: (props: ReviewStepProps) => ReactNode;
  created: MoneyRequest | null;
  onCreated: (created: MoneyRequest | null) => void;
}

/** How each kind is sent, and what is said of it. */
const SENDING = {
  deposit: {
    operation: 'wallet.requestDeposit',
    inputOf: ({ amount, currency }: ReadyRequest) => ({
      amountUsd: toWire(amount),
      cryptoCurrency: currency,
    }),
    created: WALLET_TOASTS.depositCreated,
    failed: WALLET_TOASTS.depositFailed,
  },
  withdrawal: {
    operation: 'wallet.requestWithdrawal',
    inputOf: ({ amount, currency, address }: ReadyRequest) => ({
      amountUsd: toWire(amount),
      cryptoCurrency: currency,
      withdrawalAddress: address,
    }),
    created: WALLET_TOASTS.withdrawalRequested,
    failed: WALLET_TOASTS.withdrawalFailed,
  },
} as const;

/**
 * Amount, review, result: one step at a time, and nothing is sent before the review. The review is a step of the browser too:
 * back leads from it to what was typed.
 */
export function RequestFlow({ kind, emptyDraft, form, review, created, onCreated }: RequestFlowProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [complete, setComplete] = useState<ReadyRequest | null>(null);
  const [moved, setMoved] = useState(false);
  const { value, set } = useUrlState(PLACES);
  const asksForReview = value.step === REVIEW_STEP;
  const reviewed = asksForReview && !created ? complete : null;
  const step = created ? 2 : reviewed ? 1 : 0;
  const isOver = asksForReview && !reviewed;
  useEffect(() => {
    if (isOver) set({ step: null }, { replace: true });
  }, [isOver, set]);

  const change = (part: Partial<RequestDraft>) => {
    // The browser's forward must not lead to the review of an older draft.
    setComplete(null);
    setDraft((old) => ({ ...old, ...part }));
    setProblems((old) => ({
      ...(part.amountText === undefined && old.amount ? { amount: old.amount } : {}),
      ...(part.address === undefined && part.currency === undefined && old.address
        ? { address: old.address }
        : {}),
    }));
  };
  const back = (found: DraftProblems = {}) => {
    setProblems(found);
    setComplete(null);
  };
  const { operation, inputOf, created: createdTitle, failed } = SENDING[kind];
  const command = useCommand(operation, {
    failed: { title: WALLET_TOASTS.failed, text: failed },
    onDone: (result) => {
      toast.success(createdTitle, `${result.reference} wird geprüft.`);
      onCreated('depositAddress' in result ? requestOfDeposit(result) : requestOfWithdrawal(result));
    },
    onFailed: (error) => {
      const found = problemOf(error);
      if (found) back(found);
    },
  });
  const restart = () => {
    setDraft(emptyDraft);
    back();
    onCreated(null);
  };

  return (
    <Panel label={`Neue ${REQUEST_WORDS[kind].noun}`} flush>
      <div className={classes.stepper}>
        <Stepper label="Schritte" steps={STEPS} current={step} />
      </div>
      <StepBody
        key={step}
        label={`Schritt ${step + 1} von ${STEPS.length}: ${STEPS[step]}`}
        takeFocus={moved}
      >
        {created ? (
          <RequestResult created={created} onRestart={restart} />
        ) : reviewed ? (
          review({
            ready: reviewed,
            command,
            onConfirm: () => command.run(inputOf(reviewed)),
            onBack: () => back(),
          })
        ) : (
          form({
            draft,
            onChange: change,
            problems,
            onReady: (next) => {
              setMoved(true);
              setProblems({});
              command.forget();
              setComplete(next);
              set({ step: REVIEW_STEP });
            },
          })
        )}
      </StepBody>
    </Panel>
  );
}
