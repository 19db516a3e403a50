import {
  asSentence,
  canStartOwnBot,
  canStopOwnBot,
  isOpenRun,
  LIMITS,
  OWN_BOT_STATUS_WORDS,
  type OwnBotDetail,
  type OwnBotRun,
  type OwnBotStatus,
} from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, toWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ValueChart } from '../../../entities/bot/value-chart.tsx';
import { readAmountText } from '../../../lib/form/amount-text.ts';
import { formatDateTimeShort, formatTime } from '../../../lib/format/dates.ts';
import { asCoordinate, formatDecimal, NBSP } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import { useAvailableBalance } from '../testbench.queries.ts';
import { useOwnBotCommand } from '../use-own-bot-command.ts';
import { OrdersPanel, RecordLine, RunFills, RunProtocol, RunsPanel } from './run-lists.tsx';
import { WaitingOrder } from './waiting-order.tsx';

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
            {bot.run && <Runs bot={bot} newest={bot.run} />}
            <OrdersPanel id={bot.id} />
            {bot.run && <RecordLine id={bot.id} />}
          </div>
        </>
      )}
    </OwnBotFrame>
  );
}

const RUN = pageNumber('lauf');

/** One run, the newest unless the address names another, and the way to the others. */
function Runs({ bot, newest }: { bot: OwnBotDetail; newest: OwnBotRun }) {
  const [parameters] = useSearchParams();
  const { data } = useQuery(queries.testbench.listOwnBotRuns.queryOptions({ input: { id: bot.id } }));
  const named = parameters.get(RUN.name);
  const wanted = named === null ? undefined : data?.find(({ series }) => series === RUN.read(named));
  if (named !== null && data === undefined)
    return (
      <Panel label="Wird geladen">
        <LedgerSkeleton lines={6} />
      </Panel>
    );
  // What it is worth moves, and the bot is asked for anew.
  const run = wanted === undefined || wanted.series === newest.series ? newest : wanted;
  const { id } = bot;
  const { series } = run;
  return (
    // Another run begins at the first page of its lists.
    <Fragment key={series}>
      <RunSheet id={id} run={run} isNewest={run === newest} />
      <RunFills id={id} series={series} isOpen={isOpenRun(run.state)} interval={intervalOf(bot, run)} />
      <RunProtocol id={id} series={series} />
      {data !== undefined && data.length > 1 && <RunsPanel id={id} runs={data} shown={series} />}
    </Fragment>
  );
}

/** Of the version that trades; the draft may decide on other bars by now. */
function intervalOf({ versions }: OwnBotDetail, { version }: OwnBotRun): '1h' | '1d' {
  const rule = versions.find((one) => one.version === version)?.rule as { interval?: unknown } | undefined;
  return rule?.interval === '1d' ? '1d' : '1h';
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
  const { status, waiting, run } = bot;
  if (waiting) return <WaitingOrder bot={bot} order={waiting} />;
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
  const { run, pending, error, forget } = useOwnBotCommand('testbench.startOwnBot', {
    failed: 'Nicht gestartet',
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

function StopPanel({ bot, run: own }: { bot: OwnBotDetail; run: OwnBotRun }) {
  const [asked, setAsked] = useState(false);
  const { run, pending } = useOwnBotCommand('testbench.stopOwnBot', {
    failed: 'Nicht beendet',
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

interface RunSheetProps {
  /** The bot. */
  id: string;
  run: OwnBotRun;
  isNewest: boolean;
}

/** What a run made of one's money: the curve and the account stand on one amount edge and end at the same value. */
function RunSheet({ id, run, isNewest }: RunSheetProps) {
  const [put, value] = [fromWire(run.amountUsd), fromWire(run.valueUsd)];
  const isOpen = isOpenRun(run.state);
  const which = `${isNewest ? '' : `Lauf ${run.series}, `}Fassung ${run.version}`;
  return (
    <Panel
      flush
      title={isOpen ? 'Was er wert ist' : 'Was er ausgezahlt hat'}
      note={isOpen ? `Stand ${formatTime(run.at)}, ${which}` : which}
    >
      <BookSheet>
        <RunCurve id={id} run={run} />
        <Ledger
          className={BOOK_LEDGER}
          caption="Ergebnis dieses Laufs"
          head={{ label: `Seit ${formatDateTimeShort(run.startedAt)}`, amount: 'USDT' }}
          lines={[
            { label: 'Eingesetzt', amount: <Amount value={put} /> },
            { label: 'Ergebnis', note: 'nach Kosten', amount: <Amount value={value - put} tone="delta" /> },
          ]}
          total={{ label: isOpen ? 'Wert' : 'Ausgezahlt', amount: <Amount value={value} /> }}
        />
      </BookSheet>
      <div className="grid grid-cols-1 gap-4 px-(--pad) pt-4 pb-(--pad)">
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

/** Nothing until there is more than the beginning. */
function RunCurve({ id, run }: Pick<RunSheetProps, 'id' | 'run'>) {
  const { data = [] } = useQuery(
    queries.testbench.getOwnBotCurve.queryOptions({
      input: { id, series: run.series },
      refetchInterval: run.endedAt === null && FRESH_MS,
    }),
  );
  if (data.length < 2) return null;
  return (
    <ValueChart
      title="Wert in USDT"
      points={data.map(({ at, valueUsd, drawdown }) => ({
        at: Date.parse(at),
        value: asCoordinate(fromWire(valueUsd)),
        drawdown,
      }))}
      initial={asCoordinate(fromWire(run.amountUsd))}
      value={fromWire(run.valueUsd)}
    />
  );
}
