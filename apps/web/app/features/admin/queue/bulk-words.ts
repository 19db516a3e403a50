import type { RequestKind } from '@botdepot/contract';
import { inUsd } from '@botdepot/money';
import { formatCount } from '../../../lib/format/numbers.ts';
import { type OpenRequest, sumOf } from '../review/open-request.ts';

export const BULK_WORDS = {
  approve: { verb: 'genehmigen', done: 'Genehmigt', notDone: 'Nicht genehmigt' },
  reject: { verb: 'ablehnen', done: 'Abgelehnt', notDone: 'Nicht abgelehnt' },
} as const;

const NOUNS: Record<RequestKind, readonly [one: string, many: string]> = {
  deposit: ['Einzahlung', 'Einzahlungen'],
  withdrawal: ['Auszahlung', 'Auszahlungen'],
};
export const countOf = (kind: RequestKind, count: number): string =>
  `${formatCount(count)} ${NOUNS[kind][count === 1 ? 0 : 1]}`;

/** `4.000,00 USD zur Freigabe vorlegen` */
export const layLabel = (requests: readonly OpenRequest[]): string =>
  `${inUsd(sumOf(requests))} zur Freigabe vorlegen`;
