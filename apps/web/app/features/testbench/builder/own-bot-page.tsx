import type { OwnBotDetail } from '@botdepot/contract';
import {
  RULE_CAPITAL,
  type Rule,
  type RuleProblem,
  ruleOfShape,
  sharpeSampleOf,
} from '@botdepot/trading/browser';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { useIsPhone } from '../../../lib/page/device.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { IconArrowBackUp, IconDownload, IconTrash } from '../../../ui/icon/icons.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type CheckRequest, OwnBotFrame, OwnBotHead } from '../own-bot-frame.tsx';
import type { PriceSource } from '../own-candles/own-candles.ts';
import { OwnCandlesPanel } from '../own-candles/own-candles-field.tsx';
import { useFileReading } from '../own-candles/use-own-candles.ts';
import type { Preview } from '../preview/preview.ts';
import { lackingSymbols, orderOf } from '../preview/preview-order.ts';
import { oldLook, PreviewPanel } from '../preview/preview-panel.tsx';
import { LastTrade, TodayPanel } from '../preview/trade-words.tsx';
import { usePreview } from '../preview/use-preview.ts';
import { type SeenTrials, useTrialRecord } from '../trial-record.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { problemText } from './rule-edit.ts';
import { RuleFileButton, saveRuleFile } from './rule-file.tsx';
import { RuleSheet } from './rule-sheet.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { type Draft, type SaveState, useDraft } from './use-draft.ts';

/** One own bot: its rule as sentences, and beside it what that would have done. */
export function OwnBotPage({ id }: { id: string }) {
  // Its own saves come back as well, and leave what is open on the page as it is.
  const [generation, setGeneration] = useState(0);
  return (
    <OwnBotFrame id={id}>
      {({ bot, sources, reload }) => (
        <Builder
          key={generation}
          bot={bot}
          sources={sources}
          onReload={() => void reload().then(() => setGeneration(generation + 1))}
        />
      )}
    </OwnBotFrame>
  );
}

interface BuilderProps {
  bot: OwnBotDetail;
  sources: readonly PriceSource[];
  onReload: () => void;
}

