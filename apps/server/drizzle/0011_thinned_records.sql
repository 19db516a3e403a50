CREATE TABLE "track_record_days" (
	"portfolio_id" uuid NOT NULL,
	"day" date NOT NULL,
	"bot_id" uuid NOT NULL,
	"first_position" bigint NOT NULL,
	"last_position" bigint NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"kept" bigint[] NOT NULL,
	"hash_before" "bytea" NOT NULL,
	"last_hash" "bytea" NOT NULL,
	"lines" "bytea" NOT NULL,
	CONSTRAINT "track_record_days_portfolio_id_day_pk" PRIMARY KEY("portfolio_id","day"),
	CONSTRAINT "track_record_days_chain" UNIQUE("bot_id","last_position"),
	CONSTRAINT "track_record_days_whole" CHECK ("track_record_days"."last_position" - "track_record_days"."first_position" = "track_record_days"."last_seq" - "track_record_days"."first_seq"
        and "track_record_days"."first_seq" <= "track_record_days"."last_seq" and "track_record_days"."last_seq" = any ("track_record_days"."kept"))
);
--> statement-breakpoint

-- Strikes that something refers to by their number or time: fills, what people bought and gave back, orders, states, ends of records
-- and of series.
CREATE FUNCTION named_strikes(p_portfolio uuid, p_first bigint, p_last bigint) RETURNS SETOF bigint
LANGUAGE sql STABLE AS $$
  SELECT nav_seq FROM bot_fills WHERE portfolio_id = p_portfolio AND nav_seq BETWEEN p_first AND p_last
  UNION SELECT nav_seq FROM bot_unit_entries WHERE portfolio_id = p_portfolio AND nav_seq BETWEEN p_first AND p_last
  UNION SELECT nav_seq FROM own_bot_orders WHERE portfolio_id = p_portfolio AND nav_seq BETWEEN p_first AND p_last
  UNION SELECT nav_seq FROM bot_state_snapshots WHERE portfolio_id = p_portfolio AND nav_seq BETWEEN p_first AND p_last
  UNION SELECT s.nav_seq + step.next FROM bot_portfolios p
    JOIN track_record_seals s ON s.bot_id = p.bot_id AND s.portfolio_id = p.id AND s.kind <> 'bar'
    CROSS JOIN (VALUES (0), (1)) AS step(next)
    WHERE p.id = p_portfolio AND s.nav_seq + step.next BETWEEN p_first AND p_last
  UNION SELECT n.seq FROM bot_closed_records c
    JOIN bot_nav n ON n.portfolio_id = c.portfolio_id AND n.at IN (c.since, c.until)
    WHERE c.portfolio_id = p_portfolio AND n.seq BETWEEN p_first AND p_last
$$;--> statement-breakpoint

-- The UTC day of a strike; one at midnight belongs to the day that has just ended.
CREATE FUNCTION strike_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT ((at - interval '1 millisecond') AT TIME ZONE 'UTC')::date
$$;--> statement-breakpoint

-- What is moved is a whole stretch of sealed bars of one day, not the end of a chain, and what something refers to stays.
CREATE FUNCTION check_moved_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bars bigint := NEW.last_position - NEW.first_position + 1;
BEGIN
  IF (SELECT count(*) FROM track_record_seals s
      JOIN bot_nav n ON n.portfolio_id = s.portfolio_id AND n.seq = s.nav_seq AND strike_day(n.at) = NEW.day
      WHERE s.bot_id = NEW.bot_id AND s.position BETWEEN NEW.first_position AND NEW.last_position AND s.kind = 'bar'
        AND s.portfolio_id = NEW.portfolio_id AND s.nav_seq - s.position = NEW.first_seq - NEW.first_position) <> bars
    OR EXISTS (SELECT FROM bot_nav n WHERE n.portfolio_id = NEW.portfolio_id AND n.seq = NEW.last_seq + 1
      AND strike_day(n.at) = NEW.day)
    OR NEW.last_hash IS DISTINCT FROM
      (SELECT hash FROM track_record_seals WHERE bot_id = NEW.bot_id AND position = NEW.last_position)
    OR NEW.last_position >= coalesce((SELECT position FROM track_record_chains WHERE bot_id = NEW.bot_id), 0) THEN
    RAISE EXCEPTION 'a moved day is not what was sealed' USING ERRCODE = 'restrict_violation';
  END IF;
  NEW.kept := ARRAY(
    SELECT seq FROM (
      SELECT unnest(NEW.kept || NEW.last_seq) UNION SELECT named_strikes(NEW.portfolio_id, NEW.first_seq, NEW.last_seq)
    ) AS of(seq) ORDER BY seq);
  RETURN NEW;
