import { fromWire, inUsdt } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format/numbers.ts';
import { queries } from '../../lib/server/api.ts';
import { urls } from '../../lib/url/urls.ts';

/** They are looked at once a minute, and no tick tells of them. */
const OWN_BOTS_MS = 60_000;

/** What the overview counts beside the bots of the house stands behind the other tab; nothing where none runs. */
export function OwnBotsNote() {
  const { data: wallet } = useQuery(
    queries.wallet.getWallet.queryOptions({
      refetchInterval: ({ state }) => (state.data?.activeOwnBots ? OWN_BOTS_MS : false),
    }),
  );
  const count = wallet?.activeOwnBots;
  if (!count) return null;
  const who = count === 1 ? '1 eigener Bot' : `${formatCount(count)} eigene Bots`;
  return (
    <>
      {' · '}
      <Link className="link" to={urls.ownBots}>{`${who} mit ${inUsdt(fromWire(wallet.inOwnBots))}`}</Link>
    </>
  );
}
