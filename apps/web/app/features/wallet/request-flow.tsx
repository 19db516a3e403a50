import type { CryptoCurrency, RequestKind } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { type ReactNode, useEffect, useState } from 'react';
import { isKeptAnswer } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { Panel } from '../../ui/panel.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { PARAM, REVIEW_STEP, useParam, useSetParams } from './address-params.ts';
import type { MoneyRequest } from './money-request.ts';
import { type DraftProblems, problemOf } from './request-problems.ts';
import { RequestResult } from './request-result.tsx';
import { StepBody } from './step-body.tsx';
import classes from './wallet.module.css';
import { REQUEST_WORDS } from './wallet-texts.ts';

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
  /** As long as nothing is changed or decided it stays, so a retry creates nothing twice. */
  idempotencyKey: string;
  onBack: () => void;
  onFailed: (error: unknown) => void;
  onDone: (created: MoneyRequest) => void;
}

interface RequestFlowProps {
  kind: RequestKind;
  emptyDraft: RequestDraft;
  form: (props: FormStepProps) => ReactNode;
  review: (props: ReviewStepProps) => ReactNode;
  created: MoneyRequest | null;
  onCreated: (created: MoneyRequest | null) => void;
}

/**
 * Amount, review, result: one step at a time, and nothing is sent before the review. The review is a step of the browser too:
 * back leads from it to what was typed.
 */
export function RequestFlow({ kind, emptyDraft, form, review, created, onCreated }: RequestFlowProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [complete, setComplete] = useState<Pick<ReviewStepProps, 'ready' | 'idempotencyKey'> | null>(null);
  const [moved, setMoved] = useState(false);
  const setParams = useSetParams();
  const asksForReview = useParam(PARAM.step) === REVIEW_STEP;
  const reviewed = asksForReview && !created ? complete : null;
  const step = created ? 2 : reviewed ? 1 : 0;
  const isOver = asksForReview && !reviewed;
  useEffect(() => {
    if (isOver) setParams({ [PARAM.step]: null }, { replace: true });
  }, [isOver, setParams]);

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
  const fail = (error: unknown) => {
    const found = problemOf(error);
    if (found) back(found);
    // The server would answer with the stored refusal for ever, also once there is no more reason for it.
    else if (isKeptAnswer(error)) setComplete((old) => old && { ...old, idempotencyKey: newKey() });
  };
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
          review({ ...reviewed, onBack: () => back(), onFailed: fail, onDone: onCreated })
        ) : (
          form({
            draft,
            onChange: change,
            problems,
            onReady: (next) => {
              setMoved(true);
              setProblems({});
              setComplete({ ready: next, idempotencyKey: newKey() });
              setParams({ [PARAM.step]: REVIEW_STEP });
            },
          })
        )}
      </StepBody>
    </Panel>
  );
}