END $$;--> statement-breakpoint

CREATE TRIGGER track_record_days_checked BEFORE INSERT ON track_record_days
  FOR EACH ROW EXECUTE FUNCTION check_moved_day();--> statement-breakpoint

CREATE TRIGGER track_record_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON track_record_days
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- These four lose what was moved, and nothing else.
DROP TRIGGER bot_nav_append_only ON bot_nav;--> statement-breakpoint
CREATE TRIGGER bot_nav_append_only BEFORE UPDATE OR TRUNCATE ON bot_nav
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_unmoved_strikes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE NOT EXISTS (
      SELECT FROM track_record_days d WHERE d.portfolio_id = gone.portfolio_id AND d.day = strike_day(gone.at)
        AND gone.seq BETWEEN d.first_seq AND d.last_seq AND gone.seq <> ALL (d.kept))) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bot_nav_thinned AFTER DELETE ON bot_nav REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unmoved_strikes();--> statement-breakpoint

DROP TRIGGER track_record_seals_append_only ON track_record_seals;--> statement-breakpoint
CREATE TRIGGER track_record_seals_append_only BEFORE UPDATE OR TRUNCATE ON track_record_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_unmoved_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE kind <> 'bar' OR NOT EXISTS (
      SELECT FROM track_record_days d WHERE d.bot_id = gone.bot_id AND d.portfolio_id = gone.portfolio_id
        AND gone.position BETWEEN d.first_position AND d.last_position)) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER track_record_seals_thinned AFTER DELETE ON track_record_seals REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unmoved_seals();--> statement-breakpoint

DROP TRIGGER bot_protocol_append_only ON bot_protocol;--> statement-breakpoint
CREATE TRIGGER bot_protocol_append_only BEFORE UPDATE OR TRUNCATE ON bot_protocol
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_unmoved_protocol() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE phase <> 'live' OR NOT EXISTS (
      SELECT FROM track_record_days d WHERE d.portfolio_id = gone.portfolio_id AND d.day = strike_day(gone.bar_at))) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bot_protocol_thinned AFTER DELETE ON bot_protocol REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unmoved_protocol();--> statement-breakpoint

-- Of states the newest stays: from it the bot could be replayed.
DROP TRIGGER bot_state_snapshots_append_only ON bot_state_snapshots;--> statement-breakpoint
CREATE TRIGGER bot_state_snapshots_append_only BEFORE UPDATE OR TRUNCATE ON bot_state_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE FUNCTION refuse_unmoved_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE NOT EXISTS (
        SELECT FROM track_record_days d WHERE d.portfolio_id = gone.portfolio_id
          AND gone.nav_seq + 1 BETWEEN d.first_seq AND d.last_seq)
      OR NOT EXISTS (
        SELECT FROM bot_state_snapshots s WHERE s.portfolio_id = gone.portfolio_id AND s.nav_seq > gone.nav_seq)) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER bot_state_snapshots_thinned AFTER DELETE ON bot_state_snapshots REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_unmoved_states();--> statement-breakpoint

-- They are gzipped already.
ALTER TABLE track_record_days ALTER COLUMN lines SET STORAGE EXTERNAL;
