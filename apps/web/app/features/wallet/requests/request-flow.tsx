import type { CryptoCurrency, ErrorCode, RequestKind } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { type Problems, useForm } from '../../../lib/form/use-form.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorCode, errorText } from '../../../lib/server/api.ts';
import { type Command, useCommand } from '../../../lib/server/use-command.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Stepper } from '../../../ui/form/stepper.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusTimeline } from '../../../ui/state/status-timeline.tsx';
import { useRequest } from '../wallet.queries.ts';
import { REQUEST_WORDS, WALLET_TOASTS } from '../wallet-texts.ts';
import { PLACES, REVIEW_STEP } from './address.ts';
import { CancelRequest } from './cancel-request.tsx';
import { type OwnRequest, requestOfDeposit, requestOfWithdrawal } from './own-request.ts';
import { requestTimeline } from './request-timeline.ts';

const STEPS = ['Betrag', 'Prüfen', 'Ergebnis'] as const;

/** What the customer typed. It survives going back. */
export type RequestDraft = {
  currency: CryptoCurrency;
  amountText: string;
  /** Withdrawals only; null means the customer's own address of the currency. */
  address: string | null;
};

/** A draft that was read and found complete. */
export interface ReadyRequest {
  currency: CryptoCurrency;
  amount: Micros;
  address: string;
}

export interface FormStepProps {
  form: ReturnType<typeof useForm<RequestDraft>>;
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
  created: OwnRequest | null;
  onCreated: (created: OwnRequest | null) => void;
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
  const [complete, setComplete] = useState<ReadyRequest | null>(null);
  const draft = useForm({
    initialValues: emptyDraft,
    mends: { currency: ['address'] },
    // The browser's forward must not lead to the review of an older draft.
    onValuesChange: () => setComplete(null),
  });
  const [moved, setMoved] = useState(false);
  const { value, set } = useUrlState(PLACES);
  const asksForReview = value.step === REVIEW_STEP;
  const reviewed = asksForReview && !created ? complete : null;
  const step = created ? 2 : reviewed ? 1 : 0;
  const isOver = asksForReview && !reviewed;
  useEffect(() => {
    if (isOver) set({ step: null }, { replace: true });
  }, [isOver, set]);

  const { operation, inputOf, created: createdTitle, failed } = SENDING[kind];
  const command = useCommand(operation, {
    failed: { title: WALLET_TOASTS.failed, text: failed },
    onDone: (result) => {
      toast.success(createdTitle, `${result.reference} wird geprüft.`);
      onCreated('depositAddress' in result ? requestOfDeposit(result) : requestOfWithdrawal(result));
    },
    onFailed: (error) => {
      const found = problemOf(error);
      if (!found) return;
      draft.refuse(found);
      setComplete(null);
    },
  });
  const restart = () => {
    draft.reset();
    onCreated(null);
  };

  return (
    <Panel label={`Neue ${REQUEST_WORDS[kind].noun}`} flush>
      <div className="py-[17px] px-(--pad) border-b border-border">
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
            onBack: () => setComplete(null),
          })
        ) : (
          form({
            form: draft,
            onReady: (next) => {
              setMoved(true);
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

const FIELD_OF: Partial<Record<ErrorCode, keyof RequestDraft>> = {
  AMOUNT_BELOW_MINIMUM: 'amountText',
  AMOUNT_ABOVE_MAXIMUM: 'amountText',
  INSUFFICIENT_BALANCE: 'amountText',
  REAL_NETWORK_ADDRESS: 'address',
  NOT_A_PLAY_MONEY_ADDRESS: 'address',
  ADDRESS_OF_OTHER_CURRENCY: 'address',
};

/** What the server refused about one field, or undefined when it is about none of them. */
function problemOf(error: unknown): Problems<RequestDraft> | undefined {
  const code = errorCode(error);
  const field = code !== undefined && isFieldCode(code) ? FIELD_OF[code] : undefined;
  return field && { [field]: errorText(error) };
}

function isFieldCode(code: string): code is keyof typeof FIELD_OF {
  return code in FIELD_OF;
}

interface StepBodyProps {
  /** „Schritt 2 von 3: Prüfen“ */
  label: string;
  /** The first step of a page takes no focus; every later one is announced. */
  takeFocus: boolean;
  children: ReactNode;
}

/** One step of a flow in a panel. Give it a key per step, so that each one starts afresh. */
function StepBody({ label, takeFocus, children }: StepBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  // Read once: a step does not grab the focus later because the flow moved on.
  const wanted = useRef(takeFocus);
  useEffect(() => {
    const element = body.current;
    if (!wanted.current || !element) return;
    wanted.current = false;
    // A form that came back with a problem has already led to its field.
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    // The button that led here stood below; the new step begins above it.
    if (element.getBoundingClientRect().top < 120) element.scrollIntoView({ block: 'start' });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group form fields, this groups a step.
    <div
      ref={body}
      className="px-(--pad) pt-5 pb-(--pad) scroll-mt-21"
      role="group"
      aria-label={label}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

interface RequestResultProps {
  created: OwnRequest;
  onRestart: () => void;
}

/** The last step: what was created, and where it stands now. It follows the decision without a reload. */
function RequestResult({ created, onRestart }: RequestResultProps) {
  const { kind } = created;
  const { request = created } = useRequest(kind, created.id);
  const now = useNow(30_000);
  const { noun } = REQUEST_WORDS[kind];
  const body = useRef<HTMLDivElement>(null);
  return (
    <div ref={body} tabIndex={-1} className="grid grid-cols-1 gap-5">
      <div className="flex items-start justify-between flex-wrap gap-x-3 gap-y-2 [&>:last-child]:mt-2">
        <div>
          <h2 className="text-base font-bold">{`${noun} ${request.reference}`}</h2>
          <div className="[--unit-size:16px] text-3xl tracking-[-0.022em] max-md:text-2xl">
            <Amount value={request.amount} unit={REQUEST_UNIT} />
          </div>
        </div>
        <RequestStatusPill {...request} />
      </div>
      {request.reason && <Notice title="Warum sie abgelehnt wurde">{request.reason}</Notice>}
      <StatusTimeline label={`Verlauf der ${noun}`} steps={requestTimeline(request, now)} />
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
        <ButtonLink to={urls.wallet}>Zum Wallet</ButtonLink>
        <Button onClick={onRestart}>{`Weitere ${noun}`}</Button>
        <CancelRequest request={request} focusAfter={body} />
      </div>
    </div>
  );
}

/** Why it failed, beside the button. Whether the server heard us or not: the key makes a retry safe. */
export function RetryHint({ error }: { error: unknown }) {
  return <Notice kind="warning">{`${errorText(error)} Ein neuer Versuch bucht nicht doppelt.`}</Notice>;
}
