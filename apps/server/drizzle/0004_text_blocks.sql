CREATE TABLE "support_text_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "support_text_blocks_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"label" text NOT NULL,
	"text" text NOT NULL,
	"situation" text NOT NULL,
	CONSTRAINT "support_text_blocks_once" UNIQUE("name","situation"),
	CONSTRAINT "support_text_blocks_situation" CHECK ("support_text_blocks"."situation" in ('always', 'deposit', 'no_deposit', 'withdrawal', 'no_withdrawal'))
);
--> statement-breakpoint
ALTER TABLE "user_preferences" DROP CONSTRAINT "user_preferences_start_page";--> statement-breakpoint
ALTER TABLE "user_preferences" ADD CONSTRAINT "user_preferences_start_page" CHECK ("user_preferences"."start_page" in ('dashboard', 'bots', 'wallet', 'admin', 'desk'));--> statement-breakpoint
-- What a new installation begins with; from here on the team edits it.
INSERT INTO support_text_blocks (id, name, label, text, situation)
SELECT id::uuid, name, label, text, situation FROM (VALUES
  (1, '01990000-0000-7000-8000-000000000001', 'gruss', 'Begrüßung', 'always', 'Guten Tag, danke für Ihre Nachricht. Ich sehe mir das gerade an und melde mich gleich hier.'),
  (2, '01990000-0000-7000-8000-000000000002', 'einzahlung', 'Einzahlung {einzahlung}', 'deposit', 'Ihre Einzahlung {einzahlung} über {einzahlung-betrag} liegt uns vor und wird gerade geprüft. Üblich sind {dauer-einzahlung}. Sie müssen nichts tun; sobald sie gutgeschrieben ist, sehen Sie es im Wallet.'),
  (3, '01990000-0000-7000-8000-000000000003', 'einzahlung', 'Keine offene Einzahlung', 'no_deposit', 'Ich sehe bei Ihnen keine Einzahlung, die noch geprüft wird. Eine neue bestätigen wir meist in {dauer-einzahlung}. Den Verlauf finden Sie unter „Einzahlungen“.'),
  (4, '01990000-0000-7000-8000-000000000004', 'auszahlung', 'Auszahlung {auszahlung}', 'withdrawal', 'Ihre Auszahlung {auszahlung} über {auszahlung-betrag} ist in Prüfung. Wir entscheiden in der Regel innerhalb von {dauer-auszahlung}. Bis dahin ist der Betrag reserviert, und Sie können den Antrag stornieren.'),
  (5, '01990000-0000-7000-8000-000000000005', 'auszahlung', 'Keine offene Auszahlung', 'no_withdrawal', 'Ich sehe bei Ihnen keine offene Auszahlung. Eine neue prüfen wir in der Regel innerhalb von {dauer-auszahlung}. Den Verlauf finden Sie unter „Auszahlungen“.'),
  (6, '01990000-0000-7000-8000-000000000006', 'betraege', 'Mindest- und Höchstbeträge', 'always', 'Einzahlen können Sie von {einzahlung-ab} bis {einzahlung-bis}, auszahlen von {auszahlung-ab} bis {auszahlung-bis}, je Antrag.'),
  (7, '01990000-0000-7000-8000-000000000007', 'gebuehren', 'Gebühren', 'always', '{gebuehren} Handelskosten sind im Ergebnis eines Bots schon enthalten.'),
  (8, '01990000-0000-7000-8000-000000000008', 'verlust', 'Bot im Verlust', 'always', 'Ein Bot handelt nach festen Regeln und macht dabei auch Verluste. Welche Ausführungen zu Ihrem Ergebnis geführt haben, sehen Sie auf der Seite der Anlage. Sie können einen Bot jederzeit beenden; vorher steht dort, was ausgezahlt wird.'),
  (9, '01990000-0000-7000-8000-000000000009', 'spielgeld', 'Spielgeld', 'always', 'Auf dieser Plattform gilt: {spielgeld}. Guthaben und Gewinne lassen sich nicht in echtes Geld umtauschen.'),
  (10, '01990000-0000-7000-8000-000000000010', 'warten', 'Später melden', 'always', 'Das kläre ich mit meinem Team und antworte Ihnen hier im Chat, meist in {dauer-antwort}. Sie können das Fenster schließen; die Antwort bleibt für Sie stehen.'),
  (11, '01990000-0000-7000-8000-000000000011', 'abschluss', 'Abschluss', 'always', 'Schön, dass wir das klären konnten. Ich schließe den Chat jetzt. Wenn noch etwas ist, beginnen Sie einfach einen neuen.')
) AS first (place, id, name, label, situation, text) ORDER BY place;
