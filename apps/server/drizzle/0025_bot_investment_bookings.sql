-- The view shows the specification's names, and a start is a `bot_investment` there. The ledger keeps its own kinds.
CREATE OR REPLACE VIEW transactions AS
  SELECT t.id, t.user_id, CASE t.kind WHEN 'bot_started' THEN 'bot_investment' ELSE t.kind END AS type,
         'USDT'::text AS currency, e.amount, e.balance_before, e.balance_after, t.reference_id, t.description, t.created_at
  FROM ledger_entries e
  JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'customer_available'
  JOIN ledger_transfers t ON t.id = e.transfer_id;
