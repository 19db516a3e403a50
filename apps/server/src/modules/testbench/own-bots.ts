import {
  canDeleteOwnBot,
  DomainError,
  type HeldOwnBot,
  isOpenRun,
  type ListedOwnBot,
  OWN_BOT_LIMITS,
  type OwnBot,
  type OwnBotDetail,
  type OwnBotSetup,
  type OwnBotVersion,
  ownBotVersionInUse,
} from '@botdepot/contract';
import { canonicalRule, ruleHashOf } from '@botdepot/trading';
import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Tx } from '../../platform/database.ts';
import { personOf, type Work } from '../../platform/work.ts';
import {
  eraseOwnBotRow,
  findOwnBotRow,
  insertOwnBot,
  listOwnBotRows,
  type OwnBotRow,
} from '../bots/index.ts';
import { lockWallet } from '../wallet/index.ts';
import { assertDraft, assertRule, draftHash, entryOf } from './check-rule.ts';
import { ownBotOrders } from './live/live.schema.ts';
import { lockOwnBot, readStates, refuseState } from './live/orders.ts';
import { eraseAdminTexts, readHolds } from './live/read-holds.ts';
import { presentOrder, presentRuns } from './live/read-live.ts';
import { readNames } from './live/run-money.ts';
import { deleteResults } from './results/own-bot-results.ts';
import { ownBotDrafts, ownBotVersions, testPeriods } from './testbench.schema.ts';

type DraftRow = typeof ownBotDrafts.$inferSelect;
type VersionRow = typeof ownBotVersions.$inferSelect;
type Draft = { name: string; rule: unknown; setup: OwnBotSetup };

/** A person's bots, last changed first. */
export async function listOwnBots(tx: Tx, userId: string): Promise<OwnBot[]> {
  const rows = await listOwnBotRows(tx, userId);
  const ids = rows.map(({ id }) => id);
  const drafts = await tx
    .select()
    .from(ownBotDrafts)
    .where(inArray(ownBotDrafts.botId, ids))
    .orderBy(desc(ownBotDrafts.updatedAt), desc(ownBotDrafts.botId));
  return presentAll(
    tx,
    drafts.flatMap((draft) => {
      const row = rows.find(({ id }) => id === draft.botId);
      return row ? [{ row, draft }] : [];
    }),
  );
}

/** When bots buy, by bot, see `listedOwnBot`; missing are those whose draft is not complete. */
export async function readEntries(
  tx: Tx,
  bots: readonly OwnBot[],
): Promise<Map<string, NonNullable<ListedOwnBot['entry']>>> {
  const ids = bots.map(({ id }) => id);
  const drafts = await tx
    .select({ botId: ownBotDrafts.botId, rule: ownBotDrafts.rule })
    .from(ownBotDrafts)
    .where(inArray(ownBotDrafts.botId, ids));
  const inUse = bots.flatMap((bot) => {
    const version = ownBotVersionInUse(bot);
    return version === null
      ? []
      : [and(eq(ownBotVersions.botId, bot.id), eq(ownBotVersions.version, version))];
  });
  const versions =
    inUse.length === 0
      ? []
      : await tx
          .select()
          .from(ownBotVersions)
          .where(or(...inUse));
  const rules = new Map<string, { rule: unknown; version: number | null }>([
    ...drafts.map(({ botId, rule }) => [botId, { rule, version: null }] as const),
    ...versions.map(({ botId, rule, version }) => [botId, { rule, version }] as const),
  ]);
  return new Map(
    [...rules].flatMap(([botId, { rule, version }]) => {
      const entry = entryOf(rule);
      return entry === null ? [] : [[botId, { ...entry, version }] as const];
    }),
  );
}

/** How a person calls their bots, by number. */
export async function readOwnBotNames(tx: Tx, userId: string): Promise<Map<number, string>> {
  const rows = await listOwnBotRows(tx, userId);
  const names = await readNames(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.flatMap(({ id, number }) => {
      const name = names.get(id);
      return name === undefined ? [] : [[number, name] as const];
    }),
  );
}

