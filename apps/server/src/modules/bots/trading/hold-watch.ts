import { BOT_TYPES, type BotType } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import { readNewestPauses } from '../operation/pauses.store.ts';

/** What an operator last said about a bot. */
export type Hold = {
  /** Of the row in `bot_pauses`. */
  readonly pauseId: string;
  readonly isHeld: boolean;
  /** Why it is held, or why it was let go. */
  readonly reason: string;
  /** Whether the row says already when the engine obeyed. */
  readonly isObeyed: boolean;
};

/** The operators' pauses as the bots of one leader's term know them. */
export type HoldWatch = {
  /** As of the last refresh; undefined for a bot that was never held. */
  of(botType: BotType): Hold | undefined;
  /** Reads them: one query, so call it once a minute. */
  refresh(): Promise<void>;
};

export function watchHolds(tx: Tx): HoldWatch {
  let holds = new Map<BotType, Hold>();
  return {
    of: (botType) => holds.get(botType),
    async refresh() {
      const rows = await readNewestPauses(tx, BOT_TYPES);
      holds = new Map(
        rows.map(({ id, botType, reason, resumedAt, resumeReason, effectiveAt }) => [
          botType,
          {
            pauseId: id,
            isHeld: resumedAt === null,
            reason: resumeReason ?? reason,
            isObeyed: effectiveAt !== null,
          },
        ]),
      );
    },
  };
}
