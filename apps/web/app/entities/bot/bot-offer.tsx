import type { BotProfile } from '@botdepot/contract/catalogue';
import { formatAmount } from '@botdepot/money';
import type { ReactNode } from 'react';
import { NBSP } from '../../lib/numbers.ts';
import classes from './bot-offer.module.css';
import { EvidenceLater } from './evidence-later.tsx';
import { RiskMark } from './risk-mark.tsx';

interface BotOfferProps {
  bot: BotProfile;
  /** Makes the whole card a radio button. */
  choice?: { name: string; checked: boolean; onChange: () => void } | undefined;
  /** A button at the end of the card. */
  foot?: ReactNode;
}

/** One bot as it stands in the catalogue. Written at build time, so it carries no figure of its own that was measured. */
export function BotOffer({ bot, choice, foot }: BotOfferProps) {
  const content = (
    <>
      <div className={classes.head}>
        <div className={classes.title}>
          <h3>{bot.name}</h3>
          {choice && (
            <input
              className={classes.radio}
              type="radio"
              name={choice.name}
              value={bot.type}
              checked={choice.checked}
              onChange={choice.onChange}
            />
          )}
        </div>
        <RiskMark level={bot.risk} word={bot.riskLabel} />
        <p>{bot.summary}</p>
      </div>
      <dl>
        <div className={`${classes.row} ${classes.measured}`}>
          <dt className={classes.label}>Gemessen</dt>
          <dd className={classes.value}>
            <EvidenceLater kind="measured" botType={bot.type} />
          </dd>
        </div>
        <div className={`${classes.row} ${classes.promise}`}>
          <dt className={classes.label}>Übliches Versprechen</dt>
          <dd className={classes.value}>{usualPromiseText(bot)}</dd>
        </div>
        <div className={classes.row}>
          <dt className={classes.label}>Mindestbetrag</dt>
          <dd className={classes.value}>
            <span className="num">{formatAmount(bot.minimum)}</span>
            <span className="unit">{`${NBSP}USDT`}</span>
          </dd>
        </div>
        <div className={classes.text}>
          <dt>Wann er verliert</dt>
          <dd>{startingSentence(bot.losesWhen)}</dd>
        </div>
        <div className={classes.text}>
          <dt>Schutzregeln</dt>
          <dd>{bot.protection}</dd>
        </div>
      </dl>
      {foot && <div className={classes.foot}>{foot}</div>}
    </>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is within `content`
  if (choice) return <label className={`${classes.offer} ${classes.choice}`}>{content}</label>;
  return <article className={classes.offer}>{content}</article>;
}

/** Two cards beside each other, one below the other on phones. */
export function BotOfferGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

/** Never alone and never as ours: the promise of such bots, marked as unconfirmed. */
export function usualPromiseText(bot: BotProfile): string {
  return `${bot.usualPromise.replace(' %', `${NBSP}%`)}, nicht bestätigt`;
}

/** The catalogue continues „Verliert, …“; alone it begins with a capital. */
export function startingSentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
