import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at, micros } from '../../../platform/columns.ts';

/** One row. Anyone who moves money as an admin shares its lock, so that a new threshold comes before or after. */
export const fourEyesSettings = pgTable(
  'four_eyes_settings',
  {
    id: integer('id').primaryKey(),
    /** From this amount on a second admin is needed; null is off. */
    thresholdUsd: micros('threshold_usd'),
    /** The same for what is credited as deposits. */
    depositThresholdUsd: micros('deposit_threshold_usd'),
    /** What this installation asks of its admins, written at every start: who cannot act is no second one. */
    needsSecondFactor: boolean('needs_second_factor').notNull(),
    changedAt: at('changed_at').notNull(),
    /** Null for the value of the environment. */
    changedBy: uuid('changed_by'),
  },
  (table) => [
    check('four_eyes_settings_one_row', sql`${table.id} = 1`),
    check('four_eyes_settings_positive', sql`${table.thresholdUsd} > 0`),
    check('four_eyes_settings_deposits_positive', sql`${table.depositThresholdUsd} > 0`),
  ],
);
