import { BOT_TYPES, type Bot, type BotType } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { useDeferredValue } from 'react';
import { NBSP } from '../../lib/numbers.ts';
import { Bone } from '../../ui/skeleton.tsx';
import classes from './available-bots.module.css';
import cardClasses from './bot-card.module.css';
import { BotCard } from './bot-card.tsx';

interface AvailableBotsProps {
  bots: readonly Bot[] | undefined;
  available: Micros | undefined;
  /** The choice of sign-up, as long as nothing was ever invested: it stands first. */
  preferred: BotType | null;
  onStart: (botType: BotType) => void;
}

export function AvailableBots({ bots, available, preferred, onStart }: AvailableBotsProps) {
  // Three cards with their figures and curves: drawn without keeping the browser from reacting.
  const shown = useDeferredValue(bots);
  const order = preferred ? [preferred, ...BOT_TYPES.filter((type) => type !== preferred)] : BOT_TYPES;
  return (
    <section aria-labelledby="verfuegbare-bots">
      <div className={classes.head}>
        <h2 id="verfuegbare-bots">Verfügbare Bots</h2>
        {available === undefined ? (
          <Bone width={208} height={20} />
        ) : (
          <p>{`Frei zum Anlegen: ${formatAmount(available)}${NBSP}USDT`}</p>
        )}
      </div>
      <div className={cardClasses.grid}>
        {order.map((botType) => (
          <BotCard
            key={botType}
            botType={botType}
            bot={shown?.find((bot) => bot.botType === botType)}
            available={available}
            preferred={botType === preferred}
            onStart={() => onStart(botType)}
          />
        ))}
      </div>
    </section>
  );
}
