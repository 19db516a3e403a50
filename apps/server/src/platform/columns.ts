/** Column types that every table shares. Money stays a string in transit: numerics never pass through a JS number. */
import { fixed12FromText, fixed12ToText, fromWire, toWire } from '@botdepot/money';
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from './work.ts';

/** `numeric(20,6)` in the database, a bigint of micro-USDT in TypeScript. */
export const micros = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(20,6)',
  toDriver: toWire,
  fromDriver: fromWire,
});

/** `numeric(30,12)` in the database (units and NAV), a fixed-point bigint with 12 decimals in TypeScript. */
export const fixed12 = customType<{ data: bigint; driverData: string }>({
  dataType: () => 'numeric(30,12)',
  toDriver: fixed12ToText,
  fromDriver: fixed12FromText,
});

export const id = () => uuid('id').primaryKey().$defaultFn(newId);
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Bytes as they are: hashes and salts. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
