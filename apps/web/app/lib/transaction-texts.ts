import { TRANSFER_TITLES, type Transaction, type TransferKind } from '@botdepot/contract';

const BOT_KINDS: readonly TransferKind[] = ['bot_started', 'bot_stopped'];

/** What happened. Bookings of a bot carry its name in their description: „SmartBot gestartet (B-3309)“. */
export function transactionTitle({ kind, description, reference }: Transaction): string {
  if (!BOT_KINDS.includes(kind)) return TRANSFER_TITLES[kind];
  return reference === null ? description : description.replace(` (${reference})`, '');
}
