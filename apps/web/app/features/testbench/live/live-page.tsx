import {
  asSentence,
  canStartOwnBot,
  canStopOwnBot,
  isOpenRun,
  LIMITS,
  OWN_BOT_STATUS_WORDS,
  type OwnBotDetail,
  type OwnBotOrder,
  type OwnBotRun,
  type OwnBotStatus,
} from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, toWire } from '@botdepot/money';
import { useState } from 'react';
import { readAmountText } from '../../../lib/form/amount-text.ts';
import { formatDate, formatDateTimeShort, formatTime } from '../../../lib/format/dates.ts';
import { formatDecimal, NBSP } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import { useAvailableBalance } from '../testbench.queries.ts';
import { OrdersPanel, RecordLine, RunFills, RunProtocol } from './run-lists.tsx';

/** What it is worth moves with every minute. */
const FRESH_MS = 30_000;

/** A tested rule with play money on it: how it begins, what it is worth, and how one gets it back. */
export function OwnBotLivePage({ id }: { id: string }) {
  return (
    <OwnBotFrame id={id} page="Live" everyMs={FRESH_MS}>
      {({ bot }) => (
        <>
          <OwnBotHead id={bot.id} view="live" title={bot.name} note={OWN_BOT_STATUS_WORDS[bot.status]} />
          <div className="stack">
            {bot.setup.source === 'own' && (
              <Notice kind="info" title="Eigene Kurse sind nur zum Testen da">
                Live handelt der Bot auf den Kursen dieser Installation, und zwar den Markt, den die Regel
                nennt.
              </Notice>
            )}
            <Held bot={bot} />
            <WhatNow bot={bot} />
            {bot.run && <RunPanel run={bot.run} />}
            {bot.run && <RunFills id={bot.id} series={bot.run.series} isOpen={isOpenRun(bot.run.state)} />}
            {bot.run && <RunProtocol id={bot.id} series={bot.run.series} />}
            <OrdersPanel id={bot.id} />
            {bot.run && <RecordLine id={bot.id} />}
          </div>
        </>
      )}
    </OwnBotFrame>
  );
}

/** What an operator has stopped, and what that means for whatever the bot is doing. */
function Held({ bot: { held, status } }: { bot: OwnBotDetail }) {
  if (held === null || status === 'draft') return null;
  return (
    <Notice kind="warning" title="Vom Betreiber angehalten">
      {`${asSentence(held)} ${HELD_WORDS[status] ?? 'Ein Start wartet, bis es weitergeht.'}`}
    </Notice>
  );
}

const HELD_WORDS: Partial<Record<OwnBotStatus, string>> = {
  starting: 'Der Start wartet, bis es weitergeht. Sie können ihn zurücknehmen.',
  live: 'Alles wird zum nächsten Kurs verkauft, und entschieden wird nichts. Sie können den Bot trotzdem beenden.',
  faulted: 'Sie können den Bot trotzdem beenden.',
  stopping: 'Der Bot wird trotzdem beendet.',
};

/** The one thing that can be done in this state. */
function WhatNow({ bot }: { bot: OwnBotDetail }) {
  const { status, waiting, run, held } = bot;
  if (waiting) return <WaitingOrder order={waiting} isHeld={held !== null} symbols={run?.symbols ?? []} />;
  if (status === 'draft')
    return (
      <Panel flush label="Noch nicht startbar">
        <EmptyState
          title="Noch nicht startbar"
          action={<ButtonLink to={urls.ownBotResult(bot.id)}>Zum Ergebnis</ButtonLink>}
        >
          Lassen Sie die Regel zuerst prüfen. Dabei entsteht auch das Zertifikat, dass sie nicht in die
          Zukunft blickt.
        </EmptyState>
      </Panel>
    );
  if (canStartOwnBot(status)) return <StartPanel bot={bot} />;
  if (run && canStopOwnBot(status)) return <StopPanel bot={bot} run={run} />;
  return null;
}

