-- A list of sessions has an end: where one begins beyond five hundred of an account, those that were used least lately end. Where some
-- begin at the same moment, whoever begins next ends what they have left.
CREATE FUNCTION end_surplus_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auth_sessions WHERE id IN (
    SELECT id FROM auth_sessions WHERE id <> NEW.id AND id IN (
      SELECT id FROM auth_sessions WHERE user_id = NEW.user_id ORDER BY updated_at DESC, id DESC OFFSET 500)
    ORDER BY id FOR UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TRIGGER auth_sessions_at_most_five_hundred AFTER INSERT ON auth_sessions
  FOR EACH ROW EXECUTE FUNCTION end_surplus_sessions();
