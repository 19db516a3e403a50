import { MINUTE_MS } from '@botdepot/trading';
import type { Handlers } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { listOutcomes } from './list-outcomes.ts';
import { listTrackRecords } from './list-track-records.ts';
import { remembered } from './remembered.ts';

/** Public and the same for everybody, and new once a minute: so it is also read from the database once a minute at most. */
export function trackRecordRouter({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<'trackRecord'> {
  const records = remembered(clock, MINUTE_MS / 2, () => listTrackRecords(database.db, clock.now()));
  const outcomes = remembered(clock, MINUTE_MS / 2, () => listOutcomes(database.db));
  return {
    listTrackRecords: records,
    listOutcomes: outcomes,
  };
}
