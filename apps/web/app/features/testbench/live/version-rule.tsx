import { isOpenRun, type OwnBotDetail, ownBotVersionInUse } from '@botdepot/contract';
import {
  countBars,
  DAY_MS,
  HOUR_MS,
  parseRule,
  type Rule,
  ruleSentences,
  warmUpBarsOf,
} from '@botdepot/trading/browser';
import { useState } from 'react';
import { formatUtcDay } from '../../../lib/format/plain-days.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import type { PriceSource } from '../own-candles/own-candles.ts';

interface VersionRuleProps {
  bot: OwnBotDetail;
  sources: readonly PriceSource[];
}

/** The rule that trades or may be started, which the draft may have left by now, and what it still lacks to decide. */
export function VersionRule({ bot, sources }: VersionRuleProps) {
  const version = ownBotVersionInUse(bot);
  const frozen = bot.versions.find((one) => one.version === version);
  const rule = frozen && parseRule(frozen.rule).rule;
  if (!frozen || !rule) return null;
  const isOpen = bot.run !== null && isOpenRun(bot.run.state);
  return (
    <Panel title={isOpen ? 'Die Regel, die handelt' : 'Die Regel, die startet'} note={`Fassung ${version}`}>
      <div className="grid grid-cols-1 gap-4">
        <ul className="grid grid-cols-1 gap-1">
          {ruleSentences(rule).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <MissingWarmUp rule={rule} source={sources.find(({ source }) => source === 'installation')} />
        {frozen.ruleHash !== bot.ruleHash && <DraftAhead bot={bot} frozen={frozen} isOpen={isOpen} />}
      </div>
    </Panel>
  );
}

interface DraftAheadProps {
  bot: OwnBotDetail;
  frozen: OwnBotDetail['versions'][number];
  isOpen: boolean;
}

/** The draft says something else: how it comes to trade, and the way back to what was frozen. */
function DraftAhead({ bot, frozen, isOpen }: DraftAheadProps) {
  const [asked, setAsked] = useState(false);
  const { run, pending } = useCommand('testbench.updateOwnBot', {
    failed: { title: 'Nicht zurückgeholt', text: errorText },
    onDone: () => {
      setAsked(false);
      toast.success('Entwurf ersetzt', `Er sagt jetzt dasselbe wie Fassung ${frozen.version}.`);
    },
  });
  const { id, name, setup, version } = bot;
  return (
    <Notice kind="info" title="Ihr Entwurf weicht davon ab">
      <p className="mb-2">
        {isOpen
          ? `Der Bot behält Fassung ${frozen.version}. Damit der Entwurf handelt, prüfen Sie ihn, beenden den Bot und starten ihn neu.`
          : `Gestartet wird Fassung ${frozen.version}, wie sie geprüft ist. Damit der Entwurf handelt, prüfen Sie ihn zuerst.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="sm" to={urls.ownBot(id)}>
          Zum Entwurf
        </ButtonLink>
        <Button size="sm" onClick={() => setAsked(true)}>
          {`Fassung ${frozen.version} zurückholen …`}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`Fassung ${frozen.version} zurückholen?`}
        confirmLabel="Entwurf ersetzen"
        pending={pending}
        onConfirm={() => run({ id, name, setup, version, rule: frozen.rule as object })}
      >
        <p>{`Der Entwurf sagt danach dasselbe wie Fassung ${frozen.version}. Was Sie seither an der Regel geändert haben, ist fort.`}</p>
      </ConfirmDialog>
    </Notice>
  );
}

/** Candles that the rule looks back on and this installation does not have yet; nothing where it has them. */
function MissingWarmUp({ rule, source }: { rule: Rule; source: PriceSource | undefined }) {
  const lack = source && warmUpLack(rule, source);
  if (!lack) return null;
  return (
    <Notice kind="warning" title={`Vorlauf fehlt: mindestens ${countBars(lack.bars)}`}>
      {`Die Regel blickt weiter zurück, als es auf dieser Plattform Kurse gibt. Der Vorlauf ist frühestens am ${formatUtcDay(lack.until)} da; bis dahin ist manches noch nicht bekannt, und sie kauft vielleicht nichts.`}
    </Notice>
  );
}

/**
 * How many bars are missing at least, and the first UTC day on which none may be; null where none is known to be. Markets that close
 * have fewer bars than days.
 */
export function warmUpLack(
  rule: Rule,
  { symbols, lastDay }: Pick<PriceSource, 'symbols' | 'lastDay'>,
): { bars: number; until: string } | null {
  if (lastDay === null) return null;
  const barMs = rule.interval === '1h' ? HOUR_MS : DAY_MS;
  const begins = rule.symbols.map(
    (name) => symbols.find(({ symbol }) => symbol === name)?.firstDay ?? lastDay,
  );
  const first = Math.max(...begins.map((day) => Date.parse(day)));
  const needed = warmUpBarsOf(rule);
  const missing = needed - (Date.parse(lastDay) + DAY_MS - first) / barMs;
  if (missing <= 0) return null;
  return { bars: missing, until: new Date(first + needed * barMs).toISOString().slice(0, 10) };
}