/** Those that hold money, as the team sees them beside their owner, last changed first. */
export async function listHeldOwnBots(tx: Tx, userId: string): Promise<HeldOwnBot[]> {
  const bots = await listOwnBots(tx, userId);
  return bots.flatMap(({ id, number, name, status, waiting, run, held }): HeldOwnBot[] => {
    const is = { id, number, name, status, held };
    const order = waiting && { kind: waiting.kind, since: waiting.createdAt };
    if (run && isOpenRun(run.state))
      return [{ ...is, put: run.amountUsd, value: run.valueUsd, since: run.startedAt, waiting: order }];
    if (!waiting || waiting.amountUsd === null) return [];
    const put = waiting.amountUsd;
    return [{ ...is, put, value: put, since: waiting.createdAt, waiting: order }];
  });
}

/** @throws OWN_BOT_NOT_FOUND, also for somebody else's */
export async function getOwnBot(tx: Tx, wanted: { id: string; userId: string }): Promise<OwnBotDetail> {
  const { row, draft } = await findOwn(tx, wanted);
  const versions = await tx
    .select()
    .from(ownBotVersions)
    .where(eq(ownBotVersions.botId, row.id))
    .orderBy(desc(ownBotVersions.version));
  return {
    ...(await present(tx, row, draft)),
    rule: draft.rule,
    versions: versions.map(presentVersion),
  };
}

/** Begins with a draft. @throws OWN_BOT_LIMIT, RULE_TOO_LARGE, ACCOUNT_CLOSED */
export async function createOwnBot(work: Work, input: Draft): Promise<OwnBotDetail> {
  assertDraft(input.rule);
  const userId = personOf(work);
  const { tx, now } = work;
  // One after the other of each person, and none after the end of the account.
  await lockWallet(tx, userId);
  const { length } = await listOwnBotRows(tx, userId);
  if (length >= OWN_BOT_LIMITS.bots) throw limitReached(OWN_BOT_LIMITS.bots, 'eigene Bots');
  const row = await insertOwnBot(tx, { ownerId: userId, now });
  await tx.insert(ownBotDrafts).values({ botId: row.id, ...draftOf(input), updatedAt: now });
  work.hintUser(userId, 'own_bots');
  return getOwnBot(tx, { id: row.id, userId });
}

/** @throws OWN_BOT_NOT_FOUND, OWN_BOT_CHANGED where somebody saved since, RULE_TOO_LARGE */
export async function updateOwnBot(
  work: Work,
  { id, version, ...input }: Draft & { id: string; version: number },
): Promise<OwnBot> {
  assertDraft(input.rule);
  const userId = personOf(work);
  const { tx, now } = work;
  // One after the other with whoever freezes the draft, and reads it again in the same transaction.
  const row = await findOwnBotRow(tx, { id, ownerId: userId }, true);
  if (!row) throw DomainError.of('OWN_BOT_NOT_FOUND');
  const [draft] = await tx
    .update(ownBotDrafts)
    .set({ ...draftOf(input), version: version + 1, updatedAt: now })
    .where(and(eq(ownBotDrafts.botId, id), eq(ownBotDrafts.version, version)))
    .returning();
  // Deleted meanwhile, or saved.
  if (!draft) throw await whyNot(tx, { id, userId });
  work.hintUser(userId, 'own_bots');
  return present(tx, row, draft);
}

/**
 * Freezes the rule of the draft in its canonical form. The same rule as in the newest version is that version.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_CHANGED, OWN_BOT_LIMIT, and what is wrong with the rule
 */
export async function createOwnBotVersion(
  work: Work,
  { id, version: seen }: { id: string; version: number },
): Promise<OwnBotVersion> {
  const userId = personOf(work);
  const { tx, now } = work;
  const { draft } = await findOwn(tx, { id, userId }, true);
  if (draft.version !== seen) throw DomainError.of('OWN_BOT_CHANGED');
  const rule = assertRule(draft.rule);
  const ruleHash = ruleHashOf(rule);
  const [newest] = await tx
    .select()
    .from(ownBotVersions)
    .where(eq(ownBotVersions.botId, id))
    .orderBy(desc(ownBotVersions.version))
    .limit(1);
  if (newest?.ruleHash === ruleHash) return presentVersion(newest);
  const version = (newest?.version ?? 0) + 1;
  if (version > OWN_BOT_LIMITS.versions) throw limitReached(OWN_BOT_LIMITS.versions, 'Fassungen dieses Bots');
  const [row] = await tx
    .insert(ownBotVersions)
    .values({ botId: id, version, rule: canonicalRule(rule), ruleHash, createdAt: now })
    .returning();
  if (!row) throw new Error('an insert returned no row');
  work.hintUser(userId, 'own_bots');
  return presentVersion(row);
}

