import type { OwnBotDetail } from '@botdepot/contract';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../../ui/form/button.tsx';
import { TabLinks } from '../../ui/form/tabs.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { ownSourceOf, type PriceSource } from './own-candles/own-candles.ts';
import { useOwnCandles, useOwnTrialTotal } from './own-candles/use-own-candles.ts';
import { TallyMarks } from './tally-marks.tsx';
import { isMissingOwnBot, useCandleSources, useOwnBot, useTrialCount } from './testbench.queries.ts';

const BACK = { to: urls.ownBots, label: 'Meine Bots' };

/** What every page of one own bot has before it shows anything. */
export interface LoadedOwnBot {
  readonly bot: OwnBotDetail;
  /** The server's, and last the file in this browser. */
  readonly sources: readonly PriceSource[];
  /** Resolves when the newest state of the bot is there. */
  readonly reload: () => Promise<unknown>;
}

interface OwnBotFrameProps {
  id: string;
  /** Of the document's title, after the name; none for the rule itself. */
  page?: string;
  /** Asked for again so often by itself, for what moves with prices. */
  everyMs?: number;
  children: (loaded: LoadedOwnBot) => ReactNode;
}

/** Loads an own bot and the prices to test it on, or says that there is none. */
export function OwnBotFrame({ id, page, everyMs, children }: OwnBotFrameProps) {
  const { data, error, refetch } = useOwnBot(id, everyMs);
  const sources = useCandleSources();
  const file = useOwnCandles();
  const name = data?.name ?? (isMissingOwnBot(error) ? 'Bot nicht gefunden' : 'Eigener Bot');
  usePageTitle(page === undefined ? name : `${name}, ${page}`);
  if (isMissingOwnBot(error))
    return (
      <>
        <PageHead back={BACK} title="Bot nicht gefunden" />
        <Panel flush label="Bot nicht gefunden">
          <EmptyState
            title="Diesen Bot gibt es nicht"
            action={<ButtonLink to={urls.ownBots}>Zu meinen Bots</ButtonLink>}
          >
            Vielleicht wurde er gelöscht, oder die Adresse enthält einen Tippfehler.
          </EmptyState>
        </Panel>
      </>
    );
  if (data === undefined || sources.data === undefined || file === undefined)
    return (
      <>
        <PageHead back={BACK} title="Eigener Bot" note={'\u00a0'} />
        <Panel label="Wird geladen">
          <LedgerSkeleton lines={10} />
        </Panel>
      </>
    );
  return children({ bot: data, sources: [...sources.data, ownSourceOf(file)], reload: refetch });
}

/** „Ergebnis prüfen“ was pressed over this version of the draft: state of the navigation to the result. */
export interface CheckRequest {
  readonly checkVersion: number;
}

/** Views of one own bot; each is a page. */
const VIEWS = [
  { value: 'rule', label: 'Regel', to: urls.ownBot },
  { value: 'result', label: 'Ergebnis', to: urls.ownBotResult },
  { value: 'variants', label: 'Varianten', to: urls.ownBotVariants },
  { value: 'live', label: 'Live', to: urls.ownBotLive },
] as const;

interface OwnBotHeadProps {
  id: string;
  view: (typeof VIEWS)[number]['value'];
  title: string;
  note: string;
  /** Tries that have just been counted. */
  fresh?: number | undefined;
  /** A button beside the ways to the other views. */
  action?: ReactNode;
}

/** Name, tally of all tries, and the way to the other views. */
export function OwnBotHead({ id, view, title, note, fresh, action }: OwnBotHeadProps) {
  const trials = useTrialCount();
  const own = useOwnTrialTotal();
  return (
    <>
      <PageHead
        back={BACK}
        title={title}
        note={note}
        actions={<TallyMarks count={trials.data && trials.data.count.total + own} fresh={fresh} />}
      />
      <div className="relative">
        <TabLinks label={title} tabs={VIEWS.map((one) => ({ ...one, to: one.to(id) }))} current={view} />
        {action && <div className="absolute right-0 -top-2">{action}</div>}
      </div>
    </>
  );
}
