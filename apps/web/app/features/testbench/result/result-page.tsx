import type { OwnBotDetail } from '@botdepot/contract';
import { parseRule } from '@botdepot/trading/browser';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { RULE_VERDICTS } from '../../../entities/bot/verdicts.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconChevronRight, IconCircle, IconCircleCheck, IconCircleX } from '../../../ui/icon/icons.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RunProgressBar } from '../../../ui/state/run-progress.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { type CheckRequest, OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import type { PriceSource, ShownResult } from '../own-candles/own-candles.ts';
import { OwnCandlesPanel } from '../own-candles/own-candles-field.tsx';
import { useFileReading, useOwnResult } from '../own-candles/use-own-candles.ts';
import { costWords } from '../rule-numbers.ts';
import { useOwnBotResult } from '../testbench.queries.ts';
import { CertaintyPanel, CurvePanel } from './curve-panels.tsx';
import { CertificatePanel, CostsPanel, LengthPanel, LuckPanel, RandomBotsPanel } from './evidence-panels.tsx';
import { AmountPanel, TestPeriodPanel } from './outlook-panels.tsx';
import { type Check, checksOf, type Stand, signed, verdictReasons } from './result-checks.ts';
import { ResultTrades } from './result-trades.tsx';
import { type Run, type RunName, useRuns } from './use-runs.ts';

/** What a rule is worth: one sentence first, then what stands behind it. */
export function OwnBotResultPage({ id }: { id: string }) {
  return (
    <OwnBotFrame id={id} page="Ergebnis">
      {({ bot, sources }) => <ResultView bot={bot} sources={sources} />}
    </OwnBotFrame>
  );
}

const NAMES: Readonly<Record<RunName, string>> = {
  runOwnBacktest: 'Die Prüfung',
  certifyOwnBot: 'Die Prüfung gegen einen Blick in die Zukunft',
  openTestPeriod: 'Der Prüfzeitraum',
};
function ResultView({ bot, sources }: { bot: OwnBotDetail; sources: readonly PriceSource[] }) {
  const { data } = useOwnBotResult(bot.id);
  const isOwn = bot.setup.source === 'own';
  const ownSource = sources.find((one) => one.source === 'own');
  const file = ownSource?.file ?? null;
  const ownResult = useOwnResult(bot, data?.certificate ?? null);
  const isLoading = data === undefined || ownResult === undefined;
  const shown = (isOwn ? ownResult : null) ?? data?.result ?? null;
  const reading = useFileReading();
  const isFileMissing = isOwn && file === null;
  const isOtherFile = shown?.source === 'own' && file?.hash !== ownResult?.hash;
  const { run, start, cancel } = useRuns(bot, ownSource, shown);
  const location = useLocation();
  const navigate = useNavigate();
  const isComplete = bot.ruleHash !== null && !isFileMissing;
  const check = (version = bot.version) => void start('runOwnBacktest', version);
  const asked = (location.state as CheckRequest | null)?.checkVersion;
  const checkOnce = useEffectEvent((version: number) => {
    // A reload is no other request.
    void navigate('.', { replace: true, state: null, preventScrollReset: true });
    check(version);
  });
  useEffect(() => {
    // What is here may still be the draft before.
    if (asked !== undefined && bot.version >= asked) checkOnce(asked);
  }, [asked, bot.version]);

  // Every version has a certificate; one that is lacking is made by itself, after the result.
  const isCertifiable = shown?.source !== 'own' || shown.version === bot.newestVersion;
  const uncertified = shown !== null && shown.certificate === null && isCertifiable ? shown.version : null;
  const isIdle = run === null;
  const begun = useRef<number | null>(null);
  const certify = useEffectEvent((version: number) => {
    // Once: who has cancelled it asks for it himself.
    if (begun.current === version) return;
    begun.current = version;
    void start('certifyOwnBot', version);
  });
  useEffect(() => {
    if (uncertified !== null && isIdle) certify(uncertified);
  }, [uncertified, isIdle]);

  const isRunning = run !== null && run.state.phase !== 'failed';
  return (
    <>
      <OwnBotHead id={bot.id} view="result" title={bot.name} note={noteOf(shown)} />
      <div className="stack">
        {run !== null && (
          <RunView run={run} onCancel={cancel} onRetry={() => void start(run.name, run.version)} />
        )}
        {isFileMissing && (
          <OwnCandlesPanel title="Ergebnis auf eigenen Kerzen" reading={reading}>
            <ButtonLink to={urls.ownBot(bot.id)}>Andere Kurse wählen</ButtonLink>
          </OwnCandlesPanel>
        )}
        {shown !== null && (isStale(bot, shown) || isOtherFile) && (
          <Notice
            kind="info"
            title={
              isOtherFile
                ? 'Sie haben seit diesem Ergebnis eine andere Datei gewählt'
                : 'Die Regel hat sich seit diesem Ergebnis geändert'
            }
          >
            <p className="mb-2">
              {`Unten steht, was Fassung ${shown.version} ${isOtherFile ? 'auf der vorigen ' : ''}ergab.`}
            </p>
            {isComplete ? (
              <Button look="primary" disabled={isRunning} onClick={() => check()}>
                Neu prüfen
              </Button>
            ) : (
              <ButtonLink to={urls.ownBot(bot.id)}>Zur Regel</ButtonLink>
            )}
          </Notice>
        )}
        {isLoading ? (
          <Panel label="Wird geladen">
            <LedgerSkeleton lines={8} />
          </Panel>
        ) : shown === null ? (
          isFileMissing ? null : (
            <Panel flush label="Noch kein Ergebnis">
              <EmptyState
                title={isComplete ? 'Noch nicht geprüft' : 'Die Regel ist noch nicht vollständig'}
                action={
                  isComplete ? (
                    <Button look="primary" disabled={isRunning} onClick={() => check()}>
                      Ergebnis prüfen
                    </Button>
                  ) : (
                    <ButtonLink to={urls.ownBot(bot.id)}>Zur Regel</ButtonLink>
                  )
                }
              >
                {isComplete
                  ? isOwn
                    ? 'Ihr Browser rechnet die Regel bis zum Prüfzeitraum durch und vergleicht sie mit Halten, Sparbuch, Sparplan und 1.000 Zufallsbots. Das zählt als Versuch, in diesem Browser.'
                    : 'Unser Server rechnet die Regel bis zum Prüfzeitraum durch und vergleicht sie mit Halten, Sparbuch, Sparplan und 1.000 Zufallsbots. Das zählt als Versuch.'
                  : 'Im Reiter „Regel“ steht, was noch fehlt.'}
              </EmptyState>
            </Panel>
          )
        ) : (
          <Result
            bot={bot}
            shown={shown}
            source={isOtherFile ? undefined : sources.find(({ source }) => source === shown.source)}
            isRunning={isRunning}
            onOpenTestPeriod={() => void start('openTestPeriod', shown.version)}
            onCertify={() => void start('certifyOwnBot', shown.version)}
          />
        )}
      </div>
    </>
  );
}

