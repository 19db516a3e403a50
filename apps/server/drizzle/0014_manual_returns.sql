-- The daily records again, with two changes: a manual return may be younger than the newest tick, and values are taken to
-- the nearest micro before they are rounded down to the cent, as every payout is. Units are rounded down when they are
-- bought; without that step 100.00 would be 99.99 in the records at once.
CREATE OR REPLACE VIEW bot_trading_records AS
SELECT investment_id,
       CASE WHEN amount_before = 0 THEN NULL
            ELSE ((amount_after - amount_before) / amount_before)::float8 END AS daily_return_rate,
       amount_before, amount_after, amount_after - amount_before AS profit_loss,
       ((recorded_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date AS day,
       source, recorded_at
FROM (
  SELECT c.investment_id, 'market'::text AS source, c.recorded_at, c.closes AS amount_after,
         coalesce(lag(c.opens) OVER (PARTITION BY c.investment_id ORDER BY c.recorded_at), c.initial) AS amount_before
  FROM (
    SELECT i.id AS investment_id, i.usd_initial_amount AS initial, cut.recorded_at, cut.closes, cut.opens
    FROM bot_investments i
    JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    -- The newest tick may be a moment older than the last manual return, which must come before the end all the same.
    CROSS JOIN LATERAL (
      SELECT coalesce(i.stopped_at, greatest(t.at, CASE WHEN i.last_updated > i.started_at
        THEN i.last_updated + interval '1 millisecond' ELSE i.started_at END)) AS at
    ) finish
    CROSS JOIN LATERAL (
      SELECT midnight.at AS recorded_at, value.amount AS closes, value.amount AS opens
      FROM generate_series(date_trunc('day', i.started_at, 'UTC') + interval '24 hours', finish.at,
                           interval '24 hours') AS midnight(at)
      CROSS JOIN LATERAL (
        -- The NAV that was known then: of the last strike, or of a later start or manual return.
        SELECT nav FROM (
          (SELECT n.at, n.nav FROM bot_nav n WHERE n.portfolio_id = i.portfolio_id AND n.at <= midnight.at
           ORDER BY n.at DESC LIMIT 1)
          UNION ALL
          (SELECT e.created_at, e.nav FROM bot_unit_entries e
           WHERE e.investment_id = i.id AND e.created_at <= midnight.at ORDER BY e.seq DESC LIMIT 1)
        ) known ORDER BY at DESC LIMIT 1
      ) newest
      CROSS JOIN LATERAL (
        SELECT (floor(round(sum(e.units) * newest.nav, 6) * 100) / 100)::numeric(20,6) AS amount
        FROM bot_unit_entries e WHERE e.investment_id = i.id AND e.created_at <= midnight.at
      ) value
      WHERE midnight.at < finish.at
      UNION ALL
      SELECT m.created_at, m.amount_before, m.amount_after FROM bot_manual_records m WHERE m.investment_id = i.id
      UNION ALL
      SELECT finish.at, last.amount, last.amount
      FROM (SELECT coalesce(i.usd_current_amount, (floor(round(i.units * t.nav, 6) * 100) / 100)::numeric(20,6)) AS amount) last
    ) cut
  ) c
) market
UNION ALL
SELECT investment_id, daily_return_rate, amount_before, amount_after, profit_loss,
       ((created_at - interval '1 millisecond') AT TIME ZONE 'UTC')::date, 'manual', created_at
FROM bot_manual_records;