function Builder({ bot, sources, onReload }: BuilderProps) {
  const draft = useDraft(bot);
  const { content, parsed } = draft;
  const { rule } = parsed;
  // A rule that is not right yet has still its shape: its words stay where they are.
  const shape = rule ?? ruleOfShape(content.rule);
  const [open, setOpen] = useState<string | null>(null);
  const [chosenSymbol, setChosenSymbol] = useState<string | null>(null);
  const source = sources.find((one) => one.source === content.setup.source) ?? sources[0];
  const symbols = rule?.symbols ?? [];
  const chartSymbol = symbols.find((symbol) => symbol === chosenSymbol) ?? null;
  const reading = useFileReading();
  const isFileMissing = source?.source === 'own' && source.file === null;
  const lacking = rule === null || source === undefined || isFileMissing ? [] : lackingSymbols(rule, source);
  const order =
    rule !== null && source !== undefined && lacking.length === 0
      ? orderOf(rule, source, content.setup, chartSymbol)
      : null;
  const preview = usePreview(order, source);
  const current = preview.isCurrent ? preview.preview : null;
  useTrialRecord(current && source ? trialOf(current, source) : null);
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const openPlaces = shape === null ? 0 : parsed.problems.length;
  const checkButton =
    openPlaces > 0 ? (
      <Button onClick={goToOpenPlace}>
        {openPlaces === 1 ? 'Zur offenen Stelle' : `Zu ${openPlaces} offenen Stellen`}
      </Button>
    ) : (
      <Button
        look="primary"
        disabled={order === null || draft.saveState !== 'saved'}
        onClick={() => {
          const state: CheckRequest = { checkVersion: draft.version };
          void navigate(urls.ownBotResult(bot.id), { state });
        }}
      >
        Ergebnis prüfen
      </Button>
    );

  return (
    <>
      <OwnBotHead
        id={bot.id}
        view="rule"
        title={content.name}
        note={SAVE_WORDS[draft.saveState]}
        action={isPhone ? undefined : checkButton}
      />
      <div className="stack">
        {draft.saveState === 'changed-elsewhere' && (
          <Notice kind="warning" title="In einem anderen Fenster geändert">
            <p className="mb-2">Was Sie hier danach geändert haben, ist nicht gespeichert.</p>
            <Button onClick={onReload}>Neuen Stand laden</Button>
          </Notice>
        )}
        {draft.saveState === 'failed' && (
          <Notice kind="warning" title="Noch nicht gespeichert">
            <p className="mb-2">Ihre Änderungen stehen nur in diesem Fenster.</p>
            <Button onClick={draft.save}>Erneut speichern</Button>
          </Notice>
        )}
        <div className="grid gap-6 grid-cols-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] items-start">
          <div className="stack">
            <Panel
              title="Die Regel"
              aside={
                // It keeps the focus after the last step.
                <Button
                  look="quiet"
                  icon={IconArrowBackUp}
                  aria-disabled={!draft.canUndo}
                  onClick={draft.undo}
                >
                  Rückgängig
                </Button>
              }
              foot={<FileButtons draft={draft} onDelete={() => setDeleting(true)} />}
            >
              {shape === null ? (
                <UnreadableRule problems={parsed.problems} />
              ) : (
                <RuleSheet
                  rule={shape}
                  problems={parsed.problems}
                  preview={current}
                  order={order}
                  fileName={source?.source === 'own' ? (source.file?.name ?? null) : null}
                  open={open}
                  onOpen={setOpen}
                  onChange={draft.changeRule}
                />
              )}
            </Panel>
            <SettingsPanel draft={draft} rule={shape} sources={sources} source={source} reading={reading} />
          </div>
          <div className="stack">
            {source !== undefined && rule !== null && lacking.length > 0 && (
              <LackingNotice draft={draft} rule={rule} source={source} lacking={lacking} />
            )}
            {isFileMissing ? (
              <OwnCandlesPanel title="Vorschau auf eigenen Kerzen" reading={reading}>
                <Button onClick={() => draft.change({ setup: { ...content.setup, source: 'practice' } })}>
                  Stattdessen auf dem Übungsmarkt testen
                </Button>
              </OwnCandlesPanel>
            ) : (
              <PreviewPanel state={preview} onChartSymbol={setChosenSymbol} />
            )}
            {preview.preview !== null && !isFileMissing && (
              <div {...oldLook(preview.isOld)}>
                <div className="stack">
                  <LastTrade preview={preview.preview} source={preview.source} />
                  <TodayPanel preview={preview.preview} />
                </div>
              </div>
            )}
          </div>
        </div>
      </div>
      {isPhone && <ResultBar preview={preview.isOld ? null : preview.preview}>{checkButton}</ResultBar>}
      <DeleteDialog bot={bot} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

/** Where something is missing in the rule or wrong: the word, or what is said of it. */
function goToOpenPlace(): void {
  const sheet = document.querySelector('[data-rule-sheet]');
  const place =
    sheet?.querySelector<HTMLElement>('[data-look="bad"]') ?? sheet?.querySelector('[role="alert"]');
  place?.scrollIntoView({ block: 'center' });
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

/** On phones the rule comes first: what it does stays in reach above the navigation. */
function ResultBar({ preview, children }: { preview: Preview | null; children: ReactNode }) {
  const end = (values: Float64Array | undefined): string =>
    values === undefined ? NO_FIGURE : formatDecimal(values.at(-1) ?? RULE_CAPITAL);
  return (
    <div className="sticky bottom-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))] z-90 flex items-center gap-3 -mx-4 mt-4 px-4 py-2 border-t border-border bg-surface">
      <dl className="flex-1 grid grid-cols-[auto_1fr] gap-x-2 text-sm tnum [&_dd]:text-right">
        <dt className="text-muted">Regel</dt>
        <dd className="font-620">{end(preview?.equity)}</dd>
        <dt className="text-muted">Halten</dt>
        <dd>{end(preview?.holding)}</dd>
      </dl>
      {children}
    </div>
  );
}

function trialOf(preview: Preview, source: PriceSource): SeenTrials {
  const { rule, ruleHash, from, until, days, returns } = preview;
  return {
    source,
    rule,
    from,
    until,
    firstDay: days[0] ?? from,
    entries: [{ ruleHash, sharpe: sharpeSampleOf(returns).value?.sharpe ?? null, returns }],
  };
}

const SAVE_WORDS: Readonly<Record<SaveState, string>> = {
  saved: 'Entwurf, gespeichert',
  waiting: 'Entwurf, wird gespeichert …',
  saving: 'Entwurf, wird gespeichert …',
  'changed-elsewhere': 'Entwurf, nicht gespeichert',
  failed: 'Entwurf, nicht gespeichert',
};

function UnreadableRule({ problems }: { problems: readonly RuleProblem[] }) {
  return (
    <Notice kind="warning" title="Diese Regel lässt sich nicht lesen">
      <ul className="list-disc pl-5">
        {problems.slice(0, 10).map((problem) => (
          <li key={`${problem.path.join('.')} ${problem.text}`}>{problemText(problem)}</li>
        ))}
      </ul>
    </Notice>
  );
}

function FileButtons({ draft, onDelete }: { draft: Draft; onDelete: () => void }) {
  const { name, rule } = draft.content;
  return (
    <>
      <Button icon={IconDownload} size="sm" onClick={() => saveRuleFile(name, rule)}>
        JSON sichern
      </Button>
      <RuleFileButton size="sm" onRule={(read) => draft.change({ rule: read })} />
      <Button icon={IconTrash} size="sm" onClick={onDelete}>
        Löschen
      </Button>
    </>
  );
}

interface LackingProps {
  draft: Draft;
  rule: Rule;
  source: PriceSource;
  lacking: readonly string[];
}

/** Markets or candles that the chosen prices do not have, and the ways out. */
function LackingNotice({ draft, rule, source, lacking }: LackingProps) {
  const hasInterval = source.intervals.includes(rule.interval);
  const left = rule.symbols.filter((symbol) => !lacking.includes(symbol));
  const first = source.symbols[0]?.symbol;
  const isFile = source.source === 'own';
  const testOn = (symbols: readonly string[]) => (
    <Button key={symbols.join()} onClick={() => draft.changeRule({ ...rule, symbols: [...symbols] })}>
      {`Mit ${symbols.join(', ')} testen`}
    </Button>
  );
  if (isFile && hasInterval)
    return (
      <Notice kind="warning" title="Eine Datei ist ein Markt">
        <p className="mb-2">
          {`Die Regel handelt ${rule.symbols.join(', ')}. Welcher davon soll für Ihre Datei stehen? Seine Kosten gelten, nicht seine Kurse.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {rule.symbols.slice(0, MOST_OFFERED).map((one) => testOn([one]))}
        </div>
      </Notice>
    );
  const only = source.intervals[0] === '1d' ? 'Tageskerzen' : 'Stundenkerzen';
  return (
    <Notice kind="warning" title="Dafür gibt es hier keine Kurse">
      <p className="mb-2">
        {hasInterval
          ? `${source.name} hat keine Kurse von ${lacking.join(', ')}.`
          : isFile
            ? `Ihre Datei ergibt nur ${only}, die Regel entscheidet auf ${rule.interval === '1h' ? 'Stunden' : 'Tagen'}.`
            : `${source.name} hat nur ${only}.`}
      </p>
      {hasInterval ? (
        (left.length > 0 || first !== undefined) && testOn(left.length > 0 ? left : [first!])
      ) : (
        <Button onClick={() => draft.changeRule({ ...rule, interval: source.intervals[0] ?? '1d' })}>
          {`Auf ${only} testen`}
        </Button>
      )}
    </Notice>
  );
}

/** Markets, one of which may stand for a file. */
const MOST_OFFERED = 4;
