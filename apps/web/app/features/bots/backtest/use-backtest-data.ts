import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';

/** The server looks once a minute; a new day comes once a day. */
const FRESH_MS = 10 * 60_000;

/** A failure stays in the backtester's panel: the rest of the page does not depend on it. */
export const useBacktestData = () =>
  useQuery(queries.backtests.getBacktestData.queryOptions({ staleTime: FRESH_MS }));
