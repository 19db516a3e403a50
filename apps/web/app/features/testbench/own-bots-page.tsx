import {
  isOpenRun,
  type ListedOwnBot,
  OWN_BOT_STATUS_WORDS,
  type OwnBot,
  type RuleTemplate,
} from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useNavigate } from 'react-router';
import { RULE_VERDICTS } from '../../entities/bot/verdicts.ts';
import { capitalised } from '../../lib/format/capitalised.ts';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { errorText } from '../../lib/server/api.ts';
import { useCommand } from '../../lib/server/use-command.ts';
import { Link } from '../../lib/url/link.tsx';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { IconPlus } from '../../ui/icon/icons.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { RuleFileButton } from './builder/rule-file.tsx';
import { useOwnTrialTotal } from './own-candles/use-own-candles.ts';
import { TallyMarks, triesText } from './tally-marks.tsx';
import { useOwnBots, useTemplates, useTrialCount } from './testbench.queries.ts';

const SETUP = { source: 'practice', from: null, until: null, costFactor: 1 } as const;

/** Own bots, and rules to begin one with. */
export function OwnBotsPage({ tabs }: { tabs: React.ReactNode }) {
  const bots = useOwnBots();
  const templates = useTemplates();
  const trials = useTrialCount();
  const tried = useOwnTrialTotal();
  const navigate = useNavigate();
  const { run, pending, input } = useCommand('testbench.createOwnBot', {
    failed: { title: 'Nicht angelegt', text: errorText },
    onDone: ({ id }) => void navigate(urls.ownBot(id)),
  });
  const create = (name: string, rule: unknown) =>
    run({ name: freeName(name, bots.data?.items ?? []), rule: rule as object, setup: SETUP });
  const first = templates.data?.[0];
  const isOff = bots.data?.isOn === false;

  return (
    <>
      <PageHead
        title="KI-Bots"
        note="Eigene Bots aus deutschen Sätzen bauen und ehrlich testen"
        actions={
          isOff ? undefined : (
            <>
              <RuleFileButton onRule={(rule) => create('Aus Datei', rule)} />
              <Button
                look="primary"
                icon={IconPlus}
                disabled={first === undefined}
                pending={pending && input?.rule === first?.rule}
                onClick={() => first && create('Mein Bot', first.rule)}
              >
                Bot bauen
              </Button>
            </>
          )
        }
      />
      {tabs}
      <div className="stack">
        {isOff && (
          <Notice title="Auf dieser Plattform abgeschaltet">
            Vorhandene eigene Bots können Sie ansehen und löschen. Neue lassen sich gerade nicht bauen.
          </Notice>
        )}
        <Panel
          title="Meine Bots"
          aside={trials.data && <TallyMarks count={trials.data.count.total + tried} />}
          flush
        >
          {bots.data === undefined ? (
            <LedgerSkeleton lines={3} total={false} />
          ) : bots.data.items.length === 0 ? (
            <EmptyState title="Noch kein eigener Bot">
              Beginnen Sie mit einer Vorlage. Sie ändern nur die Wörter und sehen sofort, was sie getan
              hätten.
            </EmptyState>
          ) : (
            <>
              <ul>
                {bots.data.items.map((bot) => (
                  <BotRow key={bot.id} bot={bot} />
                ))}
              </ul>
              <RunningSum bots={bots.data.items} />
            </>
          )}
        </Panel>
        {!isOff && (
          <Panel
            title="Mit einer Vorlage beginnen"
            note="Jede Vorlage ist eine fertige Regel. Sie ändern nur die Wörter."
            flush
          >
            {templates.data === undefined ? (
              <LedgerSkeleton lines={5} total={false} />
            ) : (
              <ul>
                {templates.data.map((template) => (
                  <TemplateRow
                    key={template.key}
                    template={template}
                    pending={pending && input?.rule === template.rule}
                    onBuild={() => create(template.name, template.rule)}
                  />
                ))}
              </ul>
            )}
          </Panel>
        )}
      </div>
    </>
  );
}

/** Tries of one bot that are drawn as strokes: three lines of them. */
const MOST_IN_ROW = 120;

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 px-(--pad) [&+&]:border-t border-border';

