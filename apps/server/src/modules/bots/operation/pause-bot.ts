import {
  asSentence,
  BOTS,
  type BotPause,
  type BotType,
  DELETED_ACCOUNT,
  DomainError,
} from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import { personOf, type Work } from '../../../platform/work.ts';
import { assertOnePersonIsEnough } from '../../wallet/index.ts';
import { noteForInvestors } from '../investments/tell-investors.ts';
import type { People } from '../people.ts';
import { findRunningPortfolio } from '../portfolio/portfolio.store.ts';
import type { BotStrategies } from '../strategies.ts';
import { readCustomersMoney } from './investors.store.ts';
import { presentPause } from './list-pauses.ts';
import { endPause, insertPause, readLastingPauses } from './pauses.store.ts';

type Deps = { people: People; strategies: BotStrategies };
type Order = { botType: BotType; reason: string };

/**
 * Holds a bot: from the next closed minute on it sells everything at the next price and decides nothing, until it is let
 * go. The investors are told in the same transaction; the leader finds the row at its next minute.
 *
 * Throws BOT_NOT_AVAILABLE for a bot without a strategy, BOT_PAUSED with who holds it and since when, and
 * SECOND_ADMIN_REQUIRED where what customers have in it comes to the threshold.
 */
export async function pauseBot(work: Work, deps: Deps, { botType, reason }: Order): Promise<BotPause> {
  if (!deps.strategies[botType]) throw DomainError.of('BOT_NOT_AVAILABLE');
  const row = await insertPause(work.tx, { botType, reason, pausedBy: personOf(work), pausedAt: work.now });
  if (!row) return refusePaused(work, deps, { botType, reason });
  await assertOnePersonIsEnough(work, 'pauses', await readCustomersMoney(work.tx, botType));
  await writeAudit(work, {
    action: 'bot.pause',
    subject: 'bot',
    subjectId: row.id,
    after: { botType },
    reason,
  });
  const { name } = BOTS[botType];
  await tellInvestors(work, botType, {
    title: `${name} angehalten`,
    message: `Der Betreiber hat ${name} angehalten: ${asSentence(reason)} Alle Positionen werden zum nächsten Kurs ihres Marktes verkauft. Bis der Betreiber ihn fortsetzt, handelt der Bot nicht. Ihre Anlagen bleiben bestehen, und Sie können sie jederzeit beenden.`,
    type: 'warning',
    facts: [
      { label: 'Bot', value: name },
      { label: 'Grund', value: reason },
      { label: 'Handelt wieder', value: 'sobald der Betreiber ihn fortsetzt' },
    ],
  });
  return presentPause(work.tx, deps.people, row);
}

/** Throws BOT_PAUSED; holds the bot after all if it was let go in between. */
async function refusePaused(work: Work, deps: Deps, input: Order): Promise<BotPause> {
  const lasting = (await readLastingPauses(work.tx)).get(input.botType);
  if (!lasting) return pauseBot(work, deps, input);
  const emails = await deps.people.listEmails(work.tx, [lasting.pausedBy]);
  throw DomainError.of('BOT_PAUSED', {
    by: emails.get(lasting.pausedBy) ?? DELETED_ACCOUNT,
    at: lasting.pausedAt.toISOString(),
  });
}

/**
 * Lets a held bot go on: it trades again at its next decision, or once a limit that lasts is over as well. What was not sold
 * yet it keeps. The investors are told in the same transaction.
 *
 * Throws BOT_NOT_PAUSED.
 */
export async function resumeBot(
  work: Work,
  { people }: Pick<Deps, 'people'>,
  { botType, reason }: Order,
): Promise<BotPause> {
  const row = await endPause(work.tx, botType, { by: personOf(work), at: work.now, reason });
  if (!row) throw DomainError.of('BOT_NOT_PAUSED');
  await writeAudit(work, {
    action: 'bot.resume',
    subject: 'bot',
    subjectId: row.id,
    after: { botType },
    reason,
  });
  const { name } = BOTS[botType];
  await tellInvestors(work, botType, {
    title: `${name} handelt wieder`,
    message: `Der Betreiber lässt ${name} wieder handeln: ${asSentence(reason)} Gekauft wird frühestens bei der nächsten Entscheidung des Bots.`,
    type: 'info',
    facts: [
      { label: 'Bot', value: name },
      { label: 'Grund', value: reason },
    ],
  });
  return presentPause(work.tx, people, row);
}

async function tellInvestors(
  work: Work,
  botType: BotType,
  content: {
    title: string;
    message: string;
    type: 'warning' | 'info';
    facts: { label: string; value: string }[];
  },
): Promise<void> {
  const portfolio = await findRunningPortfolio(work.tx, botType);
  if (portfolio)
    await noteForInvestors(work, portfolio.id, {
      ...content,
      event: 'bot_operation',
      subject: botType,
      subjectId: null,
    });
  work.hintCustomers('bots', 'investments');
  work.hintAdmins('bots');
}
