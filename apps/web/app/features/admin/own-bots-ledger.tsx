import { type HeldOwnBot, OWN_BOT_STATUS_WORDS } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { formatDateTime } from '../../lib/format/dates.ts';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';

export const sumOwnBots = (bots: readonly HeldOwnBot[]): Micros =>
  bots.reduce((sum, { value }) => sum + fromWire(value), 0n);

/** A customer's own bots that hold money: what they do, what went in and what that is worth, and why one is held. */
export function OwnBotsLedger({ bots }: { bots: readonly HeldOwnBot[] }) {
  return (
    <Ledger
      caption="Eigene Bots"
      compact
      lines={bots.map((bot) => ({
        key: bot.id,
        label: <bdi>{bot.name}</bdi>,
        note: (
          <>
            {`Bot ${bot.number} · ${stateOf(bot)}`}
            <br />
            {bot.waiting?.kind === 'start' ? 'liegt bereit' : `eingesetzt ${formatAmount(fromWire(bot.put))}`}
            {bot.held !== null && (
              <>
                <br />
                {'Angehalten: '}
                <bdi>{bot.held}</bdi>
              </>
            )}
          </>
        ),
        amount: <Amount value={fromWire(bot.value)} />,
      }))}
    />
  );
}

/** „läuft seit …“, „wartet seit … auf den Start“. */
function stateOf({ status, since, waiting }: HeldOwnBot): string {
  if (waiting)
    return `wartet seit ${formatDateTime(waiting.since)} auf ${waiting.kind === 'start' ? 'den Start' : 'das Ende'}`;
  return status === 'live' ? `läuft seit ${formatDateTime(since)}` : OWN_BOT_STATUS_WORDS[status];
}