export function BotRow({ bot }: { bot: ListedOwnBot }) {
  const { id, name, entry, ruleHash, updatedAt, status, run, waiting, held, finding } = bot;
  // Of another rule it would say nothing about this one.
  const verdict = finding && finding.ruleHash === entry?.ruleHash ? RULE_VERDICTS[finding.verdict] : null;
  const isDraftAhead = entry !== null && entry.version !== null && entry.ruleHash !== ruleHash;
  // A rule that was changed after its run is a draft again, and what the old one brought is not its result.
  const isShown = run !== null && (isOpenRun(run.state) || isOver(status));
  return (
    <li className={`${ROW} relative hover:bg-bg`}>
      <div className="flex-[1_1_14rem] min-w-0">
        <Link className="font-620 after:absolute after:inset-0" to={urls.ownBot(id)}>
          {name}
        </Link>
        {entry !== null && <p className="text-sm text-muted line-clamp-2 max-md:hidden">{entry.text}</p>}
        <p className="text-sm text-muted">
          {status === 'draft'
            ? ruleHash === null
              ? 'Die Regel ist noch nicht vollständig.'
              : 'Entwurf'
            : capitalised(OWN_BOT_STATUS_WORDS[status])}
          {held !== null && (status === 'live' || status === 'starting') && ', vom Betreiber angehalten'}
          {isDraftAhead && ', Entwurf geändert'}
        </p>
        {verdict !== null && finding && (
          <p className="text-sm lg:hidden">
            {verdict} <span className="text-muted">{`${triesText(finding.trials)} auf diesen Kursen`}</span>
          </p>
        )}
      </div>
      {finding && (
        <div className="flex-none w-56 grid gap-1 text-sm max-lg:hidden">
          <TallyMarks count={finding.trials} large most={MOST_IN_ROW} />
          <p>{verdict}</p>
        </div>
      )}
      {isShown ? (
        <p className="flex items-baseline gap-x-3 md:grid md:justify-items-end lg:w-48">
          <Amount
            value={fromWire(run.valueUsd)}
            unit="USDT"
            tone={isOpenRun(run.state) ? 'plain' : 'muted'}
          />
          <span className="text-sm">
            <Amount value={fromWire(run.valueUsd) - fromWire(run.amountUsd)} tone="delta" />
          </span>
        </p>
      ) : waiting?.amountUsd ? (
        <p className="lg:w-48 lg:text-right">
          <Amount value={fromWire(waiting.amountUsd)} unit="USDT" />
        </p>
      ) : (
        <p className="text-sm text-muted lg:w-48 lg:text-right">{`Geändert ${formatDateTimeShort(updatedAt)}`}</p>
      )}
    </li>
  );
}

const isOver = (status: OwnBot['status']): boolean => status === 'stopped' || status === 'liquidated';

/** What runs together, where it is more than one. */
function RunningSum({ bots }: { bots: readonly OwnBot[] }) {
  const running = bots.flatMap(({ run }) => (run && isOpenRun(run.state) ? [fromWire(run.valueUsd)] : []));
  if (running.length < 2) return null;
  return (
    <p className={`${ROW} justify-between border-t border-text font-620`}>
      Summe, laufend
      <Amount value={running.reduce((sum, value) => sum + value, 0n)} unit="USDT" />
    </p>
  );
}

interface TemplateRowProps {
  template: RuleTemplate;
  pending: boolean;
  onBuild: () => void;
}

function TemplateRow({ template, pending, onBuild }: TemplateRowProps) {
  return (
    <li className={ROW}>
      <div className="flex-[1_1_14rem] min-w-0">
        <p className="font-620">{template.name}</p>
        <p className="text-sm text-muted">{template.line}</p>
      </div>
      <Button pending={pending} onClick={onBuild} aria-label={`Bauen: ${template.name}`}>
        Bauen
      </Button>
    </li>
  );
}

/** „Ausbruch“, „Ausbruch 2“, „Ausbruch 3“ … */
function freeName(name: string, bots: readonly OwnBot[]): string {
  const taken = new Set(bots.map((bot) => bot.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}
