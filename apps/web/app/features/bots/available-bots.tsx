import { BOT_TYPES, type Bot, type BotType } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { inUsdt } from '@botdepot/money';
import { NO_FIGURE } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { BotCard } from './bot-card.tsx';

/** Head, record, text and foot of neighbouring cards share their lines. */
const GRID = 'grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))] gap-(--gap) has-[[data-preferred]]:pt-2';
/** The words are there for their height. */
const OUTLINES = '[&_article_*]:invisible [&_article_[data-bone]]:visible';

interface AvailableBotsProps {
  bots: readonly Bot[] | undefined;
  /** Undefined while it loads, null when it cannot be had. */
  available: Micros | null | undefined;
  /** Another attempt to have it is under way. */
  isRetrying: boolean;
  onRetry: () => void;
  /** The choice of sign-up, as long as nothing was ever invested: it stands first. */
  preferred: BotType | null;
  onStart: (botType: BotType) => void;
}

export function AvailableBots(props: AvailableBotsProps) {
  const { bots, available, isRetrying, onRetry, preferred, onStart } = props;
  const order = preferred ? [preferred, ...BOT_TYPES.filter((type) => type !== preferred)] : BOT_TYPES;
  return (
    <section aria-labelledby="verfuegbare-bots">
      <div className="pb-4 [&_h2]:text-[20px]/7 [&_h2]:font-bold [&_h2]:tracking-[-0.01em] [&_p]:text-[14px]/5 [&_p]:text-muted">
        <h2 id="verfuegbare-bots">Verfügbare Bots</h2>
        {available === undefined ? (
          <Bone width={208} height={20} />
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p>{`Frei zum Anlegen: ${available === null ? NO_FIGURE : inUsdt(available)}`}</p>
            {available === null && (
              <Button size="sm" pending={isRetrying} onClick={onRetry}>
                Erneut versuchen
              </Button>
            )}
          </div>
        )}
      </div>
      <div className={GRID}>
        {order.map((botType) => (
          <BotCard
            key={botType}
            botType={botType}
            bot={bots?.find((bot) => bot.botType === botType)}
            available={available}
            preferred={botType === preferred}
            onStart={() => onStart(botType)}
          />
        ))}
      </div>
    </section>
  );
}

/**
 * Outlines of the cards, as high as they will be. They cannot be pressed and are exchanged, not filled: where the cards stand
 * is known only with the list above them.
 */
export function AvailableBotsSkeleton() {
  return (
    <div className={OUTLINES} inert>
      <AvailableBots
        bots={undefined}
        available={undefined}
        isRetrying={false}
        onRetry={noPress}
        preferred={null}
        onStart={noPress}
      />
    </div>
  );
}

const noPress = () => undefined;