function StartPanel({ bot }: { bot: OwnBotDetail }) {
  const [text, setText] = useState('100,00');
  const [asked, setAsked] = useState(false);
  const available = useAvailableBalance();
  const { minimum } = LIMITS.ownBotStart;
  const { amount } = readAmountText(text, {
    min: minimum,
    ...(available === undefined ? {} : { max: available }),
  });
  const { run, pending, error, forget } = useCommand('testbench.startOwnBot', {
    failed: { title: 'Nicht gestartet' },
    onDone: (_, { amountUsd }) => {
      setAsked(false);
      toast.success('Start beauftragt', `${inUsdt(fromWire(amountUsd))} liegen bereit.`);
    },
  });
  const version = bot.newestVersion ?? 1;
  return (
    <Panel title="Mit Spielgeld starten" note={`Fassung ${version}, auf den Kursen dieser Installation`}>
      <div className="grid grid-cols-1 gap-4 max-w-[30rem]">
        <MoneyInput
          label="Betrag"
          text={text}
          onTextChange={(next) => {
            setText(next);
            forget();
          }}
          min={minimum}
          max={available}
          echo={(shown) => `${shown} gehen in diesen Bot.`}
          limitsText={
            available === undefined ? undefined : `Verfügbar: ${formatAmount(available)}${NBSP}USDT.`
          }
          serverProblem={error === null ? null : errorText(error)}
        />
        <p className="text-sm text-muted">
          Der Bot beginnt mit der nächsten Minute, deren Kurs noch niemand kennt. Er handelt mit derselben
          Rechnung wie im Ergebnis und kann alles verlieren.
        </p>
        <div>
          <Button
            look="primary"
            disabled={amount === null || available === undefined}
            onClick={() => setAsked(true)}
          >
            Mit Spielgeld starten …
          </Button>
        </div>
      </div>
      <ConfirmDialog
        opened={asked && amount !== null}
        onClose={() => setAsked(false)}
        title={`${bot.name} starten?`}
        confirmLabel={amount === null ? 'Starten' : `${inUsdt(amount)} einsetzen`}
        pending={pending}
        movesMoney
        onConfirm={() => amount !== null && run({ id: bot.id, version, amountUsd: toWire(amount) })}
      >
        <p>
          Der Betrag verlässt Ihr Wallet sofort und liegt bis zum Beginn bereit. So lange können Sie den
          Auftrag zurücknehmen; nach sieben Tagen verfällt er von selbst.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

interface WaitingOrderProps {
  order: OwnBotOrder;
  isHeld: boolean;
  symbols: readonly string[];
}

function WaitingOrder({ order, isHeld, symbols }: WaitingOrderProps) {
  const { run, pending } = useCommand('testbench.cancelOwnBotOrder', {
    failed: { title: 'Nicht zurückgenommen' },
    onDone: () => toast.success('Auftrag zurückgenommen'),
  });
  const isStart = order.kind === 'start';
  return (
    <Notice
      kind="info"
      title={
        isStart
          ? `Start beauftragt: ${inUsdt(fromWire(order.amountUsd ?? '0'))} liegen bereit`
          : 'Ende beauftragt'
      }
    >
      <p className="mb-2">
        {isStart
          ? `${isHeld ? '' : 'Der Bot beginnt mit der nächsten Minute. '}Der Auftrag verfällt am ${formatDate(order.expiresAt ?? order.createdAt)}.`
          : `Der Bot wird beendet, sobald alles, was er hält, einen neuen Kurs hat${symbols.length > 0 ? ` (${symbols.join(', ')})` : ''}. Geschlossene Märkte warten bis zu ihrer Öffnung.`}
      </p>
      <Button pending={pending} onClick={() => run({ id: order.id })}>
        Auftrag zurücknehmen
      </Button>
    </Notice>
  );
}

function StopPanel({ bot, run: own }: { bot: OwnBotDetail; run: OwnBotRun }) {
  const [asked, setAsked] = useState(false);
  const { run, pending } = useCommand('testbench.stopOwnBot', {
    failed: { title: 'Nicht beendet' },
    onDone: () => {
      setAsked(false);
      toast.success('Ende beauftragt', 'Der Bot wird zum nächsten Kurs beendet.');
    },
  });
  return (
    <>
      {bot.status === 'faulted' && (
        <Notice kind="warning" title="Wegen eines Fehlers angehalten">
          Der Bot entscheidet nichts mehr. Sie können ihn beenden und bekommen, was er wert ist.
        </Notice>
      )}
      <div>
        <Button onClick={() => setAsked(true)}>Bot beenden …</Button>
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`${bot.name} beenden?`}
        confirmLabel="Ende beauftragen"
        pending={pending}
        movesMoney
        onConfirm={() => run({ id: bot.id })}
      >
        <p>
          {`Er ist gerade ${inUsdt(fromWire(own.valueUsd))} wert. Ausgezahlt wird zum nächsten Kurs, den noch niemand kennt; das kann mehr oder weniger sein.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

function RunPanel({ run }: { run: OwnBotRun }) {
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  const isOpen = isOpenRun(run.state);
  return (
    <Panel
      title={isOpen ? 'Was er wert ist' : 'Was er ausgezahlt hat'}
      note={isOpen ? `Stand ${formatTime(run.at)}, Fassung ${run.version}` : `Fassung ${run.version}`}
    >
      <div className="grid grid-cols-1 gap-5">
        <Ledger
          caption="Ergebnis dieses Laufs"
          head={{ label: `Seit ${formatDateTimeShort(run.startedAt)}`, amount: 'USDT' }}
          lines={[
            { label: 'Eingesetzt', amount: <Amount value={put} /> },
            { label: 'Ergebnis', note: 'nach Kosten', amount: <Amount value={value - put} tone="delta" /> },
          ]}
          total={{ label: isOpen ? 'Wert' : 'Ausgezahlt', amount: <Amount value={value} /> }}
        />
        {run.demoHistory && (
          <p className="text-sm text-muted">
            Die ersten Tage sind ein Demo-Vorlauf auf Stundenkursen. Ab wann der Bot live handelt, steht im
            Protokoll.
          </p>
        )}
        <KeyValues
          facts={[
            { label: 'Märkte', value: run.symbols.join(', ') },
            { label: 'Anteilswert', value: formatDecimal(Number(run.nav), { digits: 6 }) },
            ...(run.endedAt === null ? [] : [{ label: 'Beendet', value: formatDateTimeShort(run.endedAt) }]),
          ]}
        />
      </div>
    </Panel>
  );
}
