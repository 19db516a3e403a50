import type { OwnBotDetail } from '@botdepot/contract';
import { DAY_MS, parseRule, type Rule, ruleHashOf, ruleParameters } from '@botdepot/trading/browser';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDecimal } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import type { PriceSource } from '../own-candles/own-candles.ts';
import { OwnCandlesPanel } from '../own-candles/own-candles-field.tsx';
import { useFileReading } from '../own-candles/use-own-candles.ts';
import { FailedRun } from '../preview/failed-run.tsx';
import { lackingSymbols, orderOf } from '../preview/preview-order.ts';
import { useOwnBots } from '../testbench.queries.ts';
import { countOptions, type SeenTrials, useTrialRecord } from '../trial-record.ts';
import { type Field, fieldWords, gridOf, LEAST_TRADES, withNumber } from './field-grid.ts';
import { HeatMap, tradesText } from './heat-map.tsx';
import { CostsPanel, OverfittingPanel, PlateauPanel, pricesText, SweepVerdict } from './sweep-findings.tsx';
import { SweepSetup } from './sweep-setup.tsx';
import { type Sweep, useSweep } from './use-sweep.ts';

/** A rule with other numbers in two of its places: whether it is good because of its idea, and what looking costs. */
export function VariantsPage({ id }: { id: string }) {
  return (
    <OwnBotFrame id={id} page="Varianten">
      {({ bot, sources }) => {
        const { rule } = parseRule(bot.rule);
        const source = sources.find((one) => one.source === bot.setup.source) ?? sources[0];
        if (rule === null || source === undefined) return <Incomplete bot={bot} />;
        // Another rule, or other prices, is another page.
        const key = JSON.stringify([ruleHashOf(rule), bot.setup]);
        return <Variants key={key} bot={bot} rule={rule} source={source} />;
      }}
    </OwnBotFrame>
  );
}

function Incomplete({ bot }: { bot: OwnBotDetail }) {
  return (
    <>
      <OwnBotHead id={bot.id} view="variants" title={bot.name} note="Varianten" />
      <Notice kind="warning" title="Die Regel ist noch nicht vollständig">
        <p className="mb-2">Varianten lassen sich erst vergleichen, wenn die Regel selbst etwas tut.</p>
        <ButtonLink to={urls.ownBot(bot.id)}>Zur Regel</ButtonLink>
      </Notice>
    </>
  );
}

interface VariantsProps {
  bot: OwnBotDetail;
  rule: Rule;
  source: PriceSource;
}

