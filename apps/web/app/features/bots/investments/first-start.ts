import { BOT_TYPES, BOTS, type Bot, type BotProfile, type BotType } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';

interface FirstStart {
  bot: BotProfile;
  /** The wallet is enough for it. */
  isCovered: boolean;
}

/**
 * What to start where nothing runs: the chosen bot if the money is enough for it, else the first of the catalogue for which it
 * is. Null when no bot can be started at all.
 */
export function firstStart(
  bots: readonly Pick<Bot, 'botType' | 'startable'>[],
  preferred: BotType | null,
  available: Micros,
): FirstStart | null {
  const startable = BOT_TYPES.filter((type) =>
    bots.some((bot) => bot.botType === type && bot.startable),
  ).sort((one, other) => Number(other === preferred) - Number(one === preferred));
  const covered = startable.find((type) => BOTS[type].minimum <= available);
  const suggested = covered ?? startable[0];
  return suggested ? { bot: BOTS[suggested], isCovered: covered !== undefined } : null;
}
