import {
  type CandleSourceName,
  DomainError,
  type ListedOwnBot,
  type OwnBotResult,
  type RuleCertificate,
  type TestPeriod,
} from '@botdepot/contract';
import { ENGINE_VERSION, judgementOf } from '@botdepot/trading';
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { personOf, type Work } from '../../../platform/work.ts';
import { findOwnBotRow } from '../../bots/index.ts';
import type { CandleSources } from '../candles/candle-sources.ts';
import { readTestPeriod } from '../list-trials.ts';
import { ownBotResults, ownBotVersions, testbenchCertificates, testPeriods } from '../testbench.schema.ts';
import { countTrials, recordTrials } from '../trials.ts';

type ResultRow = typeof ownBotResults.$inferSelect;
type PeriodRow = typeof testPeriods.$inferSelect;
type Version = { botId: string; version: number };

/**
 * What the newest run said and what that is worth by now, null before the first one, and whether the newest version is certified: one
 * that was tested on prices of one's own has no result here. @throws OWN_BOT_NOT_FOUND
 */
export async function getOwnBotResult(
  tx: Tx,
  sources: CandleSources,
  { id, userId }: { id: string; userId: string },
): Promise<{ result: OwnBotResult | null; certificate: RuleCertificate | null }> {
  await assertOwn(tx, { id, userId });
  const row = await findNewestResult(tx, id);
  const [newest] = await tx
    .select({ version: max(ownBotVersions.version) })
    .from(ownBotVersions)
    .where(eq(ownBotVersions.botId, id));
  const version = newest?.version ?? null;
  return {
    result: row ? await presentResult(tx, sources, userId, row) : null,
    certificate: version === null ? null : await findCertificate(tx, { botId: id, version }),
  };
}

async function presentResult(
  tx: Tx,
  sources: CandleSources,
  userId: string,
  row: ResultRow,
): Promise<OwnBotResult> {
  const { botId, version, rule, source, madeAt, result } = row;
  const period = await findTestPeriod(tx, { userId, source });
  const isThisRule = period?.ruleHash === result.ruleHash;
  const { count, judgement } = await judge(tx, userId, row, period);
  return {
    version,
    rule,
    source,
    madeAt: madeAt.toISOString(),
    result,
    judgement: {
      ...presentable(judgement),
      trials: { total: count.total, effective: count.effective },
    },
    certificate: await findCertificate(tx, { botId, version }),
    testPeriod: {
      ...(await readHeldOut(tx, sources, { userId, source })),
      opened: period ? { at: period.openedAt.toISOString(), isThisRule, result: period.result } : null,
    },
  };
}

type Judged = Parameters<typeof judgementOf>[0] & { readonly ruleHash: string };

/** After everything that the person tried on the same prices. */
async function judge(
  tx: Tx,
  userId: string,
  row: Parameters<typeof triedOn>[0] & { readonly result: Judged },
  period: PeriodRow | undefined,
) {
  const count = await countTrials(tx, userId, triedOn(row));
  const inPeriod = period?.ruleHash === row.result.ruleHash ? period.result.figures.totalReturn : null;
  return { count, judgement: judgementOf(row.result, { N: count.effective, V: count.variance }, inPeriod) };
}

/** What the newest results of a person's bots say by now, by bot; those without one are missing. */
export async function readFindings(
  tx: Tx,
  userId: string,
  botIds: readonly string[],
): Promise<Map<string, NonNullable<ListedOwnBot['finding']>>> {
  const { botId, version, rule, source, fromDay, untilDay, result, madeAt } = ownBotResults;
  // Curves and bands stay where they are.
  const judged = sql<Judged>`jsonb_build_object('ruleHash', ${result} -> 'ruleHash', 'sample', ${result} -> 'sample',
    'randomBots', ${result} -> 'randomBots', 'figures', ${result} -> 'figures', 'byCostFactor', ${result} -> 'byCostFactor',
    'trades', jsonb_build_object('count', ${result} -> 'trades' -> 'count'))`;
  const rows = await tx
    .selectDistinctOn([botId], {
      ...{ botId, rule, source, fromDay, untilDay },
      result: judged,
    })
    .from(ownBotResults)
    .where(inArray(botId, [...botIds]))
    .orderBy(botId, desc(madeAt), desc(version));
  const periods = new Map<CandleSourceName, PeriodRow | undefined>();
  for (const { source } of rows)
    if (!periods.has(source)) periods.set(source, await findTestPeriod(tx, { userId, source }));
  const findings = new Map<string, NonNullable<ListedOwnBot['finding']>>();
  for (const row of rows) {
    const { count, judgement } = await judge(tx, userId, row, periods.get(row.source));
    const { ruleHash } = row.result;
    findings.set(row.botId, { ruleHash, verdict: judgement.verdict, trials: count.total });
  }
  return findings;
}

const presentable = ({ N: _, hurdles, ...judgement }: ReturnType<typeof judgementOf>) => ({
  ...judgement,
  hurdles: hurdles.map((step) => ({ ...step })),
});

/** On which prices the run was made. Symbols are those of the rule. */
const triedOn = ({
  source,
  rule,
  fromDay,
  untilDay,
}: Pick<ResultRow, 'source' | 'rule' | 'fromDay' | 'untilDay'>) => {
  const { interval, symbols } = rule as { interval: '1h' | '1d'; symbols: string[] };
  return { source, interval, symbols, from: fromDay, until: untilDay };
};

/**
 * Keeps what a run said of a version and counts it as a trial.
 * @param returns see `RuleResultOutcome`. @throws OWN_BOT_NOT_FOUND where the bot was deleted meanwhile, ACCOUNT_CLOSED
 */
