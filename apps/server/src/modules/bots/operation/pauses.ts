import {
  asSentence,
  BOT_TYPES,
  BOTS,
  type BotPause,
  type BotType,
  DELETED_ACCOUNT,
  DomainError,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { ProtectionEvent } from '@botdepot/trading';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId, personOf, type Work } from '../../../platform/work.ts';
import { assertOnePersonIsEnough } from '../../wallet/index.ts';
import { botPauses } from '../bots.schema.ts';
import { noteForInvestors } from '../investments/tell-investors.ts';
import type { People } from '../people.ts';
import { findRunningPortfolio, type PortfolioRow } from '../portfolio/portfolio.ts';
import { protectionText } from '../protocol/describe-step.ts';
import { formatMoment } from '../protocol/german.ts';
import type { BotStrategies } from '../strategies.ts';

export type Investors = { customers: number; investments: number; value: Micros };

/**
 * Who is invested in which portfolio, and what it is worth at the newest tick: whole cents per investment, as everywhere. One
 * pass over the active investments, of one portfolio or of all; portfolios without any are absent.
 */
export async function readInvestors(tx: Tx, portfolioId?: string): Promise<Map<string, Investors>> {
  const { rows } = await tx.$client.query<{
    portfolio_id: string;
    customers: number;
    investments: number;
    value: string;
  }>(
    `SELECT i.portfolio_id, count(DISTINCT i.user_id)::int AS customers, count(*)::int AS investments,
      coalesce(sum(floor(round(i.units * t.nav, 6) * 100) / 100), 0)::numeric(20,6) AS value
    FROM bot_investments i LEFT JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    WHERE i.status = 'active' AND ($1::uuid IS NULL OR i.portfolio_id = $1) GROUP BY i.portfolio_id`,
    [portfolioId ?? null],
  );
  return new Map(
    rows.map(({ portfolio_id, customers, investments, value }) => [
      portfolio_id,
      { customers, investments, value: fromWire(value) },
    ]),
  );
}

/** What customers have in a bot at this moment: what is at stake when it is paused. */
export async function readCustomersMoney(tx: Tx, botType: BotType): Promise<Micros> {
  const portfolio = await findRunningPortfolio(tx, botType);
  return portfolio ? ((await readInvestors(tx, portfolio.id)).get(portfolio.id)?.value ?? 0n) : 0n;
}

export type PauseRow = typeof botPauses.$inferSelect;

