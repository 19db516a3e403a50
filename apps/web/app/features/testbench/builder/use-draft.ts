import type { OwnBotDetail, OwnBotSetup } from '@botdepot/contract';
import { type ParsedRule, parseRule, type Rule, ruleOfShape } from '@botdepot/trading/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorCode } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { changedWord, sameJson } from './rule-edit.ts';

/** So long after the last change it is saved. */
const SAVE_AFTER_MS = 800;
const MOST_STEPS_BACK = 100;
/** What is typed or counted on in the same place without a pause this long is one step back. */
const SAME_STEP_MS = 1000;

export interface DraftContent {
  readonly name: string;
  readonly rule: unknown;
  readonly setup: OwnBotSetup;
}

/** - `waiting`: a change is about to be saved. - `changed-elsewhere`: another window was quicker. - `failed`: tried again with the next change. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'changed-elsewhere' | 'failed';

export interface Draft {
  readonly content: DraftContent;
  readonly parsed: ParsedRule;
  readonly saveState: SaveState;
  /** Of what is saved. */
  readonly version: number;
  change: (more: Partial<DraftContent>) => void;
  changeRule: (rule: Rule) => void;
  undo: () => void;
  canUndo: boolean;
  save: () => void;
}

/** What was changed right before the page was left and may not be saved yet, what it changes, and what was on its way before it. */
type Left = { content: DraftContent; version: number; sent: DraftContent | undefined };
const leftKey = (id: string) => ['own-bot-draft', id];

/** A bot's draft while somebody works on it: what he does can be undone, and is saved by itself. */
export function useDraft(bot: OwnBotDetail): Draft {
  const client = useQueryClient();
  const [begun] = useState<Left>(
    () =>
      client.getQueryData<Left>(leftKey(bot.id)) ?? {
        content: contentOf(bot),
        version: bot.version,
        sent: undefined,
      },
  );
  const [content, setContent] = useState(begun.content);
  const [past, setPast] = useState<readonly DraftContent[]>([]);
  const lastStep = useRef<{ word: string | null; at: number } | null>(null);
  const [version, setVersion] = useState(begun.version);
  const [saved, setSaved] = useState<DraftContent>(() => contentOf(bot));
  const command = useCommand('testbench.updateOwnBot', {
    onDone: (result, input) => {
      setVersion(result.version);
      setSaved(contentOf(input));
      const left = client.getQueryData<Left>(leftKey(bot.id));
      client.removeQueries({ queryKey: leftKey(bot.id) });
      if (left === undefined || sameJson(left.content, contentOf(input))) return;
      // Changed while this was on its way, and left: nobody else sends it. The command is free again after its answer.
      client.setQueryData<Left>(leftKey(bot.id), { ...left, version: result.version });
      setTimeout(() => send(left.content, result.version));
    },
  });
  const send = (what: DraftContent, of: number) =>
    command.run({ id: bot.id, version: of, ...what, rule: what.rule as object });
  const isSaved = sameJson(content, saved);
  const isChangedElsewhere = errorCode(command.error) === 'OWN_BOT_CHANGED';
  const hasFailed =
    Boolean(command.error) && command.input !== undefined && sameJson(contentOf(command.input), content);
  const save = () => {
    if (isSaved || isChangedElsewhere) return;
    send(content, version);
  };
  // Saved by the page that was left: it is no change of somebody else.
  useEffect(() => {
    const newer = contentOf(bot);
    const isOurs = [content, saved, begun.sent].some((one) => one !== undefined && sameJson(newer, one));
    if (bot.version <= version || command.pending || !isOurs) return;
    setVersion(bot.version);
    setSaved(newer);
    command.forget();
  });
  const leave = () => {
    const sent = command.pending && command.input ? contentOf(command.input) : undefined;
    if (!isSaved && !isChangedElsewhere)
      client.setQueryData<Left>(leftKey(bot.id), { content, version, sent });
    save();
  };
  const latest = useRef({ save, leave });
  latest.current = { save, leave };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content or version is another moment to save
  useEffect(() => {
    if (isSaved || command.pending || hasFailed) return;
    const timer = setTimeout(() => latest.current.save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [content, isSaved, command.pending, hasFailed, version]);
  useEffect(() => {
    // Who leaves at once has saved as well.
    const hide = () => {
      if (document.visibilityState === 'hidden') latest.current.save();
    };
    const online = () => latest.current.save();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('online', online);
    client.removeQueries({ queryKey: leftKey(bot.id) });
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('online', online);
      latest.current.leave();
    };
  }, [client, bot.id]);
  const change = (more: Partial<DraftContent>) => {
    const next = { ...content, ...more };
    if (sameJson(next, content)) return;
    const step = { word: changedWord(spelledOut(content), spelledOut(next)), at: Date.now() };
    const before = lastStep.current;
    lastStep.current = step;
    if (
      before === null ||
      step.word === null ||
      step.word !== before.word ||
      step.at - before.at > SAME_STEP_MS
    )
      setPast([...past, content].slice(-MOST_STEPS_BACK));
    setContent(next);
  };
  return {
    content,
    parsed: parseRule(content.rule),
    version,
    saveState: isChangedElsewhere
      ? 'changed-elsewhere'
      : hasFailed
        ? 'failed'
        : command.pending
          ? 'saving'
          : isSaved
            ? 'saved'
            : 'waiting',
    change,
    changeRule: (rule) => change({ rule }),
    undo: () => {
      const before = past.at(-1);
      if (before === undefined) return;
      lastStep.current = null;
      setPast(past.slice(0, -1));
      setContent(before);
    },
    canUndo: past.length > 0,
    save,
  };
}

const contentOf = ({ name, rule, setup }: DraftContent): DraftContent => ({ name, rule, setup });

/** With the defaults that a rule may leave out: what is edited has them. */
const spelledOut = (content: DraftContent): DraftContent => ({
  ...content,
  rule: ruleOfShape(content.rule) ?? content.rule,
});