export async function keepResult(
  work: Work,
  run: Omit<ResultRow, 'madeAt' | 'untilDay'> & { untilDay: string; returns: string | null },
  testPeriodFrom: string | null,
): Promise<void> {
  const { tx, now } = work;
  const { returns, ...row } = run;
  const { ruleHash, firstDay, sample } = run.result;
  const userId = personOf(work);
  const entries = [{ ruleHash, sharpe: sample.value?.sharpe ?? null, returns }];
  // It takes the locks in the order of the end of an account; the bot is the last one.
  await recordTrials(work, { ...triedOn(row), firstDay, entries }, testPeriodFrom);
  await assertOwn(tx, { id: run.botId, userId }, true);
  const values = { ...row, madeAt: now };
  await tx
    .insert(ownBotResults)
    .values(values)
    .onConflictDoUpdate({ target: [ownBotResults.botId, ownBotResults.version], set: values });
  work.hintUser(userId, 'own_bots');
}

/** @throws OWN_BOT_NOT_FOUND, ACCOUNT_CLOSED */
export async function keepCertificate(
  work: Work,
  row: Omit<typeof testbenchCertificates.$inferInsert, 'madeAt'>,
): Promise<void> {
  const userId = personOf(work);
  await assertOwn(work.tx, { id: row.botId, userId }, true);
  const values = { ...row, madeAt: work.now };
  await work.tx
    .insert(testbenchCertificates)
    .values(values)
    .onConflictDoUpdate({
      target: [testbenchCertificates.botId, testbenchCertificates.version],
      set: values,
    });
  work.hintUser(userId, 'own_bots');
}

/** The test period is open from now on. @throws TEST_PERIOD_OPENED, OWN_BOT_NOT_FOUND */
export async function keepTestPeriod(work: Work, row: Omit<PeriodRow, 'userId' | 'openedAt'>): Promise<void> {
  const userId = personOf(work);
  await assertOwn(work.tx, { id: row.botId, userId }, true);
  const kept = await work.tx
    .insert(testPeriods)
    .values({ ...row, userId, openedAt: work.now })
    .onConflictDoNothing()
    .returning({ source: testPeriods.source });
  if (kept.length === 0) throw DomainError.of('TEST_PERIOD_OPENED');
  work.hintUser(userId, 'own_bots');
}

export async function findNewestResult(tx: Tx, botId: string): Promise<ResultRow | undefined> {
  const [row] = await tx
    .select()
    .from(ownBotResults)
    .where(eq(ownBotResults.botId, botId))
    .orderBy(desc(ownBotResults.madeAt), desc(ownBotResults.version))
    .limit(1);
  return row;
}

/** By the engine that runs now; one by another engine is none. */
export async function findCertificate(tx: Tx, { botId, version }: Version): Promise<RuleCertificate | null> {
  const table = testbenchCertificates;
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.botId, botId), eq(table.version, version), eq(table.engineVersion, ENGINE_VERSION)));
  if (!row) return null;
  const { passed, cuts, firstDifference, engineVersion, dataHash, madeAt } = row;
  return {
    passed,
    cuts: [...cuts],
    firstDifference: firstDifference ?? null,
    engineVersion,
    dataHash,
    madeAt: madeAt.toISOString(),
  };
}

export async function findTestPeriod(
  tx: Tx,
  { userId, source }: Pick<PeriodRow, 'userId' | 'source'>,
): Promise<PeriodRow | undefined> {
  const [row] = await tx
    .select()
    .from(testPeriods)
    .where(and(eq(testPeriods.userId, userId), eq(testPeriods.source, source)));
  return row;
}

/** The sources whose test period somebody has opened. */
export async function listOpenSources(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ source: testPeriods.source })
    .from(testPeriods)
    .where(eq(testPeriods.userId, userId));
  return rows.map(({ source }) => source);
}

/** The days of a source that are held out for somebody, [from, until). */
export async function readHeldOut(
  tx: Tx,
  sources: CandleSources,
  { userId, source }: Pick<PeriodRow, 'userId' | 'source'>,
): Promise<Pick<TestPeriod, 'from' | 'until'>> {
  const all = await sources.list(await readTestPeriod(tx, userId));
  const { testPeriodFrom = null, lastDay = null } = all.find((one) => one.source === source) ?? {};
  return { from: testPeriodFrom, until: lastDay && dayAfter(lastDay) };
}

const DAY_MS = 86_400_000;
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

async function assertOwn(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  lock = false,
): Promise<void> {
  if (!(await findOwnBotRow(tx, { id, ownerId: userId }, lock))) throw DomainError.of('OWN_BOT_NOT_FOUND');
}

/** What is kept of a bot's runs. */
export async function exportResults(tx: Tx, botId: string) {
  const results = await tx.select().from(ownBotResults).where(eq(ownBotResults.botId, botId));
  const certificates = await tx
    .select()
    .from(testbenchCertificates)
    .where(eq(testbenchCertificates.botId, botId));
  const present = <Row extends { botId: string; madeAt: Date }>({ botId: _, madeAt, ...row }: Row) => ({
    ...row,
    madeAt: madeAt.toISOString(),
  });
  return { results: results.map(present), certificates: certificates.map(present) };
}

/** Results and certificates of a bot that is deleted. */
export async function deleteResults(tx: Tx, botId: string): Promise<void> {
  await tx.delete(ownBotResults).where(eq(ownBotResults.botId, botId));
  await tx.delete(testbenchCertificates).where(eq(testbenchCertificates.botId, botId));
}