/** Only without money in it. @throws OWN_BOT_NOT_FOUND, OWN_BOT_STATE, ACCOUNT_CLOSED */
export async function deleteOwnBot(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const userId = personOf(work);
  const { state } = await lockOwnBot(work.tx, { id, userId });
  if (!canDeleteOwnBot(state.status)) throw refuseState(state.status);
  await eraseOwnBot(work, id);
  // At the end of the account nothing would say that it was theirs.
  if (!(await listBotsOnRecord(work.tx, userId)).includes(id)) await eraseAdminTexts(work, [id]);
  work.hintUser(userId, 'own_bots');
  return { id };
}

/** Bots of which something says whose they are or were: an order, or the one look at the days that were held out. */
export async function listBotsOnRecord(tx: Tx, userId: string): Promise<string[]> {
  const ordered = tx
    .select({ id: ownBotOrders.botId })
    .from(ownBotOrders)
    .where(eq(ownBotOrders.userId, userId));
  const opened = tx.select({ id: testPeriods.botId }).from(testPeriods).where(eq(testPeriods.userId, userId));
  return (await union(ordered, opened)).map(({ id }) => id);
}

/** The draft is gone, with its name and results; of the versions their rules. Numbers and hashes stay. */
export async function eraseOwnBot({ tx, now }: Work, id: string): Promise<void> {
  // First, because it holds the row: nothing is kept for this bot after it.
  await eraseOwnBotRow(tx, { id, now });
  await deleteResults(tx, id);
  await tx.delete(ownBotDrafts).where(eq(ownBotDrafts.botId, id));
  await tx.update(ownBotVersions).set({ rule: null }).where(eq(ownBotVersions.botId, id));
}

const draftOf = ({ name, rule, setup }: Draft) => ({ name, rule, setup, ruleHash: draftHash(rule) });

/** A limit with what it is of, as it is said in German. */
const limitReached = (limit: number, kind: string): DomainError =>
  DomainError.of('OWN_BOT_LIMIT', { limit: String(limit), kind });

async function findOwn(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  lock = false,
): Promise<{ row: OwnBotRow; draft: DraftRow }> {
  const row = await findOwnBotRow(tx, { id, ownerId: userId }, lock);
  const [draft] = row ? await tx.select().from(ownBotDrafts).where(eq(ownBotDrafts.botId, id)) : [];
  if (!row || !draft) throw DomainError.of('OWN_BOT_NOT_FOUND');
  return { row, draft };
}

async function whyNot(tx: Tx, wanted: { id: string; userId: string }): Promise<DomainError> {
  await findOwn(tx, wanted);
  return DomainError.of('OWN_BOT_CHANGED');
}

async function present(tx: Tx, row: OwnBotRow, draft: DraftRow): Promise<OwnBot> {
  const [bot] = await presentAll(tx, [{ row, draft }]);
  if (!bot) throw new Error('a bot was not presented');
  return bot;
}

/** Bots with what they are doing. */
async function presentAll(tx: Tx, own: readonly { row: OwnBotRow; draft: DraftRow }[]): Promise<OwnBot[]> {
  const states = await readStates(
    tx,
    own.map(({ row }) => row.id),
  );
  const runs = await presentRuns(
    tx,
    [...states.values()].flatMap(({ run }) => (run ? [run] : [])),
  );
  const holds = await readHolds(tx);
  return own.map(({ row, draft }) => {
    const state = states.get(row.id);
    const { name, setup, ruleHash, version, updatedAt } = draft;
    return {
      id: row.id,
      number: row.number,
      name,
      setup,
      ruleHash,
      version,
      newestVersion: state?.newestVersion ?? null,
      status: state?.status ?? 'draft',
      waiting: state?.waiting ? presentOrder(state.waiting) : null,
      run: runs.find(({ id }) => id === state?.run?.id) ?? null,
      held: holds.reasonFor(row.id),
      createdAt: row.createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  });
}

function presentVersion({ version, rule, ruleHash, createdAt }: VersionRow): OwnBotVersion {
  return { version, rule, ruleHash, createdAt: createdAt.toISOString() };
}