function noteOf(shown: ShownResult | null): string {
  if (shown === null) return '\u00a0';
  const where = shown.source === 'own' ? ' auf eigenen Kursen, von Ihrem Browser gerechnet' : '';
  return `Fassung ${shown.version}, geprüft am ${formatDateTimeShort(shown.madeAt)}${where}`;
}

/** The draft says something else by now than what was tested. */
function isStale(bot: OwnBotDetail, { result, source, rule }: ShownResult): boolean {
  const { setup, ruleHash } = bot;
  return (
    ruleHash !== result.ruleHash ||
    setup.source !== source ||
    setup.costFactor !== result.costFactor ||
    parseRule(rule).rule === null
  );
}

interface RunViewProps {
  run: Run;
  onCancel: () => void;
  onRetry: () => void;
}

function RunView({ run, onCancel, onRetry }: RunViewProps) {
  const { name, state } = run;
  if (state.phase === 'failed')
    return (
      <div role="alert">
        <Notice kind="warning" title={state.title}>
          <p className="mb-2">{state.text}</p>
          <Button onClick={onRetry}>Erneut versuchen</Button>
        </Notice>
      </div>
    );
  return (
    <Panel label={NAMES[name]}>
      <div className="grid grid-cols-1 gap-3">
        <RunProgressBar progress={state} name={NAMES[name]} onCancel={onCancel} />
      </div>
    </Panel>
  );
}

interface ResultProps {
  bot: OwnBotDetail;
  shown: ShownResult;
  source: PriceSource | undefined;
  isRunning: boolean;
  onOpenTestPeriod: () => void;
  onCertify: () => void;
}

const TWO = 'grid gap-6 grid-cols-1 lg:grid-cols-2 items-stretch';

function Result({ bot, shown, source, isRunning, onOpenTestPeriod, onCertify }: ResultProps) {
  const { result } = shown;
  return (
    <>
      <VerdictPanel botId={bot.id} shown={shown} />
      <div className="grid gap-6 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_21rem] items-start">
        <div className="stack">
          <CurvePanel shown={shown} source={source} />
          <CertaintyPanel shown={shown} />
        </div>
        <div className="stack">
          <AmountPanel shown={shown} />
          <TestPeriodPanel shown={shown} isRunning={isRunning} onOpen={onOpenTestPeriod} />
          <CertificatePanel certificate={shown.certificate} isRunning={isRunning} onCertify={onCertify} />
        </div>
      </div>
      <div className={TWO}>
        <LuckPanel shown={shown} />
        <RandomBotsPanel result={result} />
        <CostsPanel result={result} />
        <LengthPanel shown={shown} />
      </div>
      <ResultTrades shown={shown} source={source} />
      <p className="text-sm text-muted wrap-anywhere">
        {`Handelslogik ${result.engineVersion} · Daten ${short(result.dataHash)} · Regel ${short(result.ruleHash)} · ${formatUtcPeriod(result.firstDay, result.lastDay)} · ${formatCount(result.bars)} Kerzen. Dieselbe Rechnung wie im laufenden Handel${result.costFactor === 1 ? '' : `, hier ${costWords(result.costFactor)}`}.`}
        {source && ` ${source.name}. ${source.note}`}
        {shown.source === 'own' &&
          ' Weder Kurse noch Ergebnis kommen auf unseren Server; beide bleiben in diesem Browser, bis Sie sich abmelden.'}
      </p>
    </>
  );
}

