import type { Bot } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { Link } from 'react-router';
import { urls } from '../../lib/url/urls.ts';

/**
 * Why it cannot be started now, and the way out if there is one.
 *
 * @param available Null when the wallet cannot be had.
 */
export function reasonAgainst(bot: Bot, minimum: Micros, available: Micros | null) {
  if (!bot.startable) return bot.unavailableReason ?? 'Dieser Bot kann im Moment nicht gestartet werden.';
  if (available === null) return 'Ihr Guthaben ist gerade nicht erreichbar.';
  if (available >= minimum) return null;
  return (
    <>
      {`Es fehlen ${inUsdt(minimum - available)}. `}
      <Link className="link" to={urls.deposits}>
        Einzahlen
      </Link>
    </>
  );
}