/** Undefined when the bot is held already; waits for whoever holds or releases it at the same moment. */
async function insertPause(
  tx: Tx,
  pause: Pick<PauseRow, 'botType' | 'reason' | 'pausedBy' | 'pausedAt'>,
): Promise<PauseRow | undefined> {
  const [row] = await tx
    .insert(botPauses)
    .values({ id: newId(), ...pause })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Ends the pause that lasts; undefined when none does. It ends no earlier than it began, whatever the clocks say. */
async function endPause(
  tx: Tx,
  botType: BotType,
  end: { by: string; at: Date; reason: string },
): Promise<PauseRow | undefined> {
  const [row] = await tx
    .update(botPauses)
    .set({
      resumedBy: end.by,
      resumedAt: sql`greatest(${botPauses.pausedAt}, ${end.at}::timestamptz)`,
      resumeReason: end.reason,
    })
    .where(and(eq(botPauses.botType, botType), isNull(botPauses.resumedAt)))
    .returning();
  return row;
}

/** Writes when the engine obeyed: once, and also if the bot was let go meanwhile. */
export async function markObeyed(tx: Tx, pauseId: string, at: Date): Promise<void> {
  await tx
    .update(botPauses)
    .set({ effectiveAt: at })
    .where(and(eq(botPauses.id, pauseId), isNull(botPauses.effectiveAt)));
}

/** The pauses that last now, by bot: at most one each. */
export async function readLastingPauses(tx: Tx): Promise<Map<BotType, PauseRow>> {
  const rows = await tx.select().from(botPauses).where(isNull(botPauses.resumedAt));
  return new Map(rows.map((row) => [row.botType, row]));
}

/**
 * The pause of each bot that lasts, or else its newest one. One small query, for the leader's every minute. Whether one lasts
 * is asked first: replicas may have clocks of their own, and a pause that lasts may seem older than one that is over.
 */
export async function readNewestPauses(tx: Tx, botTypes: readonly BotType[]): Promise<PauseRow[]> {
  const chosen = sql`coalesce(
    (SELECT id FROM bot_pauses WHERE bot_type = bot.type AND resumed_at IS NULL),
    (SELECT id FROM bot_pauses WHERE bot_type = bot.type ORDER BY paused_at DESC, id DESC LIMIT 1))`;
  return tx
    .select()
    .from(botPauses)
    .where(
      sql`${botPauses.id} IN (SELECT ${chosen} FROM unnest(${sql.param([...botTypes])}::text[]) AS bot (type))`,
    );
}

/** Newest first; of one bot, or of all. */
async function selectPauses(
  tx: Tx,
  of: { botType?: BotType | undefined; page: number; pageSize: number },
): Promise<{ rows: PauseRow[]; total: number }> {
  const { botType, page, pageSize } = of;
  const where = botType && eq(botPauses.botType, botType);
  const rows = await tx
    .select()
    .from(botPauses)
    .where(where)
    .orderBy(desc(botPauses.pausedAt), desc(botPauses.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(botPauses).where(where);
  return { rows, total: counted?.total ?? 0 };
}

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
    message: `Der Betreiber hat den ${name} angehalten: ${asSentence(reason)} Alle Positionen werden zum nächsten Kurs ihres Marktes verkauft. Bis der Betreiber ihn fortsetzt, handelt der Bot nicht. Ihre Anlagen bleiben bestehen, und Sie können sie jederzeit beenden.`,
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
    message: `Der Betreiber lässt den ${name} wieder handeln: ${asSentence(reason)} Gekauft wird frühestens bei der nächsten Entscheidung des Bots.`,
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

/** When and why bots were held, newest first. */
export async function listBotPauses(
  tx: Tx,
  people: People,
  of: { botType?: BotType | undefined; page: number; pageSize: number },
): Promise<{ items: BotPause[]; total: number }> {
  const { rows, total } = await selectPauses(tx, of);
  return { items: await presentPauses(tx, people, rows), total };
}

/** Pauses with the addresses of the admins behind them, as far as their accounts still exist. */
export async function presentPauses(tx: Tx, people: People, rows: readonly PauseRow[]): Promise<BotPause[]> {
  const ids = rows.flatMap(({ pausedBy, resumedBy }) => [pausedBy, ...(resumedBy ? [resumedBy] : [])]);
  const emails = await people.listEmails(tx, ids);
  return rows.map((row) => ({
    id: row.id,
    botType: row.botType,
    pausedAt: row.pausedAt.toISOString(),
    pausedBy: emails.get(row.pausedBy) ?? null,
    reason: row.reason,
    effectiveAt: row.effectiveAt?.toISOString() ?? null,
    resumedAt: row.resumedAt?.toISOString() ?? null,
    resumedBy: row.resumedBy === null ? null : (emails.get(row.resumedBy) ?? null),
    resumeReason: row.resumeReason,
  }));
}

/** One that was just written. */
async function presentPause(tx: Tx, people: People, row: PauseRow): Promise<BotPause> {
  const [pause] = await presentPauses(tx, people, [row]);
  if (!pause) throw new Error('a pause was not presented');
  return pause;
}

/**
 * Tells the investors that a protection has taken the bot out of the market, why and until when, in the transaction that
 * writes it to the protocol. Other protections act on single positions; the protocol is enough for them.
 */
export async function tellOfPauses(
  work: Work,
  { id, botType }: Pick<PortfolioRow, 'id' | 'botType'>,
  protections: readonly ProtectionEvent[],
): Promise<void> {
  const { name } = BOTS[botType];
  for (const event of protections) {
    if (event.kind !== 'drawdown-stop' && event.kind !== 'daily-loss') continue;
    const { title, text } = protectionText(event);
    const { until } = event;
    const least = event.figures.held ? 'frühestens ' : '';
    await noteForInvestors(work, id, {
      event: 'bot_protection',
      title: `${name} pausiert`,
      message: `Schutzregel: ${title}. ${text}`,
      type: 'warning',
      subject: botType,
      subjectId: null,
      facts: [
        { label: 'Bot', value: name },
        { label: 'Grund', value: title },
        {
          label: 'Handelt wieder ab',
          value: until === null ? 'noch offen' : `${least}${formatMoment(until)}`,
        },
      ],
    });
  }
}

/** What an operator last said about a bot. */
export type Hold = {
  /** Of the row in `bot_pauses`. */
  readonly pauseId: string;
  readonly isHeld: boolean;
  /** Why it is held, or why it was let go. */
  readonly reason: string;
  /** Whether the row says already when the engine obeyed. */
  readonly isObeyed: boolean;
};

/** The operators' pauses as the bots of one leader's term know them. */
export type HoldWatch = {
  /** As of the last refresh; undefined for a bot that was never held. */
  of(botType: BotType): Hold | undefined;
  /** Reads them: one query, so call it once a minute. */
  refresh(): Promise<void>;
};

export function watchHolds(tx: Tx): HoldWatch {
  let holds = new Map<BotType, Hold>();
  return {
    of: (botType) => holds.get(botType),
    async refresh() {
      const rows = await readNewestPauses(tx, BOT_TYPES);
      holds = new Map(
        rows.map(({ id, botType, reason, resumedAt, resumeReason, effectiveAt }) => [
          botType,
          {
            pauseId: id,
            isHeld: resumedAt === null,
            reason: resumeReason ?? reason,
            isObeyed: effectiveAt !== null,
          },
        ]),
      );
    },
  };
}
