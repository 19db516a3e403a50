import {
  asSentence,
  canStartOwnBot,
  canStopOwnBot,
  isOpenRun,
  OWN_BOT_STATUS_WORDS,
  type OwnBotDetail,
  type OwnBotOrder,
  type OwnBotRun,
  type OwnBotStatus,
} from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ValueChart } from '../../../entities/bot/value-chart.tsx';
import { formatDate, formatDateTimeShort, formatTime } from '../../../lib/format/dates.ts';
import { asCoordinate, formatDecimal } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, queries } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { focusPageTitle } from '../../../ui/frame/page-focus.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookSheet } from '../../../ui/sheet/book-sheet.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import { WhatEndWaitsFor } from './held-symbols.ts';
import { OrdersPanel, RecordLine, RunFills, RunProtocol, RunsPanel } from './run-lists.tsx';
import { StartPanel } from './start-panel.tsx';
import { StopPanel } from './stop-panel.tsx';
import { VersionRule } from './version-rule.tsx';

/** What it is worth moves with every minute. */
const FRESH_MS = 30_000;

/** A tested rule with play money on it: how it begins, what it is worth, and how one gets it back. */
export function OwnBotLivePage({ id }: { id: string }) {
  return (
    <OwnBotFrame id={id} page="Live" everyMs={FRESH_MS}>
      {({ bot, sources }) => (
        <>
          <OwnBotHead id={bot.id} view="live" title={bot.name} note={OWN_BOT_STATUS_WORDS[bot.status]} />
          <div className="stack">
            {bot.setup.source === 'own' && (
              <Notice kind="info" title="Eigene Kurse sind nur zum Testen da">
                Live handelt der Bot auf den Kursen dieser Plattform, und zwar den Markt, den die Regel nennt.
              </Notice>
            )}
            <Held bot={bot} />
            <WhatNow bot={bot} />
            <VersionRule bot={bot} sources={sources} />
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
  const { data, error, isFetching, refetch } = useQuery(
    queries.testbench.listOwnBotRuns.queryOptions({ input: { id: bot.id } }),
  );
  const named = parameters.get(RUN.name);
  const wanted = named === null ? undefined : data?.find(({ series }) => series === RUN.read(named));
  if (named !== null && data === undefined)
    return (
      <Panel label={error ? 'Nicht geladen' : 'Wird geladen'}>
        {error ? (
          <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <LedgerSkeleton lines={6} />
        )}
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
      <RunFills id={id} series={series} waitsFor={waitsFor(bot, run)} interval={intervalOf(bot, run)} />
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

/** Why nothing was done yet; null of a run that is over. */
function waitsFor({ held, status }: OwnBotDetail, { state }: OwnBotRun): string | null {
  if (!isOpenRun(state)) return null;
  if (status === 'stopping') return 'Der Bot wird beendet und kauft nichts mehr.';
  if (status === 'faulted') return 'Der Bot entscheidet nichts mehr.';
  if (held !== null) return 'Der Bot ist angehalten und entscheidet so lange nichts.';
  return 'Der Bot wartet auf den ersten Moment, in dem seine Regel zutrifft.';
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
  useFocusKept(waiting?.id);
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

/** What was pressed to give or take back an order goes with it. */
function useFocusKept(order: string | undefined): void {
  const before = useRef(order);
  useEffect(() => {
    if (order === before.current) return;
    before.current = order;
    if (document.activeElement === document.body) focusPageTitle();
  }, [order]);
}

/** A start or an end that was ordered: what it waits for, and the way back. */
function WaitingOrder({ bot, order }: { bot: OwnBotDetail; order: OwnBotOrder }) {
  const { run, pending } = useCommand('testbench.cancelOwnBotOrder', {
    failed: { title: 'Nicht zurückgenommen', text: errorText },
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
        {isStart ? (
          `${bot.held === null ? 'Der Bot beginnt mit der nächsten Minute. ' : ''}Der Auftrag verfällt am ${formatDate(order.expiresAt ?? order.createdAt)}.`
        ) : (
          <WhatEndWaitsFor id={bot.id} symbols={bot.run?.symbols ?? []} />
        )}
      </p>
      <Button pending={pending} onClick={() => run({ id: order.id })}>
        Auftrag zurücknehmen
      </Button>
    </Notice>
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
