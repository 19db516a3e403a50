import type { BotProfile } from '@botdepot/contract';
import { Panel } from '../../../ui/panel.tsx';
import classes from './how-it-trades.module.css';

/** The rules in words: the same sentences as everywhere else in the product. */
export function HowItTrades({ profile }: { profile: BotProfile }) {
  return (
    <Panel title={`So handelt der ${profile.name}`}>
      <dl className={classes.texts}>
        <div>
          <dt>Was er tut</dt>
          <dd>{profile.summary}</dd>
        </div>
        <div>
          <dt>Wann er verdient</dt>
          <dd>{`Er verdient, ${profile.earnsWhen}`}</dd>
        </div>
        <div>
          <dt>Wann er verliert</dt>
          <dd>{`Er verliert, ${profile.losesWhen}`}</dd>
        </div>
        <div>
          <dt>Schutzregeln</dt>
          <dd>{profile.protection}</dd>
        </div>
      </dl>
    </Panel>
  );
}
