import { fromWire, type Micros } from '@botdepot/money';
import { WALLET_NOT_LOADED } from '../../lib/format/wallet-words.ts';
import { useFailureToast } from '../../lib/server/use-failure-toast.ts';
import { useWallet } from './bots.queries.ts';

interface Available {
  /** What the wallet has left to invest: undefined while it loads, null when it cannot be had. */
  available: Micros | null | undefined;
  /** Another attempt is under way. */
  isRetrying: boolean;
  retry: () => void;
}

/** The pages of the bots stand without it: only a start needs it. */
export function useAvailable(): Available {
  const { data, error, errorUpdateCount, isFetching, refetch } = useWallet();
  useFailureToast(data ? null : error, WALLET_NOT_LOADED);
  // A new attempt forgets the error; the way to it stays in its place until there is an amount.
  const missing = errorUpdateCount > 0 ? null : undefined;
  return {
    available: data ? fromWire(data.available) : missing,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
