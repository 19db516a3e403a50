import { BOTS, type BotType } from '@botdepot/contract';
import { useBots } from '../../../features/bots/bots.queries.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Bone } from '../../../ui/state/skeleton.tsx';

/** What the bots that hold the customer's money do right now, in the server's own sentence made from their state. */
export function BotsNow({ types }: { types: readonly BotType[] }) {
  const { data: bots } = useBots();
  const lines = types.map((type) => ({
    type,
    activity: bots?.find((bot) => bot.botType === type)?.activity,
  }));
  if (bots && lines.every(({ activity }) => !activity)) return null;
  return (
    <Panel title="Was Ihre Bots gerade tun">
      <dl className="grid gap-3 text-sm [&_dt]:font-semibold [&_dd]:text-muted">
        {lines.map(
          ({ type, activity }) =>
            activity !== null && (
              <div key={type}>
                <dt>{BOTS[type].name}</dt>
                <dd>{activity ?? <Bone width="80%" />}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
