/** Runs of everybody's own bots as operators see them: who runs what with how much money, and what it costs. No rule and no result. */
import { type AdminOwnBot, DomainError, type OwnBotHold, type StepTime } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import {
  findRun,
  listRunPage,
  measureRun,
  type OwnRun,
  type People,
  type RunSearch,
  sumOpenRuns,
} from '../../bots/index.ts';
import { measureBookings } from '../../wallet/index.ts';
import { findLastingHold, listHoldsOfRun } from './holds.ts';
import { sumWaiting } from './orders.ts';
import { readOwnBotsUntil } from './progress.ts';
import { countWaitingStarts } from './quotas.ts';
import { presentRuns } from './read-live.ts';
import type { StepTimesSeen } from './step-times.ts';

type Deps = {
  people: People;
  stepTimes: StepTimesSeen;
  /** So many may trade at once. */
  ownBotsMax: number;
};

/**
 * Runs of all own bots, those that go on first, then the newest, and what the house stands for.
 * @param wanted.open only those that go on, or only those that do not.
 */
export async function listAllOwnBots(
  tx: Tx,
  deps: Deps,
  wanted: { page: number; pageSize: number; open?: boolean | undefined; search: RunSearch | null },
) {
  const { runs, total } = await listRunPage(tx, wanted);
  const open = await sumOpenRuns(tx);
  return {
    items: await presentAll(tx, deps, runs),
    total,
    runs: open.runs,
    people: open.people,
    poolsUsd: toWire(open.pools),
    orders: await countWaitingStarts(tx),
    ordersUsd: toWire(await sumWaiting(tx)),
    places: deps.ownBotsMax,
    until: (await readOwnBotsUntil(tx))?.toISOString() ?? null,
    stepMicros: deps.stepTimes.sum(),
    hold: await findLastingHold(tx, deps, null),
  };
}

/** What stands behind one run. @throws OWN_BOT_NOT_FOUND */
export async function getOwnBotRun(
  tx: Tx,
  deps: Deps,
  id: string,
): Promise<{
  run: AdminOwnBot;
  stepTime: StepTime | null;
  kept: { fills: number; strikes: number; protocol: number; bookings: number; bytes: number };
  hold: OwnBotHold | null;
  holds: OwnBotHold[];
}> {
  const row = await findRun(tx, id);
  const [run] = row ? await presentAll(tx, deps, [row]) : [];
  if (!row || !run) throw DomainError.of('OWN_BOT_NOT_FOUND');
  const rows = await measureRun(tx, id);
  const { bookings, bytes } = await measureBookings(tx, row.poolAccountId);
  const time = deps.stepTimes.of(id);
  return {
    run,
    stepTime: time && { ...time, since: new Date(time.since).toISOString() },
    kept: { ...rows, bookings, bytes: rows.bytes + bytes },
    hold: await findLastingHold(tx, deps, row.botId),
    holds: await listHoldsOfRun(tx, deps, row),
  };
}

async function presentAll(tx: Tx, deps: Deps, runs: readonly OwnRun[]): Promise<AdminOwnBot[]> {
  const shown = await presentRuns(tx, runs);
  const owners = runs.flatMap(({ ownerId }) => ownerId ?? []);
  const emails = await deps.people.listEmails(tx, [...new Set(owners)]);
  return runs.flatMap((run) => {
    const found = shown.find(({ id }) => id === run.id);
    if (!found) return [];
    const { botId, number, ownerId } = run;
    return [
      {
        ...found,
        botId,
        number,
        ownerId,
        owner: ownerId === null ? null : (emails.get(ownerId) ?? null),
        stepMicros: deps.stepTimes.of(run.id)?.micros ?? null,
      },
    ];
  });
}