const short = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

const GROUPS: readonly { stand: Stand; title: string }[] = [
  { stand: 'against', title: 'Gegen die Regel' },
  { stand: 'for', title: 'Für die Regel' },
  { stand: 'open', title: 'Noch offen' },
];
const ICONS = { against: IconCircleX, for: IconCircleCheck, open: IconCircle } as const;

/** One sentence, why, three figures with how sure they are, and what speaks against and for the rule. */
function VerdictPanel({ botId, shown }: { botId: string; shown: ShownResult }) {
  const { judgement } = shown;
  const checks = checksOf(shown);
  return (
    <section
      className="min-w-0 bg-surface border border-border rounded-box grid grid-cols-1 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
      aria-labelledby="urteil"
    >
      <div className="p-(--pad) pt-5">
        <p className="text-sm text-muted">Urteil</p>
        <h2 id="urteil" className="text-xl/[1.25] font-bold tracking-[-0.012em] max-w-[30rem] text-balance">
          {RULE_VERDICTS[judgement.verdict]}
        </h2>
        <div className="grid grid-cols-1 gap-2 mt-3 max-w-[38rem]">
          {verdictReasons(shown).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
        <Keys shown={shown} />
        <div className="mt-5">
          <ButtonLink to={urls.ownBot(botId)}>Regel ändern</ButtonLink>
        </div>
      </div>
      <div className="border-border max-lg:border-t lg:border-l">
        {GROUPS.map(({ stand, title }) => {
          const own = checks.filter((check) => check.stand === stand);
          return own.length === 0 ? null : (
            <section key={stand} aria-label={title} className="[&+&]:border-t border-border">
              <h3 className="flex justify-between pt-3 pb-1 px-(--pad) text-sm text-muted font-book">
                {title}
                <span className="tnum">{own.length}</span>
              </h3>
              <ul className="pb-2">
                {own.map((check) => (
                  <CheckRow key={check.key} check={check} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </section>
  );
}

function CheckRow({ check: { stand, title, value, text } }: { check: Check }) {
  return (
    <li>
      <details className="group">
        <summary className="flex items-center gap-2.5 min-h-11 px-(--pad) py-1.5 cursor-pointer list-none hover:bg-bg focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon as={ICONS[stand]} size={20} className="flex-none" />
          <span className="flex-1 min-w-0 font-620">{title}</span>
          <span className="text-muted tnum text-right">{value}</span>
          <Icon as={IconChevronRight} size={16} className="flex-none text-muted group-open:rotate-90" />
        </summary>
        <p className="pl-[calc(var(--pad)_+_30px)] pr-(--pad) pb-3 text-sm text-muted">{text}</p>
      </details>
    </li>
  );
}

function Keys({ shown: { result } }: { shown: ShownResult }) {
  const { figures, bands, savings, holding } = result;
  const range = (band: readonly [number, number, number] | undefined): string =>
    band === undefined ? 'zu wenig Tage für einen Bereich' : `${signed(band[0])} bis ${signed(band[2])}`;
  const keys = [
    { label: 'Rendite im Jahr', value: signed(figures.cagr), note: range(bands.value?.cagr) },
    {
      label: 'Größter Rückgang',
      value: formatPercent(figures.maxDrawdown),
      note: range(bands.value?.maxDrawdown),
    },
    {
      label: 'Kaufen und halten',
      value: signed(holding.cagr),
      note: `im Jahr, Sparbuch ${formatPercent(savings.ratePerYear)}`,
    },
  ];
  return (
    <dl className="grid grid-cols-1 min-[640px]:grid-cols-3 mt-5 border-t border-border min-[640px]:[&>div+div]:pl-4 min-[640px]:[&>div+div]:border-l max-[640px]:[&>div+div]:border-t">
      {keys.map(({ label, value, note }) => (
        <div
          key={label}
          className="border-border py-3 min-[640px]:pr-3 max-[640px]:grid max-[640px]:grid-cols-[1fr_auto] max-[640px]:items-baseline"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-bold tnum max-[640px]:text-right">{value}</dd>
          <dd className="text-sm text-muted tnum max-[640px]:col-span-2 max-[640px]:text-right">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