function Variants({ bot, rule, source }: VariantsProps) {
  const parameters = useMemo(() => ruleParameters(rule), [rule]);
  const isOff = useOwnBots().data?.isOn === false;
  const reading = useFileReading();
  const isFileMissing = source.source === 'own' && source.file === null;
  const lacking = lackingSymbols(rule, source);
  const order = lacking.length === 0 ? orderOf(rule, source, bot.setup, null) : null;
  const { status, sweep, run, cancel } = useSweep();
  const grid = useMemo(() => sweep && gridOf(sweep), [sweep]);
  const seen = useMemo(() => sweep && seenOf(sweep, source), [sweep, source]);
  const { counted, failed, retry } = useTrialRecord(seen, { readsBefore: true });
  const [choice, setChoice] = useState<{ of: Sweep; field: Field } | null>(null);
  const [again, setAgain] = useState<(() => void) | null>(null);
  const period = periodOf(rule, source, bot);
  const count = useQuery({
    ...countOptions({ source, rule, ...(period ?? { from: 0, until: DAY_MS }) }),
    enabled: period !== null,
  });
  const bars = rule.interval === '1d' ? 'Tageskerzen' : 'Stundenkerzen';
  const isShown = sweep !== null && grid !== null;
  // A field of a grid that is gone would be another one of the grid that has come.
  const chosen = choice !== null && choice.of === sweep ? choice.field : null;
  return (
    <>
      <OwnBotHead
        id={bot.id}
        view="variants"
        title={bot.name}
        note={`${rule.symbols.join(', ')} · ${bars}`}
        fresh={counted?.added}
      />
      <div className="stack">
        {isOff && (
          <Notice title="Auf dieser Plattform abgeschaltet">
            Eigene Bots sind hier gerade abgeschaltet. Neue Versuche lassen sich deshalb nicht zählen und
            nicht rechnen.
          </Notice>
        )}
        {isFileMissing && (
          <OwnCandlesPanel title="Varianten auf eigenen Kerzen" reading={reading}>
            <ButtonLink to={urls.ownBot(bot.id)}>Andere Kurse wählen</ButtonLink>
          </OwnCandlesPanel>
        )}
        {order === null && !isFileMissing && (
          <Notice kind="warning" title="Dafür gibt es hier keine Kurse">
            <p className="mb-2">
              {source.testPeriodFrom === null
                ? `${source.name} hat noch keine Kurse.`
                : `${source.name} hat nicht, was die Regel braucht: ${lacking.join(', ')} auf ${bars}.`}
            </p>
            <ButtonLink to={urls.ownBot(bot.id)}>Zur Regel</ButtonLink>
          </Notice>
        )}
        {status.step === 'failed' && (
          <FailedRun failure={status.failure} what="Die Varianten ließen sich" retry={() => again?.()} />
        )}
        {isShown && <SweepVerdict sweep={sweep} grid={grid} counted={counted} failed={failed} />}
        <div className="grid gap-6 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_21rem] items-start">
          <div className="stack">
            {parameters.length < 2 ? (
              <Notice title="Hier gibt es keine zwei Zahlen">
                <p className="mb-2">Diese Regel enthält nur eine Zahl, die sich verändern ließe.</p>
                <ButtonLink to={urls.ownBot(bot.id)}>Zur Regel</ButtonLink>
              </Notice>
            ) : (
              <SweepSetup
                parameters={parameters}
                status={status}
                count={count.data ?? null}
                days={period === null ? 2 : Math.max(2, (period.until - period.from) / DAY_MS)}
                disabled={isOff || order === null}
                onRun={(axes) => {
                  if (order === null) return;
                  const start = () => run({ order, axes });
                  setAgain(() => start);
                  start();
                }}
                onCancel={cancel}
              />
            )}
            {isShown && (
              <>
                <Panel title="Varianten im Vergleich" note={pricesText(source, sweep)}>
                  <HeatMap
                    sweep={sweep}
                    grid={grid}
                    chosen={chosen}
                    onChoose={(field) => setChoice({ of: sweep, field })}
                  />
                  <ChosenField bot={bot} sweep={sweep} field={chosen} />
                </Panel>
                <PlateauPanel sweep={sweep} grid={grid} />
              </>
            )}
          </div>
          {isShown && (
            <div className="stack">
              <CostsPanel
                source={source}
                sweep={sweep}
                grid={grid}
                counted={counted}
                failed={failed}
                onRetry={retry}
              />
              <OverfittingPanel sweep={sweep} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** Before anything was worked out: the days that the source has of these markets before its test period. */
function periodOf(rule: Rule, source: PriceSource, { setup }: OwnBotDetail) {
  const firsts = source.symbols
    .filter(({ symbol }) => rule.symbols.includes(symbol))
    .map(({ firstDay }) => firstDay);
  if (source.testPeriodFrom === null || firsts.length === 0) return null;
  const from = Date.parse(setup.from ?? firsts.toSorted()[0]!);
  const until = Math.min(Date.parse(source.testPeriodFrom), Date.parse(setup.until ?? source.testPeriodFrom));
  return from < until ? { from, until } : null;
}

/** Every distinct rule once; the returns of those alone that move like none before them. */
function seenOf({ rule, variants, from, until, leaders }: Sweep, source: PriceSource): SeenTrials | null {
  const results = new Map(
    variants.flatMap(({ result }) => (result === null ? [] : [[result.ruleHash, result]])),
  );
  const entries = [...results.values()].map(({ ruleHash, sharpe, returns }) => ({
    ruleHash,
    sharpe,
    returns: leaders.has(ruleHash) ? returns : null,
  }));
  const firstDay = [...results.values()].find((result) => !Number.isNaN(result.firstDay))?.firstDay;
  return entries.length === 0 ? null : { source, rule, from, until, firstDay: firstDay ?? from, entries };
}

/** What a field stands for, and how it becomes the draft. */
function ChosenField({ bot, sweep, field }: { bot: OwnBotDetail; sweep: Sweep; field: Field | null }) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const { run, pending } = useCommand('testbench.updateOwnBot', {
    waits: true,
    failed: { title: 'Nicht übernommen', text: errorText },
    onDone: () => {
      toast.success('In den Entwurf übernommen', 'Die Regel hat jetzt die Zahlen dieses Felds.');
      void navigate(urls.ownBot(bot.id));
    },
    onFailed: () => setAsked(false),
  });
  if (field === null)
    return (
      <p className="mt-4 pt-3 border-t border-border text-sm text-muted">
        Ein Feld wählen, um seine Zahlen zu sehen.
      </p>
    );
  const { rule } = field;
  const numbers = sweep.axes.map(({ parameter }, axis) => ({
    before: withNumber(parameter, parameter.value),
    after: withNumber(parameter, field.values[axis]!),
  }));
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-3 mt-4 pt-3 border-t border-border text-sm"
      aria-live="polite"
    >
      <div className="flex-[1_1_16rem] min-w-0">
        <p className="font-620">{fieldWords(field, sweep)}</p>
        <p className="text-muted">{resultText(field)}</p>
      </div>
      {rule !== null && !field.isOwn && (
        <Button onClick={() => setAsked(true)}>In den Entwurf übernehmen</Button>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Zahlen in den Entwurf übernehmen?"
        confirmLabel="In den Entwurf übernehmen"
        pending={pending}
        onConfirm={() =>
          run({ id: bot.id, version: bot.version, name: bot.name, setup: bot.setup, rule: rule as object })
        }
      >
        <p className="mb-2">Der Entwurf wird überschrieben:</p>
        <ul className="list-disc pl-5 mb-2">
          {numbers
            .filter(({ before, after }) => before !== after)
            .map(({ before, after }) => (
              <li key={before}>{`${after} (bisher: ${before})`}</li>
            ))}
        </ul>
        <p>
          Ein Versuch mehr wird es dadurch nicht: Dieses Feld ist schon gezählt. Es wurde aber aus vielen
          ausgesucht, und das macht sein Ergebnis unsicherer, als es aussieht.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function resultText({ result, problem, sharpe, isLost, isOwn, isHighest }: Field): string {
  if (result === null) return `Das ist keine Regel: ${problem}.`;
  const marks = [...(isOwn ? [' Ihre Regel.'] : []), ...(isHighest ? [' Höchstes Feld.'] : [])].join('');
  const few = result.trades < LEAST_TRADES ? ` Für ein Urteil braucht es mindestens ${LEAST_TRADES}.` : '';
  const value = isLost
    ? 'Alles verloren, '
    : sharpe === null
      ? ''
      : `Sharpe im Jahr ${formatDecimal(sharpe)}, `;
  return `${value}${tradesText(result.trades)}.${few}${marks}`;
}
