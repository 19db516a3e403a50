import { createHash } from 'node:crypto';
import { DomainError } from '@botdepot/contract';
import { z } from 'zod';

/**
 * The idempotency key of one row of a bulk command: the same for the same command and row, so that a repeated command
 * books no row twice. A UUID of version 8 (RFC 9562), made from both. Throws IDEMPOTENCY_KEY_REQUIRED.
 */
export function rowKey(commandKey: string | undefined, rowId: string): string {
  const key = z.uuid().safeParse(commandKey);
  if (!key.success) throw DomainError.of('IDEMPOTENCY_KEY_REQUIRED');
  const digits = createHash('sha256').update(`${key.data.toLowerCase()}/${rowId}`).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
