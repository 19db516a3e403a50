/** Shapes that every module's contract shares. Objects are strict: an unknown field is a 400, never ignored. */
import { z } from 'zod';
import { LIMITS } from './catalogue.ts';

/** A positive amount of play money with at most two decimals, as a decimal string: `"1234.56"`. */
export const requestedAmount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'a decimal string with at most two decimals')
  .refine((text) => /[1-9]/.test(text), 'greater than 0');

/** An amount in an answer: a decimal string with two to six decimals, possibly negative. */
export const amount = z.string();
/** A fraction (0.01 = 1 %) in an answer; null is undefined and shown as „–“. */
export const fraction = z.number().nullable();
/** Small letters, however it is written in a request: what belongs to it is found by comparing texts. */
export const id = z.uuid().toLowerCase();
/** Number of a bot's series. One ends only when it is used up: what is still invested in it is worth nothing then. */
export const series = z.number().int();
/** ISO 8601 in UTC. */
export const timestamp = z.string();

/** ISO 8601 has a year 0, the calendar of PostgreSQL has none. */
export const inCalendar = (text: string): boolean => !text.startsWith('0000');
/** `2025-07-24`, of a request. */
export const day = z.iso.date().refine(inCalendar);

/** Text from a person: trimmed, no NUL (PostgreSQL refuses it) and no other control characters but line breaks. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
    .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/, 'no control characters');

export const page = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSize),
});

export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
  });

export const byId = z.strictObject({ id });
