import { type HeldOwnBot, OWN_BOT_STATUS_WORDS } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { capitalised } from '../../lib/format/capitalised.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../lib/format/numbers.ts';
import { Amount } from '../../ui/sheet/amount.tsx';

export const sumOwnBots = (bots: readonly HeldOwnBot[]): Micros =>
  bots.reduce((sum, { value }) => sum + fromWire(value), 0n);

/** A customer's own bots that hold money: what they do, what went in and what that is worth, and why one is held. */
export function OwnBotsList({ bots }: { bots: readonly HeldOwnBot[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {bots.map((bot) => (
        <li key={bot.id} className="grid grid-cols-1 text-[12px]/4.5 text-muted wrap-anywhere">
          <p className="flex flex-wrap justify-between gap-x-3 text-sm font-580 text-text">
            <bdi>{bot.name}</bdi>
            <span className="ml-auto">
              <Amount value={fromWire(bot.value)} />
            </span>
          </p>
          <p>{stateOf(bot)}</p>
          <p>{`Bot ${bot.number}${bot.waiting?.kind === 'start' ? '' : `, eingesetzt ${formatAmount(fromWire(bot.put))} ${WALLET_UNIT}`}`}</p>
          {bot.held !== null && (
            <p className="font-620 text-text">
              {'Angehalten: '}
              <bdi>{bot.held}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** „Läuft seit …“, „Wartet seit … auf den Start“. */
function stateOf({ status, since, waiting }: HeldOwnBot): string {
  if (waiting)
    return `Wartet seit ${formatDateTime(waiting.since)} auf ${waiting.kind === 'start' ? 'den Start' : 'das Ende'}`;
  if (status === 'live') return `Läuft seit ${formatDateTime(since)}`;
  const words = OWN_BOT_STATUS_WORDS[status];
  return capitalised(words);
}
