-- expands: indexes alone.

-- Whose work all people are finds them by the beginning of a name, however its letters were typed.
create index users_by_name on users ((translate(lower(first_name || ' ' || last_name), 'يك', 'یک')) text_pattern_ops);
create index users_by_last_name on users ((translate(lower(last_name), 'يك', 'یک')) text_pattern_ops);

-- A withdrawal by the txid that somebody has of it.
create index outgoing_withdrawals_by_transaction on outgoing (transaction_id) where kind = 'WITHDRAWAL';
