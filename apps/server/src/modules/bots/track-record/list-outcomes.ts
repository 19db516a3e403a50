import { BOT_TYPES, type BotOutcomes, type BotType, OUTCOMES_SHOWN_FROM } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';

/**
 * What finished investments really earned or lost, per bot of the catalogue: the bot's own result, NAV at the stop against
 * NAV at the start, so manual returns neither flatter nor spoil it. Left out is what began in the demo's history: before
 * the portfolio went live.
 */
export async function listOutcomes(tx: Tx): Promise<BotOutcomes[]> {
  const { rows } = await tx.$client.query<{
    bot_type: BotType;
    finished: string;
    lost: number;
    median: number;
    worst: number;
  }>({
    name: 'list-outcomes',
    text: `
      WITH live AS MATERIALIZED (
        SELECT p.id, first.since FROM bot_portfolios p
        CROSS JOIN LATERAL (SELECT at - bar_ms * interval '1 millisecond' AS since FROM bot_nav
                            WHERE portfolio_id = p.id AND phase = 'live' ORDER BY seq LIMIT 1) first)
      SELECT bot_type, count(*) AS finished,
        count(*) FILTER (WHERE stop_nav < start_nav)::float8 / count(*) AS lost,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY outcome) AS median, min(outcome) AS worst
      FROM (
        SELECT i.bot_type, i.start_nav, i.stop_nav, (i.stop_nav / i.start_nav - 1)::float8 AS outcome
        FROM live JOIN bot_investments i ON i.portfolio_id = live.id
        WHERE i.status = 'inactive' AND i.started_at >= live.since
      ) finished
      GROUP BY bot_type`,
  });
  return BOT_TYPES.map((botType) => {
    const row = rows.find((candidate) => candidate.bot_type === botType);
    const finished = Number(row?.finished ?? 0);
    return {
      botType,
      finished,
      outcomes:
        row && finished >= OUTCOMES_SHOWN_FROM
          ? {
              lostFraction: row.lost,
              medianReturnFraction: row.median,
              worstReturnFraction: row.worst,
            }
          : null,
    };
  });
}
